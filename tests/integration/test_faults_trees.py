"""The version that is made of trees, with workers that are killed."""

import pytest

from support.console_script import Orchestrator
from support.corpora import write_corpus
from support.results import finished_clusters
from support.waiting import eventually

CLUSTERS = 16


@pytest.fixture
def expected(tmp_path_factory):
    """Run a corpus in peace; return it and the files that come out."""
    script = Orchestrator(tmp_path_factory.mktemp("peace"))
    corpus = write_corpus(script.folder / "corpus", CLUSTERS)
    done = script.run("submit", corpus, "--method", "pang", "--versions", "pang,V1", "--workers", 2)
    assert done.returncode == 0, done.stderr
    return corpus, script.files()


@pytest.mark.slow
def test_a_run_of_trees_whose_workers_are_killed_ends_with_the_same_files(orchestrator, expected):
    corpus, files = expected
    process = orchestrator.start(
        *("submit", corpus, "--method", "pang", "--versions", "pang,V1", "--workers", 2, "--window", 2)
    )
    run = orchestrator.folder / "runs/corpus"
    assert eventually(lambda: len(finished_clusters(run)) > 2 or process.poll() is not None)
    assert process.poll() is None, process.communicate()
    workers = [
        each
        for each in orchestrator.processes("-m workers.main")
        if "guard.sh" not in " ".join(each.cmdline())
    ]
    for worker in workers:
        worker.kill()
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 0, (output, errors)
    assert orchestrator.files() == files
