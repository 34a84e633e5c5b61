"""Links on whose probability both directions agree.

The probability of a link in one direction is its posterior probability under the model of this direction,
over all alignments. A link is kept if both directions give it at least a given probability (Liang et al.
2006, section 4.2, take the product of the two).
"""

from collections.abc import Iterator, Sequence

import numpy as np

from paralattice.arrays import Floats
from paralattice.formats.pharaoh import Link
from paralattice.rewording.alignment.bitext import Bitext, WordPair
from paralattice.rewording.alignment.shard_training import align_both_directions
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.alignment.word_alignment import AlignmentModel
from paralattice.rewording.options import WordAlignmentOptions


def link_probabilities(model: AlignmentModel, pairs: Sequence[WordPair]) -> Iterator[Floats]:
    """Yield the posterior probability of each link of each pair.

    Yields
    ------
    (J, I) By produced word and given word; the rest to 1 of a row is the empty word's.
    """
    from paralattice.rewording.kernels.aligning import FLOOR, count_hmm, count_model1

    bitext = Bitext.of_pairs(pairs, model.vocabulary)
    cells = bitext.cells(model.entries)
    table = np.full(len(cells), FLOOR)
    known = cells >= 0
    table[known] = model.table[cells[known]]
    found = np.zeros(len(cells))
    # With an entry of its own for each cell, expected counts are posterior probabilities.
    single = np.arange(len(cells), dtype=np.int32)
    if model.is_hmm:
        # Distances longer than in training have weight 0.
        longest = max(int(bitext.givens.max(initial=0)), len(model.weights) // 2)
        weights = np.pad(model.weights, longest - len(model.weights) // 2)
        counts = found, np.zeros(len(weights)), np.zeros((longest + 1, longest + 1))
        count_hmm((single, bitext.givens, bitext.produced), table, weights, model.rules, counts)
    else:
        count_model1(single, bitext.givens, bitext.produced, table, found)
    at = 0
    for width, rows in zip((bitext.givens + 1).tolist(), bitext.produced.tolist(), strict=True):
        yield found[at : at + width * rows].reshape(rows, width)[:, 1:]
        at += width * rows


def agreed_links(
    pairs: Sequence[WordPair], forward: AlignmentModel, backward: AlignmentModel, least: float
) -> list[tuple[Link, ...]]:
    """Return the links that have at least a given probability in both directions, sorted.

    Parameters
    ----------
    pairs
        Sentence pairs.
    forward, backward
        Models of the second sentences given the first, and of the first given the second.
    least
        Minimum probability in each direction.
    """
    turned = link_probabilities(backward, [(second, first) for first, second in pairs])
    found = zip(link_probabilities(forward, pairs), turned, strict=True)
    both = (np.argwhere(np.minimum(one.T, other) >= least) for one, other in found)
    return [tuple((i, j) for i, j in links.tolist()) for links in both]


def combine_directions(
    pairs: Sequence[WordPair],
    forward: AlignmentModel,
    backward: AlignmentModel,
    options: WordAlignmentOptions,
) -> list[tuple[Link, ...]]:
    """Return the links of each pair by the options' method of symmetrisation; see :func:`agreed_links`."""
    if options.symmetrisation == "agreement":
        return agreed_links(pairs, forward, backward, options.agreement)
    both = align_both_directions(pairs, forward, backward)
    return [symmetrise(one, other, options.symmetrisation) for one, other in both]
