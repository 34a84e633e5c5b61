"""Tunings with workers in the test's own process: what is said, started, shared, and what fails."""

import io
import json
from contextlib import contextmanager

import pytest
from rich.console import Console

from orchestrator.corpora import CorpusSettings
from orchestrator.engine.resources import Resources
from orchestrator.measures.language_models import ModelRequest
from orchestrator.measures.measure import MeasureRequest
from orchestrator.runs.folder import RunError
from orchestrator.runs.session import INTERRUPTED
from orchestrator.runs.submission.request import Request
from orchestrator.systems.tuning.tune import TuneRequest, run_tuning
from paralattice.errors import RewordError
from workers.settings import QUEUE

SPLITS = '[splits]\ntrain = ["c000", "c001"]\ndev = ["c002"]\n'
GRID = "[align]\nposition_limit = [0.05, 0.4]\n"


@pytest.fixture
def tuned(bench, tmp_path, monkeypatch, parsed_corpus):
    """Tune; the workers do all messages whenever they are asked whether they run."""

    class InProcessBackend:
        interrupted = "nothing is under way"
        broker_url = bench.broker.url
        queue = QUEUE
        started = 0
        served = ()

        def __init__(self, *_, **__):
            InProcessBackend.started += 1

        def __enter__(self):
            return self

        def __exit__(self, *_):
            bench.forget_messages()

        @contextmanager
        def serving(self, run):
            InProcessBackend.served = (*InProcessBackend.served, run)
            yield self

        def ensure_running(self):
            bench.drain()
            return ""

        # As wide as the scheduler's own.
        window = int

        def lost(self, _silences):
            return set()

        def inspection(self):
            return None

        def on_progress(self):
            pass

        on_idle = on_progress

    monkeypatch.setattr("orchestrator.engine.backends.LocalBackend", InProcessBackend)
    monkeypatch.setattr("orchestrator.engine.scheduler._WAIT_SECONDS", 0.01)
    corpus = parsed_corpus(3)
    (corpus / "corpus.toml").write_text(SPLITS, "utf-8")
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID, "utf-8")

    def run(measure="edit-distance", versions=("V1", "V4"), top=1, model=None, **more):
        console = Console(file=io.StringIO(), width=150)
        base = Request(
            corpus=corpus,
            runs=tmp_path / "runs",
            name=more.pop("name", "tuning"),
            resources=Resources(str(bench.store.root)),
            settings=CorpusSettings(tokenized=True),
            options={"versions": list(versions)},
            **more,
        )
        measuring = MeasureRequest(model or ModelRequest(seen=True))
        try:
            return run_tuning(TuneRequest(base, grid, measure, measuring, top=top), console)
        finally:
            run.output = console.file.getvalue()

    run.corpus, run.grid, run.machine = corpus, grid, InProcessBackend
    run.root = tmp_path / "runs" / "tuning"
    return run


def test_one_machine_serves_all_settings_of_both_splits(tuned):
    assert tuned() == 0
    assert tuned.machine.started == 1
    assert len(set(tuned.machine.served)) == len(tuned.machine.served) == 3
    assert "train 2 of 2  position_limit=0.4" in tuned.output
    assert tuned.output.splitlines()[-1] == f"tables in {tuned.root}"


def test_a_finished_tuning_starts_no_machine(tuned):
    tuned()
    assert tuned() == 0
    assert tuned.machine.started == 1
    assert json.loads((tuned.root / "tuning.json").read_text("utf-8"))["artefacts"]["alignments"] == {
        "needed": 2 * 2 * 2 + 2,
        "computed": 0,
        "reused": 10,
    }


def test_values_that_are_added_to_a_grid_are_all_that_is_computed(tuned):
    tuned(top=0)
    tuned.grid.write_text(GRID.replace("0.4", "0.4, 0.9"))
    assert tuned(top=0) == 0
    assert "  alignments       12 needed        4 computed        8 reused" in tuned.output
    assert "  features          6 needed        0 computed        6 reused" in tuned.output


def test_versions_that_no_option_of_the_grid_changes_are_told(tuned):
    tuned(dry_run=True)
    assert "note: nothing in the grid matters to V1 (see --versions)" in tuned.output
    tuned(versions=["V4", "V5"], dry_run=True)
    assert "matters to" not in tuned.output
    tuned.grid.write_text("[align]\ngap = [-1, -2]\n")
    tuned(dry_run=True)
    assert "matters to" not in tuned.output
    assert not tuned.root.exists()


def test_a_cluster_that_fails_is_named_with_its_setting_and_the_rest_is_ranked(tuned, bench, plan_of):
    broken = plan_of(tuned.corpus).clusters[0]
    bench.break_cluster(broken)
    assert tuned() == 1
    assert "failed: position_limit=0.05: c000: align: FormatError: " in tuned.output
    rows = (tuned.root / "tuning.csv").read_text("utf-8-sig").splitlines()
    assert [row.split(",")[5] for row in rows[1:]] == ["1"] * 4


def test_without_judgements_nothing_is_ranked_by_them(tuned):
    assert tuned("judged") == 1
    assert "no setting was judged yet" in tuned.output
    assert not (tuned.root / "dev").exists()
    assert (tuned.root / "tuning.csv").exists()


def test_without_a_split_dev_the_settings_are_ranked_all_the_same(tuned):
    (tuned.corpus / "corpus.toml").write_text('[splits]\ntrain = ["c000", "c001"]\n', "utf-8")
    assert tuned() == 0
    assert "no cluster is in split dev" in tuned.output
    assert not (tuned.root / "tuning-dev.csv").exists()


def test_settings_that_differ_in_parsing_are_planned_each_for_itself(tuned):
    tuned.grid.write_text("[parse]\nmax_tokens = [5, 400]\n")
    assert tuned() == 0
    assert {path.name for path in (tuned.root / "settings").iterdir()} == {"max_tokens=5", "max_tokens=400"}


def test_a_language_model_that_cannot_be_trained_is_told_before_anything_runs(tuned):
    (tuned.corpus / "corpus.toml").write_text('[splits]\ntrain = ["c000"]\n', "utf-8")
    with pytest.raises(RewordError, match="--text FILE"):
        tuned(model=ModelRequest())
    assert not tuned.root.exists()


def test_the_folder_of_a_run_is_no_tuning_s(tuned):
    tuned.root.mkdir(parents=True)
    (tuned.root / "run.json").write_text("{}", "utf-8")
    with pytest.raises(RunError, match="give the tuning another --name"):
        tuned()


def test_a_tuning_with_other_options_must_have_another_name_or_be_updated(tuned):
    tuned(versions=["V4"])
    with pytest.raises(RunError, match="was started with other input"):
        tuned(versions=["V5"])
    assert tuned(versions=["V5"], update=True) == 0


def test_a_run_that_was_cancelled_stops_the_tuning_and_says_that_it_can_go_on(tuned, monkeypatch):
    monkeypatch.setattr("orchestrator.systems.tuning.tune.RunSession.go", lambda _: INTERRUPTED)
    assert tuned() == INTERRUPTED
    assert tuned.output.splitlines()[-1] == "stopped; the same command continues from here"
    assert not (tuned.root / "tuning.csv").exists()
