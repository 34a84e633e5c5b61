"""What training finds: the floor of Method 2, and models of texts of which blocks alone are known."""

import json
from dataclasses import replace

import numpy as np
import pytest

from orchestrator.systems.matching.models import TrainedModel, load_model, save_model, train_model
from paralattice.errors import FormatError, MatchError
from paralattice.formats.corpora.document_pairs import DocumentPair
from paralattice.sentences import (
    MatchModel,
    fit_floor,
    index_documents,
    match_similarities,
    similarities,
    truth_of_pairs,
)
from paralattice.sentences.measures import score_matches
from paralattice.sentences.options import MatchOptions

MODEL = MatchModel(-6.0, 12.0, 0.5)


@pytest.fixture
def data():
    rng = np.random.default_rng(11)
    values = [rng.random((14, 11)) * (rng.random((14, 11)) < 0.4) for _ in range(4)]
    truths = [truth_of_pairs((14, 11), np.argwhere(matrix > 0.55).tolist()) for matrix in values]
    return values, truths


def f1(data, model, options):
    values, truths = data
    return score_matches([match_similarities(matrix, model, options) for matrix in values], truths).f1


def test_no_floor_is_better_than_the_trained_one(data):
    options = MatchOptions()
    trained = fit_floor(*data, MODEL, options)
    best = max(f1(data, replace(MODEL, floor=floor), options) for floor in np.linspace(0, 0.65, 400))
    assert f1(data, trained, options) == best
    assert f1(data, MODEL, options) < best
    assert (trained.intercept, trained.slope, trained.threshold) == (-6.0, 12.0, 0.5)


def test_an_option_goes_before_the_floor_of_the_model(data):
    model = replace(MODEL, floor=0.6)
    assert f1(data, model, MatchOptions(floor=0.005)) == f1(data, MODEL, MatchOptions())


def test_without_any_pair_the_floor_stays():
    empty = np.zeros((0, 3))
    truth = truth_of_pairs((0, 3), [])
    assert fit_floor([empty], [truth], MODEL, MatchOptions()) == MODEL


def retelling(number):
    first = [f"The rare{number}x{i} and the odd{number}x{i} came ." for i in range(6)]
    second = [f"An odd{number}x{i} with a rare{number}x{i} left ." for i in range(6)]
    return first, second


def test_where_blocks_alone_are_known_best_hits_within_them_are_learnt_from():
    pairs, gold = [], []
    for number in range(4):
        first, second = retelling(number)
        blocks = (((0, 1, 2), (0, 1, 2)), ((3, 4, 5), (3, 4, 5)))
        pairs.append(DocumentPair(str(number), tuple(first), tuple(second), None, blocks))
        links = tuple((i, i) for i in range(6))
        gold.append(DocumentPair(str(number), tuple(first), tuple(second), links))
    assert train_model(pairs).model == replace(train_model(gold).model, floor=train_model(pairs).model.floor)


def test_a_model_that_is_kept_is_read_again(tmp_path):
    trained = TrainedModel(MatchModel(-5.0, 9.0, 0.25, 0.125), "mixed", 0.3)
    save_model(tmp_path / "m.json", trained)
    assert load_model(str(tmp_path / "m.json")) == trained


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("context", 2, "context"),
        ("measure", "x", "'x': must be one of"),
        ("slope", -1, "slope > 0"),
        ("surroundings", [0, 0], "not a model"),
        ("floor", None, "not a model"),
    ],
)
def test_a_value_that_no_model_has_is_refused(tmp_path, field, value, reason):
    path = tmp_path / "m.json"
    save_model(path, TrainedModel(MatchModel(-5.0, 9.0, 0.25)))
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), field: value}), "utf-8")
    with pytest.raises(FormatError, match=reason):
        load_model(str(path))


def test_every_field_of_a_model_is_needed(tmp_path):
    path = tmp_path / "m.json"
    save_model(path, TrainedModel(MatchModel(-5.0, 9.0, 0.25)))
    whole = json.loads(path.read_text("utf-8"))
    for field in whole:
        path.write_text(json.dumps({name: whole[name] for name in whole if name != field}), "utf-8")
        with pytest.raises(FormatError, match="not a model that `match run --save-model` wrote"):
            load_model(str(path))


def test_characters_match_words_that_are_written_otherwise():
    documents = [["The neighbour was kind", "It rained"], ["A neighborly man", "It snowed"]]
    values = {}
    for measure in ("tfidf", "ngrams"):
        indexed = index_documents(documents, measure)
        values[measure] = similarities(*indexed, MatchOptions(measure=measure))[0, 0]
    assert values["tfidf"] == 0
    assert values["ngrams"] > 0.1


def test_documents_that_were_indexed_for_another_measure_are_refused():
    indexed = index_documents([["A."], ["B."]])
    with pytest.raises(MatchError, match="not indexed for measure 'mixed'"):
        similarities(*indexed, MatchOptions(measure="mixed"))
