"""The learnt wordings of a run: in the store, and in the key of its results."""

import pytest

from orchestrator.io.model_folder import ModelFolderError, new_folder, write_signature, write_texts
from orchestrator.runs.submission.wordings import with_stored_wordings
from paralattice.methods.exchange import EXCHANGE
from paralattice.rewording.decoding.edit_weights import EditWeights
from paralattice.rewording.model_files import write_weights
from paralattice.run_options import Options
from tasks.cluster.inputs import stored_wordings
from tasks.cluster.jobs import Job, merge_key
from workers.store import open_store

ROW = "bought ||| purchased ||| 0.5 0.5 0.5 0.5 |||  ||| 9 4 3 |||  ||| {{Tags VBD}}\n"
WORDING = ["bought", "purchased", ["VBD"]]

WEIGHTS = EditWeights()


def options(name):
    return Options.from_dict({"exchange": {"wordings": str(name)}})


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


@pytest.fixture
def model(tmp_path):
    """Write the folder of a model with some replacements."""

    def model(name, *rows, weights=WEIGHTS):
        with new_folder(tmp_path / name) as folder:
            texts = {"phrase-table": rows, "weights.json": [write_weights(weights)]}
            write_signature(folder, {}, write_texts(folder, texts))
        return tmp_path / name

    return model


def test_the_wordings_of_a_model_are_stored_under_their_digest(model, store):
    found = with_stored_wordings(options(model("one", ROW)), store)
    assert list(stored_wordings(found, store)) == [(*WORDING[:2], frozenset(WORDING[2]))]
    assert with_stored_wordings(found, store) == found
    assert with_stored_wordings(options(model("copy", ROW)), store) == found


def test_nothing_is_stored_without_a_model_or_in_a_dry_run(model, store):
    assert with_stored_wordings(Options(), store) == Options()
    assert list(stored_wordings(Options(), store)) == []
    found = with_stored_wordings(options(model("one", ROW)), store, write=False)
    assert not store.has(found.exchange.wordings)


def test_results_of_another_model_have_another_key(model, store):
    job = Job("ferry", "0" * 64, "1" * 64, (EXCHANGE,))
    rows = [], [ROW], [ROW.replace("purchased", "got")]
    found = [with_stored_wordings(options(model(f"{n}", *row)), store) for n, row in enumerate(rows)]
    assert len({merge_key(job, one) for one in [Options(), *found]}) == 4


def test_what_is_no_model_with_wordings_is_told(model, store, tmp_path):
    with pytest.raises(ModelFolderError, match=r"exchange\.wordings: .*nowhere: is no model"):
        with_stored_wordings(options(tmp_path / "nowhere"), store)
    with pytest.raises(ModelFolderError, match=r"exchange\.wordings: .*is no model"):
        with_stored_wordings(options("0" * 64), store)
    with pytest.raises(ModelFolderError, match="has no weights of edits"):
        with_stored_wordings(options(model("paper", ROW, weights=None)), store)
