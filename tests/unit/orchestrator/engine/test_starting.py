"""What a backend does before its first task is told in words."""

from pathlib import Path

import pytest

from orchestrator.engine.resources import Resources
from orchestrator.engine.starting import loops_are_compiled, starting_text


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def resources(workers=2, broker=""):
    return Resources(store="s", workers=workers, window=1, quiet=False, broker=broker)


@pytest.mark.usefixtures("cache")
def test_an_installation_that_has_compiled_nothing_says_that_it_will():
    assert not loops_are_compiled()
    assert starting_text(resources()) == (
        "starting 2 worker processes, compiling loops first (once, 10 to 30 seconds)"
    )


def test_an_installation_that_has_compiled_its_loops_only_starts_workers(cache):
    Path(cache / "align_1").mkdir()
    Path(cache / "align_1" / "chains.nbi").touch()
    assert starting_text(resources(1)) == "starting 1 worker process"


def test_workers_of_a_shared_server_are_waited_for():
    assert starting_text(resources(broker="redis://server")) == "waiting for workers on the server"
