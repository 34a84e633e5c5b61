"""A run keeps the language model that it began with, or none."""

from __future__ import annotations

import pytest
from rich.console import Console

from orchestrator.runs.fluency import settle_fluency
from orchestrator.runs.folder import run_folder
from paralattice.adapters.fluency import files
from paralattice.errors import ModelError
from paralattice.run_options import Options
from support.tiny_llama import write_weights


@pytest.fixture
def folder(tmp_path):
    return run_folder(tmp_path, "news")


@pytest.fixture
def models(tmp_path, monkeypatch):
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture
def settle(folder, capsys):
    """Return the setting of a run and what is said."""

    def settle(fluency="auto", versions=("V6",), began="", update=False):
        if began:
            folder.create()
            folder.write({"signature": {"options": {"exchange": {"fluency": began}}}})
        options = Options.from_dict({"versions": list(versions), "exchange": {"fluency": fluency}})
        found = settle_fluency(options, folder, update, Console())
        return found.exchange.fluency, capsys.readouterr().out.replace("\n", "")

    return settle


def test_other_versions_need_no_language_model(settle):
    assert settle(versions=("V4",)) == ("auto", "")


@pytest.mark.usefixtures("models")
def test_without_a_model_the_run_does_without_and_says_how_to_get_one(settle):
    found, said = settle()
    assert found == "off"
    assert said == "V6: no language model: none is in the cache (orchestrator models download smollm2)"


def test_the_model_in_the_cache_is_named_with_its_digest(settle, models):
    write_weights(models)
    assert settle() == (f"smollm2@{files.model_digest('smollm2')}", "V6: language model smollm2")


def test_a_model_can_be_left_out(settle, models):
    write_weights(models)
    assert settle("off") == ("off", "V6: no language model: as asked for")


def test_a_run_that_began_without_a_model_goes_on_without(settle, models):
    write_weights(models)
    found, said = settle(began="off")
    assert found == "off"
    assert "began without one; --update" in said
    assert settle(began="off", update=True)[0].startswith("smollm2@")


@pytest.mark.usefixtures("models")
def test_a_run_that_began_with_a_model_is_not_continued_without(settle):
    with pytest.raises(ModelError, match="models download smollm2"):
        settle(began="smollm2@" + "0" * 64)
