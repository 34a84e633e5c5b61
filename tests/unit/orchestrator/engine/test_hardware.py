"""Cores and memory are those that this process may use, in a container its share."""

import os

import psutil
import pytest

from orchestrator.engine.hardware import cores, memory


@pytest.fixture
def limits(tmp_path):
    """Write the files in which a container sees its limits."""

    def write(**files):
        for name, content in files.items():
            (tmp_path / name.replace("_", ".")).write_text(content, encoding="ascii")
        return tmp_path

    return write


def test_without_limits_cores_are_those_that_the_process_may_use(tmp_path):
    assert cores(tmp_path) == len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("quota", "number"), [("100000 100000\n", 1), ("150000 100000\n", 2), ("10000 100000\n", 1)]
)
def test_a_containers_share_of_the_cores_is_rounded_up(limits, monkeypatch, quota, number):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert cores(limits(cpu_max=quota)) == number


@pytest.mark.parametrize("quota", ["max 100000\n", "9900000 100000\n", ""])
def test_a_container_without_a_smaller_share_has_all_cores(limits, quota):
    assert cores(limits(cpu_max=quota)) == len(os.sched_getaffinity(0))


def test_without_limits_memory_is_the_machines(tmp_path):
    size = memory(tmp_path)
    assert size.total == psutil.virtual_memory().total
    assert 0 < size.available <= size.total


def test_a_containers_memory_is_its_limit_and_cached_files_give_way(limits):
    folder = limits(
        memory_max="50000000\n", memory_current="40000000\n", memory_stat="anon 1\ninactive_file 5000000\n"
    )
    size = memory(folder)
    assert (size.total, size.available) == (50_000_000, 15_000_000)


@pytest.mark.parametrize("most", ["max\n", f"{2**62}\n"])
def test_a_limit_above_what_there_is_is_none(limits, most):
    assert memory(limits(memory_max=most, memory_current="1\n")).total == psutil.virtual_memory().total
