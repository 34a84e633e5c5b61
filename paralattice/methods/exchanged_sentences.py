"""Makes the sentences of exchange; imported only where they are computed."""

from collections.abc import Mapping

from paralattice.align import ExchangeCounts
from paralattice.exchange import (
    Candidate,
    Exchange,
    Observer,
    facts_of,
    generate_sentences,
    relations_of,
    tell_event,
)
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
        material.trees, material.read, options.exchange, seed, observe=observe, wordings=material.wordings
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
    sentences = [_sentence(entry.candidate, entry.score, entry.relations) for entry in made.sentences]
    return merged_texts(version, NEW, material.words, sentences, counts)


def told_sentence(material: Material, options: RunOptions) -> MadeSentence:
    """Return the one sentence of a cluster, whether it is new or not."""
    facts = facts_of(tuple(material.trees), options.exchange, tuple(material.wordings))
    told = tell_event(facts, material.read, options.one.words)
    return _sentence(told.candidate, told.score, relations_of(told.candidate, facts.cluster), told.reason)


def _sentence(
    candidate: Candidate, score: float, relations: Mapping[int, str], reason: str = ""
) -> MadeSentence:
    operations = tuple(Change(each.kind, each.what, each.source) for each in candidate.operations)
    return MadeSentence(
        tokens=candidate.words,
        operations=(Change("original", reason, candidate.frame),) if reason else operations,
        sources=candidate.origins,
        score=round(score, 4),
        relations=tuple(relations.items()),
    )
