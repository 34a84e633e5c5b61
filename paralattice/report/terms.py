"""Explanations of the terms of the report."""

from collections.abc import Iterable

from paralattice.methods import find_version

TERMS = {
    "cluster": "Sentences about the same event.",
    "version": "A way to join the sentences of a cluster, or to make new ones; each gives another lattice.",
    "novel": "New sentences: drawn from the lattice, or made by V6, and equal to no sentence of the cluster.",
    "chosen": "New sentences for judges to read: picked at random among all new ones; of V6, the best.",
    "distinct": "The number of different sentences of a lattice. Two paths may spell the same sentence.",
    "lattice": "A graph of words that sentences share: every way through it is a sentence.",
    "lattices": "Graphs of words, one for each cluster and version: every way through one is a sentence.",
    "paths": "The number of ways through the lattice from the first state to the last one.",
    "path": "A way through the lattice from the first state to the last one.",
    "states": "The points of a lattice between words.",
    "arcs": "The steps of a lattice from point to point, each with a word.",
    "aligned_columns": "The number of groups of words of different sentences that were aligned.",
    "aligned_tokens": "The number of words that share their place with a word of another sentence.",
    "tokens": "Words, numbers and punctuation marks.",
    "shortfall": "How many sentences fewer were chosen than wanted, because too few new ones were found.",
    "split": "The part of the corpus: train, dev or test.",
    "status": "done, or failed with the reason.",
    "done": "Clusters whose lattices and sentences are there.",
    "failed": "Clusters that could not be computed; the table has the reasons.",
}
"""Term to its explanation."""


def version_terms(names: Iterable[str]) -> dict[str, str]:
    """Return the explanations of versions (Shen et al. 2006, Table 2; Pang et al. 2003)."""
    return {name: version.term for name in names if (version := find_version(name))}
