"""Signals of a candidate."""

from dataclasses import replace

import pytest

from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.operation import EXCHANGE, RECAST, Operation
from paralattice.exchange.model.reading import Reading
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.signals import signals_of
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, WORDS, candidate_of, facts_of, parsed_cluster

CLUSTER = parsed_cluster(*AURORA)
READING = Reading(read_tree(PLAIN))


def test_wordings_are_no_operations_that_count():
    operations = (Operation(EXCHANGE, "subject", 1, ()), Operation(RECAST, "wording: on", 0, ()))
    assert signals_of(0, operations, facts_of(CLUSTER))["operations"] == 1


@pytest.mark.parametrize(("lowest", "signal"), [(-9.0, 0), (3.0, 0.5), (12.0, 1)])
def test_the_worst_source_counts(lowest, signal):
    readings = [replace(READING, scores=(score,)) for score in (6.0, lowest)]
    facts = Facts(CLUSTER, ExchangeOptions(), readings)
    made = candidate_of(CLUSTER, 0, WORDS)
    assert signals_of(0, made.operations, facts)["sources"] == signal
