"""Makes the sentences of exchange; imported only where they are computed."""

from __future__ import annotations

from paralattice.align import ExchangeCounts
from paralattice.exchange import Exchange, NewSentence, Observer, generate_sentences
from paralattice.lattice import derive_seed
from paralattice.lattice.sampling import Change
from paralattice.methods.method import Material, Merged, RunOptions
from paralattice.methods.new_sentences import NEW, MadeSentence, merged_texts


def make_sentences(
    version: str, material: Material, options: RunOptions, observe: Observer | None = None
) -> Exchange:
    """Return the new sentences of a cluster.

    Parameters
    ----------
    version, material
        The version and the cluster; the seed is derived of both names.
    options
        The run's options.
    observe
        Function that is called with each candidate that a rule refuses.
    """
    seed = derive_seed(options.sample.seed, material.cluster, version)
    return generate_sentences(
        material.readings, material.read, options.exchange, seed, observe=observe, wordings=material.wordings
    )


def made_texts(version: str, material: Material, options: RunOptions) -> Merged:
    """Return the texts of a cluster's new sentences, and of the alignment of the given ones."""
    made = make_sentences(version, material, options)
    counts = ExchangeCounts(
        made=made.made,
        parsed=made.parsed,
        refused=dict(made.refused),
        linked=round(made.linked, 4),
        one_event=made.one_event,
    )
    return merged_texts(version, NEW, material.words, list(map(_sentence, made.sentences)), counts)


def _sentence(entry: NewSentence) -> MadeSentence:
    candidate = entry.candidate
    return MadeSentence(
        tokens=candidate.words,
        operations=tuple(Change(each.kind, each.what, each.source) for each in candidate.operations),
        sources=tuple(
            (token.sentence, token.position) if token.sentence >= 0 else None for token in candidate.tokens
        ),
        score=round(entry.score, 4),
        relations=tuple(entry.relations.items()),
    )
