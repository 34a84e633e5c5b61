"""The method of Pang, Knight and Marcu 2003: trees of sentences that mean the same are merged."""

from collections.abc import Sequence
from functools import lru_cache

from paralattice.methods.code import library
from paralattice.methods.method import (
    DRAWN_FROM,
    LaidOut,
    Material,
    Merged,
    Method,
    MethodVersion,
    RunOptions,
)

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
    code = library(
        "align arrays corpus english.stop_words english.tables english.data formats lattice methods.pang "
        "syntax.tree"
    )
    from_trees = True
    lower_cased = True
    pair_table = "paraphrases"
    story = DRAWN_FROM.format("merged the syntax trees of the sentences", "")
    story_beside = "Version pang merges their syntax trees instead."

    def merge(self, versions: Sequence[str], material: Material, options: RunOptions) -> Merged:
        """Return the alignment of the words that share a state after squeezing."""
        import msgspec

        from paralattice.align import CompactAlignment

        made = self.build(PANG, material, options)
        # Trees have no scores, and are merged in the cluster's order.
        rows = [list(words) for words in made.sentences], None, None, [list(row) for row in made.columns]
        return dict.fromkeys(versions, msgspec.json.encode(CompactAlignment(*rows)))

    def laid_out(self, version: str, merged: Merged) -> LaidOut:
        """Return the lattice whose states are the columns."""
        return _of_states(merged[version])

    def build(self, version: str, material: Material, options: RunOptions) -> LaidOut:
        """Return the lattice of merged trees."""
        del version
        from paralattice.lattice import from_trees

        made = from_trees(material.trees, options.pang)
        # State 0, the start, has no column.
        return LaidOut(made.sentences, [[state - 1 for state in row] for row in made.columns], made.lattice)


# Two stages need the same lattice.
@lru_cache(maxsize=2)
def _of_states(text: bytes) -> LaidOut:
    from paralattice.align import CompactAlignment
    from paralattice.formats.typed_json import from_json
    from paralattice.lattice.forests.automaton import from_states

    record = from_json(text, CompactAlignment)
    states = [[column + 1 for column in row] for row in record.columns]
    return LaidOut(record.sentences, record.columns, from_states(record.sentences, states))
