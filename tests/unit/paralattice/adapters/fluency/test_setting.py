"""The setting of a run names a language model with its digest, or none."""

from __future__ import annotations

import importlib.util

import pytest

from paralattice.adapters.fluency import files
from paralattice.adapters.fluency.setting import scorer_of, settled_fluency, without_model
from paralattice.errors import ModelError
from support.tiny_llama import write_weights


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def model(folder):
    write_weights(folder)
    return f"smollm2@{files.model_digest('smollm2')}"


@pytest.fixture
def no_tokenizers(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "tokenizers" else find(name)
    )


def test_auto_takes_the_model_in_the_cache(model):
    assert settled_fluency("auto") == settled_fluency("smollm2") == settled_fluency(model) == model
    assert without_model() == ""


@pytest.mark.usefixtures("folder")
def test_auto_is_off_without_a_model_and_says_how_to_get_one():
    assert settled_fluency("auto") == "off"
    assert "orchestrator models download smollm2" in without_model()


@pytest.mark.usefixtures("model", "no_tokenizers")
def test_auto_is_off_without_the_package_that_splits_words():
    assert settled_fluency("auto") == "off"
    assert "paralattice[fluency]" in without_model()


@pytest.mark.usefixtures("model", "no_tokenizers")
def test_a_model_that_is_asked_for_needs_the_package_that_splits_words():
    with pytest.raises(ModelError, match=r"paralattice\[fluency\]"):
        settled_fluency("smollm2")


@pytest.mark.usefixtures("folder")
def test_a_model_that_is_asked_for_must_be_there():
    with pytest.raises(ModelError, match="orchestrator models download smollm2"):
        settled_fluency("smollm2")


@pytest.mark.usefixtures("model")
def test_another_model_of_the_same_name_is_refused():
    with pytest.raises(ModelError, match=r"has the digest .*, and 0000"):
        settled_fluency("smollm2@" + "0" * 64)


def test_the_scorer_is_the_model_of_the_setting(model):
    (scores,) = scorer_of(model)([("Ships", "sail", ".")])
    assert len(scores) == 4
    assert scorer_of("off") is None
    assert scorer_of("auto") is None


@pytest.mark.usefixtures("folder")
def test_a_machine_without_the_model_is_named(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "quay-7")
    with pytest.raises(ModelError, match=r"on quay-7: .*models download"):
        scorer_of("smollm2@" + "0" * 64)
