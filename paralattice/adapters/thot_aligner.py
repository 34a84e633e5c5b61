"""Word alignment by the library Thot (package ``sil-thot``), in place of our own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paralattice.errors import OptionError, TranslateError
from paralattice.rewording.bitext import Vocabulary, WordPair
from paralattice.rewording.options import WordAlignmentOptions
from paralattice.rewording.symmetrise import Link, symmetrise

#: Names to what they are.
ALIGNERS = {
    "thot-hmm": "Model 1 and the HMM of Thot",
    "thot-fast-align": "fast_align's model (Dyer et al. 2013) in Thot",
    "thot-eflomal": "eflomal's model (Östling & Tiedemann 2016) in Thot",
}

_LONGEST = 200


def align_with_thot(
    pairs: Sequence[WordPair], name: str, options: WordAlignmentOptions | None = None, doubled: bool = True
) -> Iterator[tuple[Link, ...]]:
    """Yield symmetrised alignments of sentence pairs: see :func:`directions_of_thot`."""
    options = options or WordAlignmentOptions()
    for one, other in directions_of_thot(pairs, name, options, doubled):
        yield symmetrise(one, other, options.symmetrisation)


def directions_of_thot(
    pairs: Sequence[WordPair], name: str, options: WordAlignmentOptions, doubled: bool = True
) -> Iterator[tuple[list[Link], list[Link]]]:
    """Yield for each sentence pair its links in either direction, by models trained on these pairs.

    Pairs with a sentence of more than 200 words, which is as far as Thot's HMM goes, are neither
    trained on nor aligned: they have no links.

    Parameters
    ----------
    pairs
        Sentence pairs, in small letters.
    name
        Out of :data:`ALIGNERS`.
    options
        Iterations of Model 1 and the HMM, for ``thot-hmm``; identity lexicon.
    doubled
        Whether one model is trained on each pair in both orders, or two on one direction each.

    Raises
    ------
    OptionError
        There is no such aligner.
    TranslateError
        The library is not installed.
    """
    if name not in ALIGNERS:
        raise OptionError(f"unknown aligner {name!r}: choose from paralattice, {', '.join(ALIGNERS)}")
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
        raise TranslateError("this aligner needs the package sil-thot: pip install sil-thot") from None
    return thot.alignment


def _trained(pairs: Sequence[WordPair], name: str, options: WordAlignmentOptions) -> Any:
    thot = _thot()
    data = [*pairs, *(Vocabulary.of_pairs(pairs).identity_lexicon() if options.identity_lexicon else [])]
    if name == "thot-fast-align":
        return _fitted(thot.FastAlignModel(), data, options.model1_iterations)
    if name == "thot-eflomal":
        model = thot.EflomalAlignmentModel()
        # Else threads decide what is drawn first.
        model.deterministic = True
        return _fitted(model, data, 0)
    model1 = _fitted(thot.Ibm1AlignmentModel(), data, options.model1_iterations)
    return _fitted(thot.HmmAlignmentModel(model1), [], options.hmm_iterations)


def _fitted(model: Any, data: Sequence[WordPair], iterations: int) -> Any:
    """Train a model that is given, or has, its data; 0 iterations are as many as it wants itself."""
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
