"""Word alignment by the library Thot (package ``sil-thot``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paralattice.errors import OptionError, RewordError
from paralattice.formats.pharaoh import Link
from paralattice.rewording.alignment.bitext import Vocabulary, WordPair
from paralattice.rewording.options import WordAlignmentOptions

#: Name of the aligner of :mod:`paralattice.rewording`.
OWN = "paralattice"

#: Thot's aligners by name, with a description.
ALIGNERS = {
    "thot-hmm": "Model 1 and the HMM of Thot",
    "thot-fast-align": "fast_align's model (Dyer et al. 2013) in Thot",
    "thot-eflomal": "eflomal's model (Östling & Tiedemann 2016) in Thot",
}

_LONGEST = 200


def directions_of_thot(
    pairs: Sequence[WordPair], name: str, options: WordAlignmentOptions, doubled: bool = True
) -> Iterator[tuple[list[Link], list[Link]]]:
    """Yield the links of each sentence pair in both directions, from models trained on these pairs.

    Pairs with a sentence of more than 200 words, the limit of Thot's HMM, have no links.

    Parameters
    ----------
    pairs
        Sentence pairs, lower-cased.
    name
        A key of :data:`ALIGNERS`.
    options
        Iterations of Model 1 and, for ``thot-hmm``, of the HMM; identity lexicon.
    doubled
        Whether to train one model on each pair in both orders instead of one model per direction.

    Raises
    ------
    OptionError
        The aligner is unknown.
    RewordError
        The library is not installed.
    """
    if name not in ALIGNERS:
        raise OptionError(f"unknown aligner {name!r}: choose from {OWN}, {', '.join(ALIGNERS)}")
    data = [pair for pair in pairs if _fits(pair)]
    turned = [(second, first) for first, second in data]
    forward = _trained([*data, *turned] if doubled else data, name, options)
    backward = forward if doubled else _trained(turned, name, options)
    found = zip(_links(forward, data), _links(backward, turned), strict=True)
    for pair in pairs:
        one, other = next(found) if _fits(pair) else ([], [])
        yield one, [(i, j) for j, i in other]


def _fits(pair: WordPair) -> bool:
    return all(0 < len(words) <= _LONGEST for words in pair)


def _thot() -> Any:
    try:
        import thot.alignment
    except ImportError:
        raise RewordError("this aligner needs another package: pip install 'paralattice[aligners]'") from None
    return thot.alignment


def _trained(pairs: Sequence[WordPair], name: str, options: WordAlignmentOptions) -> Any:
    thot = _thot()
    data = [*pairs, *(Vocabulary.of_pairs(pairs).identity_lexicon() if options.identity_lexicon else [])]
    if name == "thot-fast-align":
        return _fitted(thot.FastAlignModel(), data, options.model1_iterations)
    if name == "thot-eflomal":
        model = thot.EflomalAlignmentModel()
        # Otherwise the order of random draws depends on the threads.
        model.deterministic = True
        return _fitted(model, data, 0)
    model1 = _fitted(thot.Ibm1AlignmentModel(), data, options.model1_iterations)
    return _fitted(thot.HmmAlignmentModel(model1), [], options.hmm_iterations)


def _fitted(model: Any, data: Sequence[WordPair], iterations: int) -> Any:
    """Train a model on its data, by default with the model's own number of iterations."""
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
