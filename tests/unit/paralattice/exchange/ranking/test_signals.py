"""Signals, relative to the sources."""

from dataclasses import replace

from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.model.reading import Reading
from paralattice.exchange.ranking.signals import SIGNALS, signals_of
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, WORDS, candidate_of, facts_of, parsed_cluster

CLUSTER = parsed_cluster(*AURORA)


def signals(reading: Reading) -> dict[str, float]:
    return signals_of(Parsed(candidate_of(CLUSTER, 0, WORDS), reading), facts_of(CLUSTER))


SURE = Reading(read_tree(PLAIN), (5.0, 6.0, 7.0), (5.0, 6.0, 7.0), 2.0)


def test_all_signals_lie_between_nought_and_one():
    unsure = replace(SURE, scores=(-9.0,), leads=(0.0,), margin=0.0)
    for reading in (SURE, unsure):
        assert all(0 <= value <= 1 for value in signals(reading).values())


def test_a_parser_that_is_less_sure_than_of_the_frame_lowers_the_signals_of_spans_labels_and_margin():
    sure, unsure = signals(SURE), signals(replace(SURE, scores=(1.0,), leads=(1.0,), margin=0.5))
    assert sure["spans"] == sure["labels"] == 1
    assert [name for name in SIGNALS if unsure[name] < sure[name]] == ["spans", "labels", "margin"]


def test_a_parser_that_does_not_tell_lowers_nothing_by_its_margin():
    assert signals(Reading(read_tree(PLAIN)))["margin"] == 1
