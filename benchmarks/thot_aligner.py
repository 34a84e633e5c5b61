"""Word alignment by the library Thot (package ``sil-thot``), a peer of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paralattice.formats.pharaoh import Link
from paralattice.rewording.alignment.bitext import Vocabulary, WordPair
from paralattice.rewording.options import WordAlignmentOptions

_LONGEST = 200
OPTIONS = WordAlignmentOptions()


def directions_of_thot(pairs: Sequence[WordPair], eflomal: bool) -> Iterator[tuple[list[Link], list[Link]]]:
    """Yield the links of each pair in both directions, by Model 1 and the HMM or by eflomal's model.

    The model is trained on the pairs in both directions, and on pairs of equal words.  Pairs with a
    sentence of more than 200 words, the limit of Thot's HMM, have no links.
    """
    data = [pair for pair in pairs if _fits(pair)]
    turned = [(second, first) for first, second in data]
    model = _trained([*data, *turned, *Vocabulary.of_pairs([*data, *turned]).identity_lexicon()], eflomal)
    found = zip(_links(model, data), _links(model, turned), strict=True)
    for pair in pairs:
        one, other = next(found) if _fits(pair) else ([], [])
        yield one, [(i, j) for j, i in other]


def _fits(pair: WordPair) -> bool:
    return all(0 < len(words) <= _LONGEST for words in pair)


def _trained(data: Sequence[WordPair], eflomal: bool) -> Any:
    # It reads the environment when it is imported.
    from thot import alignment

    if eflomal:
        model = alignment.EflomalAlignmentModel()
        model.deterministic = True
        return _fitted(model, data, 0)
    model1 = _fitted(alignment.Ibm1AlignmentModel(), data, OPTIONS.model1_iterations)
    return _fitted(alignment.HmmAlignmentModel(model1), [], OPTIONS.hmm_iterations)


def _fitted(model: Any, data: Sequence[WordPair], iterations: int) -> Any:
    for first, second in data:
        model.add_sentence_pair(list(first), list(second), 1)
    model.start_training()
    for _ in range(iterations or model.scheduled_iterations):
        model.train()
    model.end_training()
    return model


def _links(model: Any, pairs: Sequence[WordPair]) -> Iterator[list[Link]]:
    sides = ([list(pair[side]) for pair in pairs] for side in (0, 1))
    for _, matrix in model.get_best_alignments(*sides) if pairs else ():
        yield [(int(i), int(j)) for i, j in zip(*matrix.to_numpy().nonzero(), strict=True)]
