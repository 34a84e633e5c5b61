"""Signals of a candidate."""

from dataclasses import replace

import pytest

from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.operation import EXCHANGE, Operation
from paralattice.exchange.model.reading import Reading
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.signals import signals_of
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, WORDS, candidate_of, facts_of, parsed_cluster

CLUSTER = parsed_cluster(*AURORA)
READING = Reading(read_tree(PLAIN))


@pytest.mark.parametrize(("certain", "signal"), [((0.95, 0.92), 0.92), ((1, 1), 1), ((), 1)])
def test_the_least_sure_link_counts(monkeypatch, certain, signal):
    links = dict(zip([(1, 0), (1, 5)], certain, strict=False))
    monkeypatch.setattr(CLUSTER.referents, "certainty", lambda _, place: links[place])
    operations = [Operation(EXCHANGE, "subject", 1, (), replaced=((0, place),)) for place in links]
    assert signals_of(0, operations, facts_of(CLUSTER))["certainty"] == signal


def test_what_is_no_noun_phrase_needs_no_link():
    (verb,) = (event.verb for event in CLUSTER.events[0][:1])
    assert CLUSTER.referents.certainty((0, verb), (1, 0)) == 1


@pytest.mark.parametrize(("lowest", "signal"), [(-9.0, 0), (3.0, 0.5), (12.0, 1)])
def test_the_worst_source_counts(lowest, signal):
    readings = [replace(READING, scores=(score,)) for score in (6.0, lowest)]
    facts = Facts(CLUSTER, ExchangeOptions(), readings)
    made = candidate_of(CLUSTER, 0, WORDS)
    assert signals_of(0, made.operations, facts)["sources"] == signal
