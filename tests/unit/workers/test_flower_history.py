"""What Flower is told again after a restart."""

import json

import pytest

from workers.flower_history import History


def event(number, kind="task-received", **fields):
    given = {"name": "align", "args": f"run=r cluster=c{number}", "eta": None, **fields}
    place = {"hostname": "w@h", "timestamp": 1000.0 + number, "local_received": 1001.0, "clock": number}
    return {"type": kind, "uuid": f"u{number}", **place, **given}


@pytest.fixture
def history(tmp_path):
    kept = History(tmp_path)
    yield kept
    kept.close()


def test_events_come_back_in_order_without_what_is_empty(history):
    for number in range(3):
        history.keep(event(number))
    events = list(history.events())
    assert [found["uuid"] for found in events] == ["u0", "u1", "u2"]
    assert events[0] == {key: value for key, value in event(0).items() if value is not None}


def test_where_nothing_was_kept_there_are_no_events(history):
    assert list(history.events()) == []


def test_the_file_can_be_read_by_its_owner_alone_and_is_lines_of_json(history, tmp_path):
    history.keep(event(1, result="Tür\n\u2028"))
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text("utf-8"))["result"] == "Tür\n\u2028"
    assert next(history.events())["result"] == "Tür\n\u2028"


def test_an_event_that_two_processes_wrote_counts_once(history, tmp_path):
    other = History(tmp_path)
    for number in range(2):
        history.keep(event(number))
        other.keep(event(number))
        other.keep(event(number, "task-started"))
    other.close()
    kinds = [(found["uuid"], found["type"]) for found in history.events()]
    assert kinds == [
        ("u0", "task-received"),
        ("u0", "task-started"),
        ("u1", "task-received"),
        ("u1", "task-started"),
    ]


def test_lines_that_are_damaged_are_passed_over(history, tmp_path):
    history.keep(event(1))
    with (tmp_path / "history.jsonl").open("ab") as file:
        file.write(b'\xff\x00\n[1]\n{"type": "task-received"}\n7\n')
    history.keep(event(2))
    with (tmp_path / "history.jsonl").open("a") as file:
        file.write(json.dumps(event(3))[:-20])
    assert [found["uuid"] for found in history.events()] == ["u1", "u2"]


def test_a_history_does_not_grow_for_ever_and_keeps_what_is_newest(tmp_path):
    history = History(tmp_path, limit=2000)
    for number in range(100):
        history.keep(event(number))
    history.close()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 5000
    numbers = [int(found["uuid"][1:]) for found in history.events()]
    assert numbers == list(range(numbers[0], 100))
    assert len(numbers) >= 2000 // 200


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path):
    history = History(tmp_path / "gone")
    history.keep(event(1))
    assert list(history.events()) == []
