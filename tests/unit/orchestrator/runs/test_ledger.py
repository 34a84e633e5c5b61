"""The ledger counts what happened once, and holds just the clusters of its run."""

import sqlite3

import pytest

from orchestrator.engine.journal import Changes
from orchestrator.runs.ledger import DONE, FAILED, PENDING, Ledger
from workers.events import START, Event, Progress


def adopting(path, sources):
    """Open a ledger that has adopted clusters."""
    ledger = Ledger()
    for name, identity in sources:
        ledger.stage(name, identity, f"body of {name}")
    ledger.open(path)
    ledger.adopt()
    return ledger


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def ledger(path):
    ledger = adopting(path, [("a", "source-a"), ("b", "source-b"), ("c", "source-c")])
    yield ledger
    ledger.close()


def event(cluster="a", stage="chunk", part="V1,V2", units=2, **more):
    return Event(stage, (cluster,), "key", progress=(Progress(stage, part, units),), **more)


def test_clusters_start_pending(ledger):
    assert ledger.names(PENDING) == ["a", "b", "c"]


def test_an_event_that_is_delivered_twice_counts_once(ledger):
    ledger.record(Changes("1-1", [event(), event()]))
    ledger.record(Changes("1-2", [event(), event(part="V3", units=1)]))
    assert ledger.units() == {"chunk": 3}


def test_what_was_recorded_is_there_after_opening_again(ledger, path):
    rows = {("a", "V1"): {"paths": 10**60}}
    ledger.record(Changes("5-0", [event(notes=("long",))], rows, ["a"], {"b": "boom"}, {"b": 2}))
    ledger.close()
    again = Ledger(path)
    assert again.position() == "5-0"
    assert again.names(DONE) == ["a"]
    assert again.failures() == {"b": "boom"}
    assert again.attempts() == {"b": 2}
    assert again.results("a") == {"V1": {"paths": 10**60}}
    assert again.notes() == [("a", "long")]
    again.close()


def test_a_batch_that_cannot_be_written_leaves_everything_as_it_was(ledger):
    ledger.record(Changes("1-0", [event()]))
    broken = Changes("2-0", [event(part="V3")], {("a", "V1"): {"set": {1, 2}}}, ["a"])
    with pytest.raises(TypeError):
        ledger.record(broken)
    assert ledger.position() == "1-0"
    assert ledger.units() == {"chunk": 2}
    assert ledger.names(DONE) == []


def test_a_cluster_whose_source_changed_starts_anew_and_others_are_kept(ledger, path):
    ledger.record(Changes("1-0", [event("a"), event("b")], {("a", "V1"): {}, ("b", "V1"): {}}, ["a", "b"]))
    ledger.close()
    ledger = adopting(path, [("a", "source-a"), ("b", "other"), ("d", "source-d")])
    assert ledger.names(DONE) == ["a"]
    assert ledger.names(PENDING) == ["b", "d"]
    assert (ledger.results("a"), ledger.results("b")) == ({"V1": {}}, {})
    assert ledger.units() == {"chunk": 2}
    ledger.close()


def test_failed_clusters_can_be_tried_again(ledger):
    ledger.record(Changes("1-0", failed={"a": "boom"}, attempts={"a": 3}))
    assert ledger.names(FAILED) == ["a"]
    ledger.reset_failed()
    assert ledger.failures() == {}
    assert ledger.attempts() == {}


def test_the_position_of_a_lost_stream_is_forgotten(ledger):
    ledger.record(Changes("7-0"))
    ledger.start_stream()
    assert ledger.position() == START


def test_a_file_that_is_not_a_ledger_is_refused(path):
    path.write_text("this is no database at all, but some text that somebody put here")
    with pytest.raises(sqlite3.DatabaseError):
        Ledger(path)


def test_clusters_come_in_the_order_of_the_corpus_with_their_bodies(path):
    ledger = adopting(path, [("c", "source-c"), ("a", "source-a"), ("z", "source-z")])
    ledger.record(Changes("1-0", done=["a"]))
    assert list(ledger.clusters()) == [
        ("c", PENDING, "body of c"),
        ("a", DONE, "body of a"),
        ("z", PENDING, "body of z"),
    ]
    assert [name for name, _, _ in ledger.clusters(PENDING)] == ["c", "z"]
    assert ledger.counts() == {PENDING: 2, DONE: 1}
    ledger.close()


def test_clusters_may_be_recorded_while_they_are_listed(path):
    ledger = adopting(path, [(f"c{number:04}", "source") for number in range(1000)])
    seen = []
    for name, _, _ in ledger.clusters(PENDING):
        seen.append(name)
        ledger.record(Changes("1-0", done=[name]))
    ledger.close()
    assert seen == [f"c{number:04}" for number in range(1000)]


def test_the_units_that_are_new_are_told_once(ledger):
    assert ledger.record(Changes("1-1", [event(), event(), event("b", units=3)])) == {"chunk": 5}
    assert ledger.record(Changes("1-2", [event()])) == {"chunk": 0}


def test_files_are_behind_from_a_done_cluster_until_they_are_written(ledger, path):
    ledger.record(Changes("1-0", [event()]))
    assert not ledger.files_are_behind()
    ledger.record(Changes("2-0", done=["a"]))
    again = Ledger(path)
    assert again.files_are_behind()
    again.files_are_written()
    again.close()
    assert not ledger.files_are_behind()


def test_staged_clusters_change_nothing_until_they_are_adopted(ledger, path):
    ledger.record(Changes("1-0", done=["a"]))
    ledger.close()
    ledger = Ledger()
    ledger.stage("z", "source-z", "body of z")
    ledger.stage("z", "another", "another body")
    assert (ledger.staged, list(ledger.staged_bodies())) == (2, [("z", "body of z")])
    ledger.open(path)
    assert ledger.counts() == {DONE: 1, PENDING: 2}
    ledger.adopt()
    assert list(ledger.clusters()) == [("z", PENDING, "body of z")]
    ledger.close()


def test_an_event_of_several_stages_counts_each(ledger):
    units = {"chunk": 2, "align": 2, "sample": 1}
    parts = tuple(Progress(stage, "V1,V2", number) for stage, number in units.items())
    assert ledger.record(Changes("1-1", [Event("cluster", ("a",), "key", progress=parts)])) == units
    # A stage that is done again by itself, for a damaged artefact, is not counted again.
    again = Event("sample", ("a",), "another key", progress=parts[-1:])
    assert ledger.record(Changes("1-2", [again])) == {"sample": 0}
    assert ledger.units() == units
