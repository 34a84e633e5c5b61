"""A run that is continued or updated: what is kept, and what is written or computed again."""

import gzip
from collections import Counter
from contextlib import closing

import pytest

from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.ledger import Ledger
from paralattice.results import Run
from paralattice.results.parts import scan_members
from support.packs import pack_path
from support.results import exported
from tasks.cluster.jobs import chunk_key
from workers.events import Event, EventReader, emit


def test_failed_clusters_are_tried_again_by_the_next_submit(run, bench, parsed_corpus, plan_of):
    corpus = parsed_corpus(2)
    broken = plan_of(corpus).clusters[0]
    bench.break_cluster(broken)
    assert run(corpus) == 1
    pack_path(bench.store, chunk_key(broken.job)).unlink()
    assert run(corpus) == 0
    assert {message["cluster"] for _, message in run.taken} == {"c000"}
    assert {row["status"] for row in run.table()} == {"done"}
    assert len(run.record()["submits"]) == 2


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


def test_an_update_with_a_larger_corpus_computes_the_new_cluster_alone(run, parsed_corpus):
    corpus = parsed_corpus(2)
    run(corpus)
    for suffix in (".txt", ".mrg"):
        content = (corpus / "c000").with_suffix(suffix).read_bytes()
        (corpus / "new").with_suffix(suffix).write_bytes(content)
    assert run(corpus, update=True) == 0
    assert {message["cluster"] for _, message in run.taken} == {"new"}
    assert [row["cluster"] for row in run.table()] == ["c000"] * 2 + ["c001"] * 2 + ["new"] * 2


def test_news_of_an_earlier_corpus_is_no_news_of_the_updated_run(run, parsed_corpus):
    # Workers elsewhere go on with what was in flight when a run was stopped.
    corpus = parsed_corpus(2)
    run(corpus)
    identity = run.record()["id"]
    EventReader(run.bench.client, identity).open()
    emit(identity, Event("align", ("c000",), "V1,V4", 0, "align: AlignError: of the old sentences"))
    for suffix in (".txt", ".mrg"):
        lines = (corpus / "c000").with_suffix(suffix).read_text("utf-8").splitlines(keepends=True)
        (corpus / "c000").with_suffix(suffix).write_text("".join(lines[1:]), "utf-8")
    assert run(corpus, update=True) == 0, run.output


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
