"""New sentences for a teacher to label: those of a treebank with a constituent exchanged."""

from collections.abc import Sequence

import numpy as np

from paralattice.adapters.chart.spans import labelled_spans
from paralattice.errors import OptionError
from paralattice.syntax.tree import Tree

_TRIES = 20
"""Draws for each sentence that is wanted, before there are too few."""


def exchanged_sentences(
    trees: Sequence[Tree], count: int, lengths: range, seed: int
) -> list[tuple[str, ...]]:
    """Return distinct sentences of the trees in each of which another constituent stands for one.

    The two have the same label, and neither is a whole tree.  No sentence is that of a tree, and the number
    of words of each is in ``lengths``.

    Raises
    ------
    OptionError
        The trees give fewer sentences.
    """
    draw = np.random.default_rng([seed, count])
    spans = [
        (number, span, label)
        for number, tree in enumerate(trees)
        for span, label in labelled_spans(tree).items()
        if span != (0, len(tree.words()))
    ]
    of_label: dict[str, list[int]] = {}
    for place, (_, _, label) in enumerate(spans):
        of_label.setdefault(label, []).append(place)
    known = {tree.words() for tree in trees}
    found: dict[tuple[str, ...], None] = {}
    for _ in range(_TRIES * count if spans else 0):
        number, (begin, end), label = spans[draw.integers(len(spans))]
        other, (first, last), _ = spans[of_label[label][draw.integers(len(of_label[label]))]]
        own = trees[number].words()
        words = (*own[:begin], *trees[other].words()[first:last], *own[end:])
        if words not in known and len(words) in lengths:
            found[words] = None
            if len(found) == count:
                break
    if len(found) < count:
        raise OptionError(f"{len(trees)} trees give {len(found)} sentences by exchange, fewer than {count}")
    return list(found)
