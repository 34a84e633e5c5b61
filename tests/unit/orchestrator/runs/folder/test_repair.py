"""What is said to do about a damaged file of a run."""

import pytest

from orchestrator.runs.folder import RunFolder, repair_advice
from paralattice.errors import FormatError, ParalatticeError, ProblemsError
from support.runs import make_run


@pytest.fixture
def root(tmp_path):
    return make_run(tmp_path / "harbour", {"ferry": ["the ferry sank .", "it sank ."]})


@pytest.mark.parametrize("file", ["run.json", "results.csv", "clusters.csv"])
def test_a_file_that_submit_writes_again_is_to_be_removed(root, file):
    assert f"remove {root / file} and submit the corpus again" in repair_advice(
        FormatError("is damaged", str(root / file), 3)
    )


def test_files_of_several_errors_are_named_once(root):
    error = FormatError("is damaged", str(root / "results.csv"), 3)
    assert repair_advice(ProblemsError([error, error])).count("results.csv") == 1


@pytest.mark.parametrize("file", ["sheets-key.csv", "scores/judgements.csv", "part-00000.jsonl.gz"])
def test_work_of_people_and_files_of_others_are_not_to_be_removed(root, file):
    (root / file).parent.mkdir(exist_ok=True)
    (root / file).write_text("by judges")
    assert repair_advice(FormatError("is damaged", str(root / file))) == ""


def test_a_file_that_is_absent_is_not_to_be_removed(root):
    RunFolder(root).results.unlink()
    assert repair_advice(FormatError("cannot be read", str(root / "results.csv"))) == ""


def test_other_errors_have_no_advice(tmp_path):
    (tmp_path / "run.json").write_text("{}")
    assert repair_advice(FormatError("not JSON", str(tmp_path / "run.json"))) == ""
    assert repair_advice(ParalatticeError("no such run")) == ""
