"""Our own method: new sentences by exchange of constituents, which are made, not drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paralattice.methods.code import PARSER, library
from paralattice.methods.method import Drawn, LaidOut, Material, Merged, Method, MethodVersion, RunOptions

if TYPE_CHECKING:
    from paralattice.align import ExchangeCounts

EXCHANGE = "V6"
"""Its version."""

_RULES = 3
"""Number of rules that are named where there is no sentence."""


def most_refused(counts: ExchangeCounts | None) -> list[str]:
    """Return the rules that refused candidates, those of most candidates first."""
    refused = counts["refused"] if counts else {}
    return sorted(filter(refused.get, refused), key=lambda rule: -refused[rule])


class ExchangeMethod(Method):
    """The version whose lattices hold the sentences of a cluster and new ones, no others."""

    name = "exchange"
    versions = (
        MethodVersion(
            EXCHANGE,
            "exchange of constituents",
            "New sentences, mostly by exchange of constituents that mean the same; nothing is drawn.",
            "#000000",
            "*",
            rank=1,
        ),
    )
    reads = ("exchange",)
    code = PARSER + library(
        "align corpus english exchange formats languages lattice methods.exchange "
        "methods.exchanged_sentences methods.new_sentences scorer syntax"
    )
    stage = "exchange"
    weight = 100.0
    from_trees = True
    parses_new = True
    draws = False
    english_only = True
    story = (
        "Version V6 changes given sentences, mostly by exchanging parts that mean the same. Every way "
        "through its <em>lattice</em> from left to right is a given sentence or one that it made."
    )
    none = none_anywhere = "No new sentence was made: no change of a sentence passed all checks."

    def key_parts(self, options: RunOptions, cluster: str, versions: tuple[str, ...]) -> tuple[Any, ...]:
        """Return the parser that reads the new sentences, and what the seed is made of."""
        del versions
        return options.parse.parser, options.sample.seed, cluster

    def merge(self, versions: Sequence[str], material: Material, options: RunOptions) -> Merged:
        """Make new sentences."""
        del versions
        from paralattice.methods.exchanged_sentences import made_texts

        return made_texts(EXCHANGE, material, options)

    def laid_out(self, version: str, merged: Merged) -> LaidOut:
        """Return the smallest lattice of the given sentences and the new ones."""
        from paralattice.methods.new_sentences import NEW, laid_out_texts

        return laid_out_texts(merged[version], merged[NEW])

    def why_none(self, counts: ExchangeCounts | None) -> str:
        """Return which rules refused most of the candidates."""
        most = most_refused(counts)[:_RULES]
        if counts is None or not most:
            return "No new sentence was made: no part of these sentences can be exchanged, moved or recast."
        refused = ", ".join(f"{rule} {counts['refused'][rule]:,}" for rule in most)
        return f"No new sentence was made: {counts['made']:,} candidates were refused, by {refused}."

    def draw(self, version: str, laid_out: LaidOut, options: RunOptions, cluster: str) -> Drawn:
        """Return the sentences that were made; the best are chosen."""
        del version, cluster
        from paralattice.methods.new_sentences import best_chosen

        return best_chosen(laid_out, options.sample.keep)
