"""`orchestrator report` writes the page of a run."""

import pytest


@pytest.mark.usefixtures("finished_copy")
def test_a_run_ends_with_its_report_which_can_be_written_again_for_other_clusters(orchestrator):
    path = orchestrator.folder / "runs" / "corpus" / "report.html"
    written = path.read_bytes()
    assert b'id="cluster-23"' in written
    again = orchestrator.call("report", "runs/corpus")
    assert (again.returncode, again.stdout) == (
        0,
        "runs/corpus/report.html: 24 clusters, 0 failed; 24 shown in detail\n",
    )
    assert path.read_bytes() == written
    one = orchestrator.call("report", "runs/corpus", "--only", "c001", "-o", "one.html")
    assert one.stdout == "one.html: 24 clusters, 0 failed; 1 shown in detail\n"
    assert (orchestrator.folder / "one.html").stat().st_size < len(written)


def test_a_folder_that_is_no_run_is_named_in_one_line(orchestrator):
    (orchestrator.folder / "empty").mkdir()
    done = orchestrator.call("report", "empty")
    assert done.returncode == 2
    assert done.stderr == "error: there is no run 'empty'; the runs in runs: none\n"
