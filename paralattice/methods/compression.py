"""One sentence for each cluster by word graphs (Filippova 2010; Boudin and Morin 2013)."""

from collections.abc import Sequence
from typing import ClassVar

from paralattice.methods.code import library
from paralattice.methods.method import Drawn, LaidOut, Material, Merged, Method, MethodVersion, RunOptions

_TERM = "One sentence for the cluster: the best of the {} shortest paths through a graph of its words, {}."


class CompressionMethod(Method):
    """The published systems of multi-sentence compression."""

    name = "compression"
    versions: ClassVar[tuple[MethodVersion, ...]] = (
        MethodVersion(
            "filippova",
            "one sentence, word graph",
            _TERM.format(50, "by length"),
            "#999999",
            "<",
            rank=6,
            syntactic=False,
        ),
        MethodVersion(
            "boudin",
            "one sentence, key phrases",
            _TERM.format(200, "by length and key phrases"),
            "#F0E442",
            ">",
            rank=5,
            syntactic=False,
        ),
    )
    reads: ClassVar[tuple[str, ...]] = ("compression", "stop_words", "language")
    code: ClassVar[tuple[str, ...]] = library(
        "align arrays compression corpus english exchange.automaton formats languages lattice "
        "methods.compression methods.new_sentences syntax"
    )
    from_trees = True
    draws = False
    one = True
    story = (
        "It laid the words of each cluster into a graph, whose best path is <em>one sentence</em> for the "
        "cluster. The <em>lattice</em> shown has the given sentences and that one."
    )
    none = none_anywhere = "The best sentence is one of the cluster: there is no new one."

    def merge(self, versions: Sequence[str], material: Material, options: RunOptions) -> Merged:
        """Make the sentence of each version."""
        from paralattice.compression import compress
        from paralattice.languages.registry import DEFAULT, language_of
        from paralattice.lattice.sampling import Change
        from paralattice.methods.new_sentences import MadeSentence, merged_texts

        chosen = options.compression
        merged: dict[str, bytes] = {}
        tags = [tree.tags() for tree in material.trees] if chosen.tagged else None
        if tags and len(set().union(*tags)) == 1:
            # Trees of a language that no parser reads.
            tags = None
        stops = options.stop_words
        if stops is None and options.language != DEFAULT:
            stops = tuple(language_of(options.language).stop_words)
        for version in versions:
            made = compress(material.words, tags, version, chosen, stops, options.one.words)
            first = next(filter(None, made.sources))
            kept = (Change("original", made.reason, first[0]),) if made.reason else ()
            sentence = MadeSentence(made.words, kept, made.sources, round(-made.score, 4), ())
            merged |= merged_texts(version, made_name(version), material.words, [sentence])
        return merged

    def laid_out(self, version: str, merged: Merged) -> LaidOut:
        """Return the smallest lattice of the given sentences and the one that was made."""
        from paralattice.methods.new_sentences import laid_out_texts

        return laid_out_texts(merged[version], merged[made_name(version)])

    def draw(self, version: str, laid_out: LaidOut, options: RunOptions, cluster: str) -> Drawn:
        """Return the sentence, whether it is new or not."""
        del version, cluster
        from paralattice.methods.new_sentences import best_chosen

        return best_chosen(laid_out, self.wanted(options), options.language)


def made_name(version: str) -> str:
    """Return the name of the text with the sentence of a version."""
    return f"one-{version}"
