"""Progress is counted once, never beyond what there is to do, and shown as bars or as plain lines."""

import io

import pytest
from rich.console import Console

from orchestrator.runs.view import progress
from orchestrator.runs.view.progress import Display
from workers.task_names import STAGES

TOTALS = dict.fromkeys(STAGES, 10) | {"parse": 40, "exchange": 0}


class Clock:
    """Stands in for the module ``time``: seconds pass when a test says so."""

    def __init__(self):
        self.seconds = 100.0

    def monotonic(self):
        return self.seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


@pytest.fixture
def plain():
    return Console(file=io.StringIO(), width=200)


def lines(console):
    return console.file.getvalue().splitlines()


def test_a_line_tells_units_by_stage_clusters_speed_and_time_left(plain, clock):
    display = Display(plain, TOTALS, 2)
    clock.seconds += 10
    display.update({"parse": 10}, 0, 0)
    clock.seconds += 10
    display.update({"parse": 10, "chunk": 5, "align": 2}, 0, 0)
    # 17 of 90 units took 10 seconds, and 63 are left.
    assert lines(plain)[-1] == (
        "parse 20/40  chunk 5/10  align 2/10  merge 0/10  build 0/10  sample 0/10  clusters 0/2  "
        "20 s  parse 1.0 sentences/s  about 37 s left"
    )


def test_no_time_left_is_guessed_before_some_seconds_of_work_were_seen(plain, clock):
    display = Display(plain, TOTALS, 2)
    assert display.seconds_left() is None
    clock.seconds += 60
    display.update({"parse": 10, "chunk": 5}, 0, 0)
    assert display.seconds_left() is None
    clock.seconds += 4
    display.update({"parse": 10}, 0, 0)
    assert display.seconds_left() is None
    clock.seconds += 1
    assert display.seconds_left() == pytest.approx(5 * 65 / 10, abs=0.1)
    display.update({"parse": 20, **dict.fromkeys(STAGES[1:], 10)}, 2, 0)
    assert display.seconds_left() == 0


def test_no_time_left_is_guessed_from_clusters_that_need_no_parser(plain, clock):
    display = Display(plain, TOTALS, 2)
    for _ in range(5):
        clock.seconds += 10
        display.update({"chunk": 2, "align": 2, "merge": 2}, 0, 0)
    assert display.awaits_parser()
    assert display.seconds_left() is None


def test_a_phase_is_told_once_and_no_stage_before_it_begins(plain, clock):
    display = Display(plain, TOTALS, 2)
    for _ in range(3):
        clock.seconds += 6
        display.phase("starting 2 worker processes")
        display.update({}, 0, 0)
    display.phase("")
    assert lines(plain) == ["starting 2 worker processes"]


def test_a_stage_whose_results_were_there_is_reused_and_one_that_nothing_needs_is_left_out(plain, clock):
    display = Display(plain, TOTALS | {"parse": 0, "align": 0}, 1, reused={"parse"})
    clock.seconds += 10
    display.update({"chunk": 1}, 0, 0)
    assert lines(plain)[0].startswith("parse reused  chunk 1/10  merge 0/10")


def test_lines_come_some_seconds_apart_and_once_more_at_the_end(plain, clock):
    display = Display(plain, TOTALS, 3)
    for _ in range(20):
        clock.seconds += 1
        display.update({"chunk": 1}, 0, 0)
    display.update({}, 1, 1)
    assert len(lines(plain)) == 4
    display.update({}, 2, 1)
    assert len(lines(plain)) == 5
    assert "clusters 2/3 (1 failed)" in lines(plain)[-1]


def shown(console, display, clock):
    """Return what the display has counted, by stage."""
    clock.seconds += 100
    display.update({}, display._clusters, 0)
    return dict(word.split(" ") for word in lines(console)[-1].split("  ")[: len(STAGES)])


def test_work_that_is_done_again_never_exceeds_all_of_it(plain, clock):
    display = Display(plain, TOTALS, 9)
    for _ in range(3):
        display.update({"parse": 30}, 0, 0)
    assert shown(plain, display, clock)["parse"] == "40/40"


def test_units_of_a_stage_without_work_do_not_count(plain, clock):
    display = Display(plain, dict.fromkeys(STAGES, 0), 9, reused=STAGES)
    display.update({"parse": 3}, 0, 0)
    assert shown(plain, display, clock) == dict.fromkeys(STAGES, "reused")
    assert lines(plain)[-1].endswith("clusters 9/9  100 s")


def test_quiet_shows_warnings_alone(plain, clock):
    with Display(plain, TOTALS, 1, quiet=True) as display:
        clock.seconds += 100
        display.update({"chunk": 1}, 1, 0)
        display.say("the broker was restarted")
    assert lines(plain) == ["the broker was restarted"]


@pytest.mark.parametrize("text", ["[red]x[/red]", "a.mrg:100:3: odd", "x" * 500, "1 [/] 2"])
def test_a_line_is_shown_as_it_is(plain, text):
    Display(plain, TOTALS, 1).say(text)
    assert lines(plain) == [text]


def test_a_terminal_gets_a_bar_a_stage():
    console = Console(file=io.StringIO(), width=120, force_terminal=True, color_system=None)
    with Display(console, TOTALS, 2) as display:
        display.update({"parse": 40, "chunk": 4}, 1, 0)
        display.say("a line above the bars")
    text = console.file.getvalue()
    last = text[text.rindex("parse ") :].splitlines()
    shown = [stage for stage in STAGES if stage != "exchange"]
    assert [line.split()[0] for line in last[: len(shown)]] == shown
    assert "40/40" in last[0]
    assert "sentences" in last[0]
    assert "4/10" in last[1].replace(" 4/10", "4/10")
    assert "lattices" in last[1]
    assert "a line above the bars" in text
    assert "clusters 1/2" in text
    assert last[0].count("40/40 sentences") == 1


def test_a_terminal_shows_the_phase_below_the_bars_until_work_begins():
    console = Console(file=io.StringIO(), width=120, force_terminal=True, color_system=None)
    with Display(console, TOTALS | {"parse": 0}, 2, reused={"parse"}) as display:
        display.phase("starting 2 worker processes")
    text = console.file.getvalue()
    assert "starting 2 worker processes" in text
    assert "reused" in text


def test_bars_are_not_shown_when_quiet_is_wanted():
    console = Console(file=io.StringIO(), force_terminal=True, color_system=None)
    with Display(console, TOTALS, 2, quiet=True) as display:
        display.update({"chunk": 1}, 2, 0)
    assert console.file.getvalue() == ""


def test_less_than_a_second_left_is_not_told(plain, clock):
    display = Display(plain, TOTALS, 2)
    clock.seconds += 10
    display.update({"parse": 10}, 0, 0)
    clock.seconds += 10
    display.update({"parse": 30, **dict.fromkeys(STAGES[2:], 10), "chunk": 9}, 1, 0)
    assert 0 < display.seconds_left() < 1
    assert "left" not in lines(plain)[-1]


def test_the_pace_is_that_of_the_stage_that_runs(plain, clock):
    display = Display(plain, TOTALS | {"exchange": 10}, 2)
    clock.seconds += 10
    display.update({"parse": 40}, 0, 0)
    assert "  parse 4.0 sentences/s" in lines(plain)[-1]
    clock.seconds += 20
    display.update({"exchange": 4, "chunk": 8}, 0, 0)
    assert "  exchange 0.2 lattices/s" in lines(plain)[-1]
