"""Signals of a candidate."""

import pytest

from paralattice.exchange.model.operation import EXCHANGE, Operation, SourcedToken, SpanEdit
from paralattice.exchange.ranking.signals import signals_of
from support.parsed_clusters import AURORA, facts_of, parsed_cluster

CLUSTER = parsed_cluster(*AURORA)


@pytest.mark.parametrize(("certain", "signal"), [((0.95, 0.92), 0.92), ((1, 1), 1), ((), 1)])
def test_the_least_sure_link_counts(monkeypatch, certain, signal):
    links = dict(zip([(1, 0), (1, 5)], certain, strict=False))
    monkeypatch.setattr(CLUSTER.referents, "certainty", lambda _, place: links[place])
    operations = [Operation(EXCHANGE, "subject", 1, (), replaced=((0, place),)) for place in links]
    assert signals_of(0, operations, facts_of(CLUSTER))["certainty"] == signal


def test_what_is_no_noun_phrase_needs_no_link():
    (verb,) = (event.verb for event in CLUSTER.events[0][:1])
    assert CLUSTER.referents.certainty((0, verb), (1, 0)) == 1


def test_length_is_compared_with_the_median_of_the_cluster():
    made = [SourcedToken("old", -1, -1)] * 2
    longer, shorter = SpanEdit(1, 1, tuple(made)), SpanEdit(0, 3, ())
    facts = facts_of(parsed_cluster(*[AURORA[0]] * 2, AURORA[1]))
    words = len(facts.texts[0])
    for edits, length in (((), words), ((longer,), words + 2), ((longer, shorter), words - 1)):
        operations = [Operation(EXCHANGE, "subject", 1, edits)]
        assert signals_of(0, operations, facts)["length"] == length / words
