"""Training on a shared server and its workers gives what one process gives."""

import contextlib
import json
import subprocess

import psutil
import pytest

from orchestrator.engine.resources import Resources
from orchestrator.io.model_folder import ModelFolder
from orchestrator.systems.rewording.training.train import TrainRequest
from paralattice.rewording.options import TrainingOptions
from support.paths import EXAMPLES
from support.tiny_wordnet import write_tiny_wordnet
from support.training import train_in_process
from support.waiting import eventually

DOCUMENTS = EXAMPLES / "documents"


def trained_alone(documents, folder, wordnet):
    """Return the digests of the files of a model that one process trains."""
    resources = Resources(str(folder / "store"))
    request = TrainRequest(documents, folder / "model", resources, TrainingOptions(), wordnet=wordnet)
    train_in_process(request)
    return ModelFolder(folder / "model").signature["files"]


def kill(process):
    """End a process and those that it has started at once, as a machine that loses its power does."""
    tree = [process, *process.children(recursive=True)]
    for send in (psutil.Process.suspend, psutil.Process.kill):
        for one in tree:
            with contextlib.suppress(psutil.NoSuchProcess):
                send(one)


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory):
    """Give a small WordNet, so that the machine's own makes no difference."""
    return write_tiny_wordnet(tmp_path_factory.mktemp("wordnet"))


@pytest.fixture
def training(place, tmp_path, wordnet):
    """Start the command beside the broker; hand out the process, and the model's folder."""
    started = []

    def start(*arguments, documents=DOCUMENTS, **environment):
        given = (documents, "-o", tmp_path / "model", "--wordnet", wordnet)
        command = [place.script, "reword", "train", *given, *arguments]
        settings = place.environment(**environment)
        process = subprocess.Popen(
            command, env=settings, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        started.append(process)
        return process, tmp_path / "model"

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_model_trained_over_a_shared_broker_is_that_of_one_process(place, training, tmp_path, wordnet):
    with place.worker():
        process, model = training("--broker", place.url, "--store", place.store, ORCHESTRATOR_BROKER_URL="")
        said, _ = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert ModelFolder(model).signature["files"] == trained_alone(DOCUMENTS, tmp_path / "alone", wordnet)
    # The secret is told to nobody, and the broker is left as it was.
    assert place.password not in said
    assert place.password not in json.dumps(ModelFolder(model).signature)
    assert place.waiting() == 0
    assert place.admin.keys("paralattice:train-model-*") == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alone", "model"]


def test_a_training_outlives_the_sudden_end_of_its_only_worker(place, training, tmp_path, wordnet):
    sentences = [(f"the {n} men left the town", f"{n} men went away from the town") for n in range(40)]
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("".join(f"{one}\t{other}\n" for one, other in sentences), "utf-8")
    known = len(list(place.store.glob("??/*")))
    with place.worker() as (victim, _):
        process, model = training("--patience", "5", documents=pairs)
        assert eventually(lambda: len(list(place.store.glob("??/*"))) > known + 3)
        kill(victim)
        assert process.poll() is None
    with place.worker():
        said, _ = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert ModelFolder(model).signature["files"] == trained_alone(pairs, tmp_path / "alone", wordnet)
    assert place.waiting() == 0
