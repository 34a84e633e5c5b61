"""Whole runs: what they say and write, how they fail and stop."""

import re
import signal

from orchestrator.runs.session import INTERRUPTED

VERSIONS = ["V1", "V4"]


def test_a_run_ends_with_its_table_its_record_and_where_they_are(run, parsed_corpus):
    corpus = parsed_corpus(3)
    assert run(corpus) == 0
    assert [(row["cluster"], row["version"], row["status"]) for row in run.table()] == [
        (f"c00{k}", version, "done") for k in range(3) for version in VERSIONS
    ]
    assert run.output.splitlines()[-1] == f"3 of 3 clusters done, 0 failed; results in {run.root}"
    made = run.record()
    assert (made["name"], made["versions"], made["corpus"]) == ("run", VERSIONS, str(corpus))
    assert made["signature"]["parser"] == {"name": "given trees", "digest": ""}
    assert (run.root / "clusters.csv").read_text().splitlines() == [
        "cluster,split,sentences",
        *(f"c00{k},,5" for k in range(3)),
    ]
    (times,) = made["submits"]
    assert (times["workers"], times["seconds"] > 0) == (1, True)


def test_nothing_of_a_finished_run_is_left_on_the_broker(run, bench, parsed_corpus):
    bench.reader.delete()
    run(parsed_corpus(1))
    assert bench.client.keys("paralattice:*") == []


def test_a_failed_cluster_ends_with_1_and_is_named_everywhere(run, bench, parsed_corpus, plan_of):
    corpus = parsed_corpus(2)
    broken = plan_of(corpus).clusters[0]
    bench.break_cluster(broken)
    assert run(corpus) == 1
    assert "failed: c000: align: FormatError: " in run.output
    assert "1 of 2 clusters done, 1 failed" in run.output
    rows = {(row["cluster"], row["version"]): row for row in run.table()}
    assert {key: row["status"] for key, row in rows.items()} == {
        ("c000", "V1"): "failed",
        ("c000", "V4"): "failed",
        ("c001", "V1"): "done",
        ("c001", "V4"): "done",
    }
    assert rows["c000", "V4"]["reason"].startswith("align: FormatError: ")


def test_a_finished_run_starts_no_machine_again(run, parsed_corpus):
    corpus = parsed_corpus(2)
    run(corpus)
    assert run(corpus) == 0
    assert run.machine.started == 1
    assert "2 of 2 clusters done" in run.output


def test_what_another_run_has_computed_is_no_part_of_the_progress(run, parsed_corpus):
    corpus = parsed_corpus(4)
    run(corpus)
    for suffix in (".txt", ".mrg"):
        lines = (corpus / "c001").with_suffix(suffix).read_text("utf-8").splitlines(keepends=True)
        (corpus / "c001").with_suffix(suffix).write_text("".join(lines[1:]), "utf-8")
    assert run(corpus, name="other") == 0
    assert {message["cluster"] for _, message in run.taken} == {"c001"}
    counts = [tuple(map(int, pair)) for pair in re.findall(r"clusters (\d+)/(\d+)", run.output)]
    assert counts
    assert all(done <= total for done, total in counts), run.output


def test_quiet_shows_no_progress_and_no_next_steps(run, parsed_corpus):
    corpus = parsed_corpus(1)
    run(corpus)
    assert "clusters 1/1" in run.output
    run(corpus, quiet=True, name="other", options={"align": {"gap": -2}})
    assert "clusters 1/1" not in run.output
    assert "next:" not in run.output


def test_a_run_that_is_told_to_stop_keeps_what_is_done(run, parsed_corpus, monkeypatch):
    def stop_after_the_first_lot(_machine):
        for _ in range(12):
            if run.bench.step() is None:
                break
        signal.raise_signal(signal.SIGINT)
        return ""

    corpus = parsed_corpus(6)
    before = signal.getsignal(signal.SIGINT)
    with monkeypatch.context() as patch:
        patch.setattr(run.machine, "ensure_running", stop_after_the_first_lot)
        assert run(corpus, window=2) == INTERRUPTED
    assert "nothing is under way" in run.output
    assert "the same command continues from here" in run.output
    assert signal.getsignal(signal.SIGINT) is before
    assert run(corpus) == 0
    assert len(run.table()) == 12
