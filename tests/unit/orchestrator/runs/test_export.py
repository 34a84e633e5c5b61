"""A run's results are exported as files, all or some."""

import pytest

from orchestrator.runs.export import export_run
from orchestrator.runs.folder import RunError
from paralattice.errors import FormatError
from support.results import exported, remove_record
from support.runs import make_run

CLUSTERS = {"ferry": ["the ferry sank .", "it sank ."], "bridge": ["the bridge fell .", "it fell down ."]}


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "harbour", CLUSTERS, failed=("pilot",))


def written(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_files_of_all_clusters_are_written(run, tmp_path):
    found = export_run(run, (), (), "files", tmp_path / "out")
    assert written(tmp_path / "out") == exported(run)
    assert found == (2, len(exported(run)))


def test_clusters_and_versions_can_be_chosen(run, tmp_path):
    found = export_run(run, ("bridge",), ("V2",), "dot", tmp_path / "out")
    assert list(written(tmp_path / "out")) == ["V2/bridge/lattice.dot"]
    assert found == (1, 1)


def test_a_cluster_that_the_run_has_not_is_answered_with_a_similar_one(run, tmp_path):
    with pytest.raises(RunError, match=r"has no results of 'brigde' \(did you mean 'bridge'\?\)"):
        export_run(run, ("ferry", "brigde"), (), "files", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_version_that_the_run_has_not_is_refused(run, tmp_path):
    with pytest.raises(RunError, match="has no version 'V9'"):
        export_run(run, (), ("V9",), "files", tmp_path / "out")


def test_a_version_without_a_record_is_named(run, tmp_path):
    remove_record(run, "ferry", "V2")
    with pytest.raises(FormatError, match="'ferry' in version V2"):
        export_run(run, ("ferry",), (), "files", tmp_path / "out")


def test_a_run_without_results_is_refused(tmp_path):
    run = make_run(tmp_path / "empty", {})
    with pytest.raises(RunError, match="has no results yet"):
        export_run(run, (), (), "files", tmp_path / "out")
