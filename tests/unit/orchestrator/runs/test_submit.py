"""Whole runs with workers in the test's own process: what is said, written, and written again."""

import csv
import gzip
import io
import json
import os
import re
import signal
from collections import Counter
from contextlib import closing

import pytest
from rich.console import Console

from orchestrator.corpora import CorpusSettings
from orchestrator.engine.resources import Resources
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from orchestrator.runs.session import INTERRUPTED
from orchestrator.runs.submit import Request, submit
from paralattice.results import Run
from paralattice.results.parts import scan_members
from support.packs import pack_path
from support.results import exported
from tasks.cluster.jobs import chunk_key
from workers.events import Event, EventReader, emit
from workers.settings import QUEUE

VERSIONS = ["V1", "V4"]


@pytest.fixture
def run(bench, tmp_path, monkeypatch):
    """Submit a folder; the workers do all messages whenever they are asked whether they run."""

    class InProcessBackend:
        interrupted = "nothing is under way"
        broker_url = bench.broker.url
        queue = QUEUE
        started = 0
        taken = ()
        window = staticmethod(lambda: 0)

        def __init__(self, *_, **__):
            InProcessBackend.started += 1

        def __enter__(self):
            return self

        def __exit__(self, *_):
            bench.forget_messages()

        def ensure_running(self):
            InProcessBackend.taken = (*InProcessBackend.taken, *bench.drain())
            return ""

        def lost(self, _silences):
            return set()

        def inspection(self):
            return None

        def on_idle(self):
            pass

        def on_progress(self):
            pass

    monkeypatch.setattr("orchestrator.engine.backends.LocalBackend", InProcessBackend)
    monkeypatch.setattr("orchestrator.engine.scheduler._WAIT_SECONDS", 0.01)

    def run(corpus, options=None, **more):
        console = Console(file=io.StringIO(), width=150)
        request = Request(
            corpus=corpus,
            runs=tmp_path / "runs",
            name=more.pop("name", "run"),
            resources=Resources(
                str(bench.store.root), window=more.pop("window", 64), quiet=more.pop("quiet", False)
            ),
            settings=CorpusSettings(tokenized=more.pop("tokenized", True)),
            options={"versions": VERSIONS, **(options or {})},
            **more,
        )
        InProcessBackend.taken = ()
        try:
            run.code = submit(request, console)
        finally:
            run.output = console.file.getvalue()
            run.taken = InProcessBackend.taken
        return run.code

    run.bench = bench
    run.machine = InProcessBackend
    run.root = tmp_path / "runs" / "run"
    return run


def record(run):
    return json.loads((run.root / "run.json").read_text("utf-8"))


def table(run):
    with (run.root / "results.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_ends_with_its_table_its_record_and_where_they_are(run, parsed_corpus):
    corpus = parsed_corpus(3)
    assert run(corpus) == 0
    assert [(row["cluster"], row["version"], row["status"]) for row in table(run)] == [
        (f"c00{k}", version, "done") for k in range(3) for version in VERSIONS
    ]
    assert run.output.splitlines()[-1] == f"3 of 3 clusters done, 0 failed; results in {run.root}"
    made = record(run)
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
    rows = {(row["cluster"], row["version"]): row for row in table(run)}
    assert {key: row["status"] for key, row in rows.items()} == {
        ("c000", "V1"): "failed",
        ("c000", "V4"): "failed",
        ("c001", "V1"): "done",
        ("c001", "V4"): "done",
    }
    assert rows["c000", "V4"]["reason"].startswith("align: FormatError: ")


def test_failed_clusters_are_tried_again_by_the_next_submit(run, bench, parsed_corpus, plan_of):
    corpus = parsed_corpus(2)
    broken = plan_of(corpus).clusters[0]
    bench.break_cluster(broken)
    assert run(corpus) == 1
    pack_path(bench.store, chunk_key(broken.job)).unlink()
    assert run(corpus) == 0
    assert {message["cluster"] for _, message in run.taken} == {"c000"}
    assert {row["status"] for row in table(run)} == {"done"}
    assert len(record(run)["submits"]) == 2


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


@pytest.mark.parametrize(
    "name", ["results/part-00000.jsonl.gz", "features/part-00000.jsonl.gz", "results.csv"]
)
def test_a_result_that_somebody_removed_is_written_again(run, parsed_corpus, name):
    corpus = parsed_corpus(1)
    run(corpus)
    content = (run.root / name).read_bytes()
    (run.root / name).unlink()
    assert run(corpus) == 0
    assert (run.root / name).read_bytes() == content
    assert run.taken == ()


def cut_within(content, _):
    return content[: len(content) // 2]


def doubled_at_the_end(content, last):
    return content + content[last.offset :]


def cut_within_the_header(content, last):
    return content[: last.offset + 9]


@pytest.mark.parametrize("damage", [cut_within, doubled_at_the_end, cut_within_the_header])
@pytest.mark.parametrize("folder", ["results", "features"])
def test_a_part_that_a_killed_process_left_is_mended(run, parsed_corpus, folder, damage):
    corpus = parsed_corpus(4)
    run(corpus)
    part = run.root / folder / "part-00000.jsonl.gz"
    expected = exported(run.root)
    content, members = part.read_bytes(), list(scan_members(part))
    part.write_bytes(damage(content, members[-1]))
    assert run(corpus) == 0
    assert run.taken == ()
    assert exported(run.root) == expected
    assert Counter(member.name for member in scan_members(part)) == Counter(m.name for m in members)
    # Other tools read it to the end.
    assert gzip.decompress(part.read_bytes()).count(b"\n") == (8 if folder == "results" else 4)


def test_results_of_a_changed_cluster_replace_those_of_before(run, parsed_corpus):
    corpus = parsed_corpus(3)
    run(corpus)
    before = Run(run.root)["c000"]["V1"].originals
    for suffix in (".txt", ".mrg"):
        lines = (corpus / "c000").with_suffix(suffix).read_text("utf-8").splitlines(keepends=True)
        (corpus / "c000").with_suffix(suffix).write_text("".join(lines[1:]), "utf-8")
        (corpus / "c001").with_suffix(suffix).unlink()
    assert run(corpus, update=True) == 0
    kept = Run(run.root)
    assert list(kept) == ["c000", "c002"]
    assert kept["c000"]["V1"].originals == before[1:]
    names = [member.name for member in scan_members(run.root / "results/part-00000.jsonl.gz")]
    assert sorted(names) == ["c000", "c002"]


def test_sentences_of_a_cluster_that_is_gone_leave_the_table(run, parsed_corpus):
    corpus = parsed_corpus(2)
    run(corpus)
    for suffix in (".txt", ".mrg"):
        (corpus / "c001").with_suffix(suffix).unlink()
    assert run(corpus, update=True) == 0
    lines = (run.root / "sentences.csv").read_text("utf-8").splitlines()
    assert {line.partition(",")[0] for line in lines[1:]} == {"c000"}


def test_changed_options_are_refused_with_the_difference_unless_the_run_is_updated(run, parsed_corpus):
    corpus = parsed_corpus(1)
    run(corpus)
    before = record(run)
    with pytest.raises(RunError, match=r"options\.align\.gap: -1 -> -2\n.*--update"):
        run(corpus, {"align": {"gap": -2}})
    assert record(run) == before
    assert run(corpus, {"align": {"gap": -2}}, update=True) == 0
    assert record(run)["signature"]["options"]["align"]["gap"] == -2


def test_options_of_the_command_line_go_before_those_of_the_corpus(run, parsed_corpus):
    corpus = parsed_corpus(1)
    (corpus / "corpus.toml").write_text("[options.sample]\ndraws = 9\nkeep = 2\n", "utf-8")
    assert run(corpus, {"sample": {"keep": 3}}) == 0
    sample = record(run)["signature"]["options"]["sample"]
    assert (sample["draws"], sample["keep"]) == (9, 3)
    assert {row["draws"] for row in table(run)} == {"9"}


def test_an_update_with_a_larger_corpus_computes_the_new_cluster_alone(run, parsed_corpus):
    corpus = parsed_corpus(2)
    run(corpus)
    for suffix in (".txt", ".mrg"):
        content = (corpus / "c000").with_suffix(suffix).read_bytes()
        (corpus / "new").with_suffix(suffix).write_bytes(content)
    assert run(corpus, update=True) == 0
    assert {message["cluster"] for _, message in run.taken} == {"new"}
    assert [row["cluster"] for row in table(run)] == ["c000"] * 2 + ["c001"] * 2 + ["new"] * 2


def test_news_of_an_earlier_corpus_is_no_news_of_the_updated_run(run, parsed_corpus):
    # Workers elsewhere go on with what was in flight when a run was stopped.
    corpus = parsed_corpus(2)
    run(corpus)
    identity = record(run)["id"]
    EventReader(run.bench.client, identity).open()
    emit(identity, Event("align", ("c000",), "V1,V4", 0, "align: AlignError: of the old sentences"))
    for suffix in (".txt", ".mrg"):
        lines = (corpus / "c000").with_suffix(suffix).read_text("utf-8").splitlines(keepends=True)
        (corpus / "c000").with_suffix(suffix).write_text("".join(lines[1:]), "utf-8")
    assert run(corpus, update=True) == 0, run.output


def test_quiet_shows_no_progress_and_no_next_steps(run, parsed_corpus):
    corpus = parsed_corpus(1)
    run(corpus)
    assert "clusters 1/1" in run.output
    run(corpus, quiet=True, name="other", options={"align": {"gap": -2}})
    assert "clusters 1/1" not in run.output
    assert "next:" not in run.output


@pytest.mark.parametrize("content", ["{}", '{"signature": 1}'])
def test_a_record_that_is_none_of_a_run_is_named(run, parsed_corpus, content):
    run.root.mkdir(parents=True)
    (run.root / "run.json").write_text(content, "utf-8")
    with pytest.raises(RunError, match=r"run\.json"):
        run(parsed_corpus(1))


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
    assert "the same command goes on from here" in run.output
    assert signal.getsignal(signal.SIGINT) is before
    assert run(corpus) == 0
    assert len(table(run)) == 12


@pytest.fixture
def unread(monkeypatch):
    """Count the clusters that are read and planned."""
    read = []
    real = Plan.cluster
    monkeypatch.setattr(Plan, "cluster", lambda *arguments: read.append(real(*arguments)) or read[-1])
    return read


def test_an_unchanged_corpus_is_not_read_again(run, parsed_corpus, unread):
    corpus = parsed_corpus(3)
    run(corpus)
    assert len(unread) == 3
    before = record(run)["signature"]
    for file in corpus.iterdir():
        os.utime(file, (1, 1))
    assert run(corpus) == 0
    assert len(unread) == 3
    assert record(run)["signature"] == before
    assert "3 of 3 clusters done" in run.output


def test_a_word_that_changed_in_a_file_of_the_same_size_and_time_is_seen(run, parsed_corpus):
    corpus = parsed_corpus(2)
    run(corpus)
    for file in (corpus / "c001.txt", corpus / "c001.mrg"):
        times, text = file.stat(), file.read_text("utf-8")
        file.write_text(text.replace("the", "Zhe").replace("The", "Zhe"), "utf-8")
        assert file.read_text("utf-8") != text
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(RunError, match=r"corpus\.digest.*\n.*--update"):
        run(corpus)
    assert run(corpus, update=True) == 0
    assert {message["cluster"] for _, message in run.taken} == {"c001"}


def test_a_corpus_that_changes_while_it_is_read_is_read_again(run, parsed_corpus, unread, monkeypatch):
    corpus = parsed_corpus(2)
    settings = corpus / "corpus.toml"
    settings.write_text("", "utf-8")
    adopt = Ledger.adopt
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "adopt", lambda ledger: (adopt(ledger), settings.write_text("# new", "utf-8")))
        run(corpus)
    settings.write_text("", "utf-8")
    run(corpus)
    assert len(unread) == 4


@pytest.mark.parametrize("name", ["clusters.csv", "originals.jsonl"])
def test_a_table_of_clusters_that_somebody_removed_is_written_again(run, parsed_corpus, unread, name):
    corpus = parsed_corpus(2)
    run(corpus, tokenized=False)
    content = (run.root / name).read_bytes()
    (run.root / name).unlink()
    run(corpus, tokenized=False)
    assert (run.root / name).read_bytes() == content
    assert len(unread) == 2


def test_a_ledger_that_another_process_changes_meanwhile_is_not_taken_for_the_corpus(
    run, parsed_corpus, monkeypatch
):
    corpus = parsed_corpus(2)
    run(corpus)
    locked = RunFolder.locked

    def change_and_lock(folder):
        with closing(Ledger(folder.ledger)) as ledger:
            ledger.note_corpus("{}")
        return locked(folder)

    monkeypatch.setattr(RunFolder, "locked", change_and_lock)
    with pytest.raises(RunError, match="changed by another process just now"):
        run(corpus)
