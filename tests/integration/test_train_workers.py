"""Training and rewording on real workers give what one process gives, whatever is interrupted."""

import json
import signal

import pytest

from orchestrator.engine.resources import Resources
from orchestrator.io.model_folder import ModelFolder
from orchestrator.systems.rewording.training.train import TrainRequest
from paralattice.rewording.options import TrainingOptions
from support.paths import EXAMPLES
from support.training import train_in_process
from support.waiting import eventually

DOCUMENTS = EXAMPLES / "documents"
PRESET = "quirk2004"
TRAIN = ("reword", "train", DOCUMENTS, "-o", "model", "--preset", PRESET)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A model that one process trained."""
    folder = tmp_path_factory.mktemp("alone")
    request = TrainRequest(
        DOCUMENTS, folder / "model", Resources(str(folder / "store")), TrainingOptions.preset(PRESET)
    )
    train_in_process(request)
    return ModelFolder(folder / "model")


def test_workers_train_the_same_model_as_one_process(orchestrator, alone):
    done = orchestrator.run(*TRAIN, "--workers", 2)
    assert done.returncode == 0, done.stderr
    assert ModelFolder(orchestrator.folder / "model").signature["files"] == alone.signature["files"]
    assert [path.name for path in orchestrator.folder.iterdir()] == ["model"]

    lines = [f"The boat was towed to harbour {number} on Monday." for number in range(1, 211)]
    (orchestrator.folder / "few.txt").write_text("\n".join(lines[-3:]) + "\n", "utf-8")
    (orchestrator.folder / "many.txt").write_text("\n".join(lines) + "\n", "utf-8")
    few, many = (
        orchestrator.run("reword", "run", "--model", "model", f"{name}.txt", "--json", "--workers", 2)
        for name in ("few", "many")
    )
    assert few.returncode == many.returncode == 0, many.stderr
    found = [json.loads(line) for line in many.stdout.splitlines()]
    assert [entry["sentence"] for entry in found] == lines
    assert found[-3:] == [json.loads(line) for line in few.stdout.splitlines()]
    assert any("210" in one["text"] for one in found[-1]["rewordings"])


@pytest.mark.slow
def test_a_training_that_is_stopped_goes_on_with_the_same_command(orchestrator, alone):
    process = orchestrator.start(*TRAIN, "--workers", 1)
    store = orchestrator.folder / "model.training" / ".store"
    assert eventually(lambda: len(list(store.glob("??/*"))) > 12)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130, said
    assert "continues from there" in said
    assert not (orchestrator.folder / "model").exists()
    done = orchestrator.run(*TRAIN, "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert ModelFolder(orchestrator.folder / "model").signature["files"] == alone.signature["files"]
    assert [path.name for path in orchestrator.folder.iterdir()] == ["model"]
