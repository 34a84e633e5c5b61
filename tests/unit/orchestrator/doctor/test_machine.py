"""What the doctor finds on one machine: each thing that can be amiss is named with what to do."""

import shutil
import types

import pytest

from orchestrator.doctor import machine
from orchestrator.doctor.findings import Level
from orchestrator.engine.hardware import Memory
from paralattice import compiling as kernels
from paralattice.adapters import parser_files
from workers.broker import embedded as broker_module

GIGABYTE = 10**9


def the(findings):
    (finding,) = findings
    return finding


def test_python_and_our_version_are_told_with_a_digest_of_the_code():
    first, second = machine.python()
    assert first.level is second.level is Level.OK
    assert len(second.facts["code"]) == 12


@pytest.mark.parametrize(
    ("available", "level", "advice"),
    [(16.0, Level.OK, ""), (1.5, Level.WARNING, "--workers 2"), (0.6, Level.PROBLEM, "0.8 GB")],
)
def test_memory_is_compared_with_what_a_process_a_core_takes(monkeypatch, available, level, advice):
    monkeypatch.setattr(machine, "cores", lambda: 4)
    monkeypatch.setattr(machine, "memory", lambda: Memory(16 * GIGABYTE, int(available * GIGABYTE)))
    finding = the(machine.cores_and_memory())
    assert finding.level is level
    assert advice in finding.advice


@pytest.mark.parametrize(("free", "level"), [(50.0, Level.OK), (1.0, Level.WARNING), (0.01, Level.PROBLEM)])
def test_a_disk_that_is_nearly_full_is_told(monkeypatch, tmp_path, free, level):
    usage = types.SimpleNamespace(free=int(free * GIGABYTE))
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: usage)
    finding = the(machine.disk(tmp_path / "not/yet"))
    assert finding.level is level
    assert finding.text.endswith(f"free in {tmp_path}")


def test_compiled_code_is_kept_in_a_folder_that_can_be_written():
    finding = the(machine.compiled_code())
    assert finding.level is Level.OK
    assert finding.facts["folder"]


def test_that_compiled_code_is_kept_nowhere_is_a_warning(monkeypatch):
    def refuse(**options):
        if options.get("cache"):
            raise RuntimeError("no locator available")
        return lambda _function: types.SimpleNamespace(stats=types.SimpleNamespace(cache_path=None))

    monkeypatch.setattr(kernels, "njit", refuse)
    finding = the(machine.compiled_code())
    assert finding.level is Level.WARNING
    assert "NUMBA_CACHE_DIR" in finding.advice


def test_the_model_in_the_package_is_as_it_was_shipped():
    finding = the(machine.model())
    assert finding.level is Level.OK
    assert len(finding.facts["digest"]) == 64
    assert finding.facts["parsers"][0] == "default"


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"x")])
def test_a_model_file_that_is_absent_or_changed_is_a_problem(monkeypatch, tmp_path, damage):
    copy = tmp_path / "models"
    shutil.copytree(parser_files.MODELS, copy)
    monkeypatch.setattr(parser_files, "MODELS", copy)
    damage(copy / "en_gum.weights")
    finding = the(machine.model())
    assert finding.level is Level.PROBLEM
    assert finding.facts["damaged"] == ["en_gum.weights"]


def test_the_embedded_server_is_started_and_stopped_again():
    finding = the(machine.embedded_server())
    assert finding.level is Level.OK
    assert finding.facts["server"].startswith(("Valkey ", "Redis "))


def test_an_embedded_server_that_does_not_start_is_a_problem_in_one_line(monkeypatch):
    monkeypatch.setattr(broker_module, "server_binary", lambda: "/bin/false")
    finding = the(machine.embedded_server())
    assert finding.level is Level.PROBLEM
    assert "\n" not in str(finding)


def test_a_store_that_is_there_is_written_and_read(tmp_path):
    assert the(machine.store_access(str(tmp_path))).level is Level.OK
    assert the(machine.store_access(str(tmp_path))).facts["milliseconds"] > 0


def test_a_store_that_is_not_there_is_not_made(tmp_path):
    location = tmp_path / "runs/.store"
    assert the(machine.store_access(str(location))).text.endswith("can be created")
    assert list(tmp_path.iterdir()) == []


def test_a_shared_store_that_is_not_there_may_not_be_mounted(tmp_path):
    finding = the(machine.store_access(str(tmp_path / "mnt"), shared=True))
    assert finding.level is Level.WARNING
    assert "is it mounted?" in finding.advice


@pytest.mark.parametrize("location", ["/dev/null/store", "/dev/null", "gopher://bucket/store"])
def test_a_store_that_cannot_be_used_is_a_problem(location):
    finding = the(machine.store_access(location))
    assert finding.level is Level.PROBLEM
    assert finding.text.startswith(location)


def test_a_store_that_does_not_keep_what_it_is_given_is_a_problem(monkeypatch, tmp_path):
    from workers.store import Artefact, Store

    monkeypatch.setattr(Store, "get", lambda *_: Artefact("another"))
    assert "is not what was written" in the(machine.store_access(str(tmp_path))).text
