"""Clusters of hand-made trees for the tests of exchange."""

from __future__ import annotations

import random
from collections.abc import Iterable

from paralattice.exchange.combining import combinations_of, operations_on
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import Operation
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.writing import lowered_words, write_out
from paralattice.formats.trees import read_tree

AURORA = (
    # The ferry Aurora hit a rock near Lundvik on Friday .
    "(ROOT (S (NP (DT The) (NN ferry) (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock))"
    " (PP (IN near) (NP (NNP Lundvik))) (PP (IN on) (NP (NNP Friday)))) (. .)))",
    # Aurora , a small ship of 1962 , hit a rock after losing power .
    "(ROOT (S (NP (NP (NNP Aurora)) (, ,) (NP (NP (DT a) (JJ small) (NN ship)) (PP (IN of) (NP (CD"
    " 1962)))) (, ,))"
    " (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN after) (S (VP (VBG losing) (NP (NN power)))))) (. .)))",
    # The crew left the ship in boats , the harbour master said .
    "(ROOT (S (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship)) (PP (IN in) (NP"
    " (NNS boats))))) (, ,)"
    " (NP (DT the) (NN harbour) (NN master)) (VP (VBD said)) (. .)))",
    # The harbour master said that the tired crew waited for help .
    "(ROOT (S (NP (DT The) (NN harbour) (NN master)) (VP (VBD said) (SBAR (IN that) (S (NP (DT the)"
    " (JJ tired)"
    " (NN crew)) (VP (VBD waited) (PP (IN for) (NP (NN help))))))) (. .)))",
)
"""Four sentences on a ship that strikes a rock."""


PLAIN = (
    "(ROOT (S (NP (NP (NNP Aurora)) (, ,) (NP (NP (DT a) (JJ small) (NN ship)) (PP (IN of) (NP (CD"
    " 1962)))) (, ,))"
    " (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Lundvik))) (PP (IN on) (NP (NNP"
    " Friday)))) (. .)))"
)
"""How a parser reads the sentence of ``WORDS``."""
WORDS = "Aurora , a small ship of 1962 , hit a rock near Lundvik on Friday ."
"""The first sentence with another subject."""


def flat(text: str) -> str:
    """Return a flat tree of words, each with a tag behind it (``eight/CD``) or a noun."""
    pairs = (word.partition("/") for word in text.split())
    return (
        "(ROOT (S "
        + " ".join(
            f"({tag or 'NN'} {word.replace('(', '-LRB-').replace(')', '-RRB-')})" for word, _, tag in pairs
        )
        + "))"
    )


def parsed_cluster(*trees: str) -> ParsedCluster:
    """Return the cluster of some trees in brackets."""
    return ParsedCluster.of_trees(map(read_tree, trees))


def facts_of(cluster: ParsedCluster, options: ExchangeOptions | None = None) -> Facts:
    """Return the facts of a cluster."""
    return Facts(cluster, options or ExchangeOptions())


def results(cluster: ParsedCluster, number: int, kind: str = "", what: str = "") -> list[str]:
    """Return the sentences that the operations of a kind make of a sentence, one operation each."""
    return [
        " ".join(candidate(cluster, number, [operation]).words)
        for operation in operations_on(cluster, cluster.sentences[number])
        if operation.kind.startswith(kind) and operation.what.startswith(what)
    ]


def candidate(cluster: ParsedCluster, number: int, operations: Iterable[Operation]) -> Candidate:
    """Return what operations make of a sentence."""
    return write_out(cluster, cluster.sentences[number], list(operations), frozenset({"the", "a"}))


def candidate_of(cluster: ParsedCluster, number: int, words: str) -> Candidate:
    """Return the candidate of one operation with these words."""
    for operation in operations_on(cluster, cluster.sentences[number]):
        made = candidate(cluster, number, [operation])
        if " ".join(made.words) == words:
            return made
    raise AssertionError(f"no operation makes {words!r}")


def candidates_of(cluster: ParsedCluster, number: int, most: int, count: int, seed: int) -> list[Candidate]:
    """Return what the combinations of operations make of a sentence."""
    frame, lower = cluster.sentences[number], lowered_words(cluster)
    combinations = combinations_of(operations_on(cluster, frame), most, count, random.Random(seed))
    return [write_out(cluster, frame, operations, lower) for operations in combinations]
