"""The method of Pang, Knight and Marcu 2003: trees of sentences that mean the same are merged."""

from __future__ import annotations

from paralattice.methods.method import DRAWN_FROM, Method, MethodVersion

PANG = "pang"
"""Its version."""


class Pang(Method):
    """The version whose lattices are built from trees."""

    name = "pang"
    versions = (
        MethodVersion(
            PANG,
            "constituents of trees",
            "Sentences are merged along their syntax trees: like constituents lie side by side.",
            "#CC79A7",
            "P",
        ),
    )
    reads = ("pang",)
    from_trees = True
    lower_cased = True
    pair_table = "paraphrases"
    story = DRAWN_FROM.format("merged the syntax trees of the sentences", "")
    story_beside = "Version pang merges their syntax trees instead."
