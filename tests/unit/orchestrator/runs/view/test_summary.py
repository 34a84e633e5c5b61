"""What is printed at the end is exact, complete and no longer than a screen or two."""

import pytest
from rich.console import Console

from orchestrator.runs.view.summary import ShownResults, short_count, show_failures


@pytest.fixture
def console(tmp_path):
    with (tmp_path / "shown").open("w+", encoding="utf-8") as file:
        yield Console(file=file, width=120)


def lines(console):
    console.file.seek(0)
    return [line.rstrip() for line in console.file.read().splitlines() if line.strip()]


def row(cluster="c", version="V1", **figures):
    numbers = {"states": 1, "arcs": 2, "paths": 3, "distinct": 4, "novel": 5, "chosen": 6, **figures}
    return {"cluster": cluster, "sentences": 7, "version": version, "status": "done", **numbers}


def show_results(console, rows):
    """Let rows pass, and print what is shown of them."""
    shown = ShownResults()
    assert list(shown.gathered(rows)) == rows
    shown.show(console)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "?"),
        (0, "0"),
        (999, "999"),
        (9_999_999, "9,999,999"),
        (10_000_000, "1.0e7"),
        (27_182_818, "2.7e7"),
        (10**60, "1.0e60"),
        (31 * 10**500, "3.1e501"),
    ],
)
def test_counts_are_exact_as_long_as_people_can_read_them(value, text):
    assert short_count(value) == text


def test_a_cluster_is_named_once_and_each_version_has_its_line(console):
    show_results(console, [row("a", "V1"), row("a", "V4", paths=12_345), row("b", "V1", distinct=None)])
    head, *body = lines(console)
    assert " ".join(head.split()) == "cluster sentences version states arcs paths distinct novel chosen"
    assert [line.split() for line in body] == [
        ["a", "7", "V1", "1", "2", "3", "4", "5", "6"],
        ["V4", "1", "2", "12,345", "4", "5", "6"],
        ["b", "7", "V1", "1", "2", "3", "?", "5", "6"],
    ]


def test_the_name_of_a_cluster_is_shown_as_it_is(console):
    show_results(console, [row("storm[uk]"), row("a [b] c")])
    assert [line.split("  ")[0] for line in lines(console)[1:]] == ["storm[uk]", "a [b] c"]


def test_many_clusters_are_a_line_a_version_with_medians(console):
    rows = [row(f"c{k}", version, paths=10**k, arcs=k) for k in range(30) for version in ("V4", "V1")]
    show_results(console, rows)
    head, *body = lines(console)
    assert head.split()[:2] == ["version", "clusters"]
    assert [line.split()[:6] for line in body] == [
        ["V4", "30", "median", "1", "14", "1.0e14"],
        ["V1", "30", "median", "1", "14", "1.0e14"],
    ]


def test_a_median_leaves_out_what_is_unknown(console):
    rows = [row(f"c{k}", distinct=None if k % 2 else k, novel=None) for k in range(60)]
    show_results(console, rows)
    *_, distinct, novel, chosen = lines(console)[1].split()
    assert (distinct, novel, chosen) == ("28", "?", "6")


def test_failed_clusters_are_not_in_the_table(console):
    show_results(console, [row("a"), {"cluster": "b", "version": "V1", "status": "failed"}])
    assert [line.split()[0] for line in lines(console)[1:]] == ["a"]


def test_a_table_without_a_line_is_not_printed(console):
    show_results(console, [{"cluster": "b", "version": "V1", "status": "failed"}])
    assert lines(console) == []


def test_every_failure_is_printed_in_one_line_as_it_is(console):
    reasons = {"a": "align: [bold]odd[/bold] " + "x" * 200, "b": "chunk: FormatError: b.mrg:100:3: odd"}
    show_failures(console, reasons)
    assert lines(console) == [f"failed: {name}: {reason}" for name, reason in reasons.items()]


def test_clusters_without_new_sentences_are_counted_with_the_rule_that_refused_most(console):
    rules = ("time", "distance", "distance", "")
    none = [row(str(number), "V6", novel=0, rule=rule) for number, rule in enumerate(rules)]
    show_results(console, [*none, row("d", "V6"), row("d", "V4", novel=0)])
    assert lines(console)[-2:] == [
        "V6: 4 of 5 clusters got no new sentence, most often because of the rule distance (2); the column "
        "reason of results.csv says why",
        "V4: 1 of 1 clusters got no new sentence; the column reason of results.csv says why",
    ]


def test_a_long_name_is_on_one_line(tmp_path):
    with (tmp_path / "shown").open("w+", encoding="utf-8") as file:
        console = Console(file=file, width=60)
        show_results(console, [row("storm-" * 20)])
        assert f"{'storm-' * 20}          7  V1            1     2      3         4      5       6" in lines(
            console
        )
