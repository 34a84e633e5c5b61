"""Our own method for one sentence: by exchange in English, by word graphs in other languages."""

from collections.abc import Sequence

from paralattice.methods.compression import CompressionMethod, made_name
from paralattice.methods.exchange import ExchangeMethod
from paralattice.methods.method import Material, Merged, MethodVersion, RunOptions


class OneMethod(CompressionMethod):
    """One sentence for each cluster that covers most of what its sentences share."""

    name = "one"
    versions = (
        MethodVersion(
            "one",
            "one sentence",
            "One sentence for the cluster: the given one that covers most of what the others share, filled "
            "from others and trimmed; of texts in other languages the best path of a word graph.",
            "#882255",
            "h",
            rank=2,
            syntactic=False,
        ),
    )
    reads = ("exchange", "one", *CompressionMethod.reads)
    code = tuple(sorted({*ExchangeMethod.code, *CompressionMethod.code, "paralattice.methods.one"}))
    stage = "exchange"
    weight = ExchangeMethod.weight
    parses_new = True
    story = (
        "Version one tells each cluster in <em>one sentence</em>: the given one that covers most of what the "
        "others share, filled with parts of others and trimmed. The <em>lattice</em> shown has the given "
        "sentences and that one."
    )

    def merge(self, versions: Sequence[str], material: Material, options: RunOptions) -> Merged:
        """Make the sentence."""
        from paralattice.languages.registry import DEFAULT

        if options.language != DEFAULT:
            return super().merge(versions, material, options)
        from paralattice.methods.exchanged_sentences import told_sentence
        from paralattice.methods.new_sentences import merged_texts

        (version,) = versions
        return merged_texts(version, made_name(version), material.words, [told_sentence(material, options)])
