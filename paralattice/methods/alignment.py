"""The method of Shen et al. 2006: words are aligned pair by pair, and sentences merged one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paralattice.align.versions import VERSIONS, Version, version_named
from paralattice.methods.code import library
from paralattice.methods.method import DRAWN_FROM, Material, Merged, Method, MethodVersion, RunOptions

if TYPE_CHECKING:
    from paralattice.arrays import Ints

# Okabe and Ito's colours, and the rank of those whose sentences are read first.
_STYLES = {
    "V1": ("#E69F00", "s", 9),
    "V2": ("#56B4E9", "^", 9),
    "V3": ("#009E73", "D", 9),
    "V4": ("#D55E00", "o", 3),
    "V5": ("#0072B2", "v", 4),
}
_KEPT = {True: "", False: "do not "}


def _version(version: Version) -> MethodVersion:
    colour, marker, rank = _STYLES[version.name]
    label, term = _label(version), _term(version)
    return MethodVersion(version.name, label, term, colour, marker, rank, version.syntactic)


def _label(version: Version) -> str:
    without = [
        what for what, kept in (("commas", version.commas), ("stop words", version.stop_words)) if not kept
    ]
    kind = "syntactic" if version.syntactic else "lexical"
    return f"{kind}, no {' or '.join(without)}" if without else f"{kind}, all tokens"


def _term(version: Version) -> str:
    kind = "syntactic: words match by their form and their place in the syntax tree"
    if not version.syntactic:
        kind = "lexical: words match by their form alone"
    commas, stop_words = _KEPT[version.commas], _KEPT[version.stop_words]
    number = version.name[1:]
    return f"Version {number}, {kind}; commas {commas}match, and words such as “the” {stop_words}match."


class Alignment(Method):
    """Versions V1 to V5 (Shen et al. 2006, Table 2)."""

    name = "shen"
    versions = tuple(map(_version, VERSIONS.values()))
    reads = ("align", "stop_words", "language")
    code = library(
        "align arrays corpus english.stop_words english.tables english.data formats.features "
        "formats.typed_json methods.alignment"
    )
    scored = True
    story = DRAWN_FROM.format("aligned the sentences", " and merged them")
    better = ("V6", "makes more grammatical ones, by exchanging whole constituents")

    def merge(self, versions: Sequence[str], material: Material, options: RunOptions) -> Merged:
        """Merge the sentences progressively, those with the highest scores first."""
        import msgspec

        from paralattice.align import compact_alignment, merge

        files = {}
        for name, scores in material.scores(versions):
            merged = merge(material.encoded, scores, version_named(name), options.align)
            files[name] = msgspec.json.encode(compact_alignment(material.words, scores, merged))
        return files

    def score(self, version: str, material: Material, options: RunOptions) -> Ints:
        """Return the scores of the sentence pairs in a range of rows, or of all."""
        from paralattice.align import score_pairs

        return score_pairs(material.encoded, version_named(version), options.align)
