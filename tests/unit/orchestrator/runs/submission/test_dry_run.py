"""A dry run counts what a run would compute and refuses what it would refuse, and writes nothing."""

import pytest

from orchestrator.io.model_folder import ModelFolderError
from orchestrator.runs.folder import RunError


def test_a_dry_run_counts_what_is_left_to_compute_and_writes_nothing(run, parsed_corpus):
    corpus = parsed_corpus(3)
    assert run(corpus, dry_run=True) == 0
    assert f"run {run.root}: 3 clusters, 15 sentences, V1, V4" in run.output
    assert units(run) == {"parse": 0, "chunk": 6, "align": 6, "merge": 6, "build": 6, "sample": 6}
    assert not run.root.exists()
    run(corpus)
    before = run.record()
    run(corpus, dry_run=True)
    assert set(units(run).values()) == {0}
    assert run.record() == before


def test_a_dry_run_refuses_what_the_run_would_refuse(run, parsed_corpus):
    corpus = parsed_corpus(1)
    run(corpus)
    with pytest.raises(RunError, match=r"options\.align\.gap: -1 -> -2"):
        run(corpus, {"align": {"gap": -2}}, dry_run=True)


def test_a_dry_run_refuses_wordings_of_no_model(run, parsed_corpus, tmp_path):
    with pytest.raises(ModelFolderError, match=r"exchange\.wordings: .*absent: is no model"):
        run(parsed_corpus(1), {"exchange": {"wordings": str(tmp_path / "absent")}}, dry_run=True)


def units(run):
    lines = [line.split() for line in run.output.splitlines() if line.endswith("to compute")]
    return {stage: int(count) for stage, count, *_ in lines}
