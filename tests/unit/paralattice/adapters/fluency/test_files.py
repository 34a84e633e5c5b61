"""Language models lie in the user's cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from paralattice.adapters.fluency import files
from paralattice.errors import ModelError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def model(folder):
    path = folder / "smollm2.weights"
    path.write_bytes(b"weights")
    return path


def test_models_lie_in_the_cache_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv(files.FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr(files.platformdirs, "user_cache_dir", lambda name: str(tmp_path / name))
    assert files.models_folder() == tmp_path / "paralattice" / "models"


def test_a_variable_names_another_folder(folder):
    assert files.model_path("smollm2") == folder / "smollm2.weights"


def test_an_unknown_model_is_named_with_those_that_are_known():
    with pytest.raises(ModelError, match="'gpt9'; there is smollm2"):
        files.model_path("gpt9")


def test_models_in_the_cache_are_listed_with_their_size(model):
    assert files.installed_models() == [("smollm2", 7)]
    assert model.is_file()


def test_an_empty_cache_has_no_models(folder):
    assert files.installed_models() == []
    assert not list(folder.iterdir())


def test_a_changed_file_has_another_digest(model):
    before = files.model_digest("smollm2")
    model.write_bytes(b"others!!")
    assert files.model_digest("smollm2") != before


def test_the_digest_of_a_missing_model_names_the_command_that_downloads_it(folder):
    with pytest.raises(ModelError, match="orchestrator models download smollm2") as caught:
        files.model_digest("smollm2")
    assert str(folder) in str(caught.value)


def test_a_model_can_be_removed_once(model):
    assert files.remove_model("smollm2") == 7
    assert not Path(model).exists()
    with pytest.raises(ModelError, match="is not in"):
        files.remove_model("smollm2")
