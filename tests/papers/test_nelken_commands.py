"""`orchestrator match evaluate` on the gospels and Aesop's fables, by the paper's protocol.

The figures are those of this implementation, as docs/papers.md has them, with a tolerance for other
versions of the packages that fit and stem.
"""

import json

import pytest

from benchmarks import match_data
from orchestrator.systems.matching.evaluation import evaluate_models
from orchestrator.systems.matching.models import read_gold, train_model


@pytest.fixture(scope="module")
def data(tmp_path_factory, shared_data):
    """Return training and test pairs, converted as the benchmark's documentation tells."""
    folder = tmp_path_factory.mktemp("data")

    def read(kind, train, test):
        for name, lines in getattr(match_data, kind)(shared_data / kind).items():
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        return tuple(read_gold(folder / f"{name}.jsonl") for name in (train, test))

    return read


def evaluated(data, *models):
    train, test = data
    systems = evaluate_models(test, [train_model(train, *model) for model in models])
    return {system.name: system.result.score for system in systems}


def rounded(score):
    return pytest.approx((score.precision, score.recall, score.f1), abs=0.01)


@pytest.mark.slow
def test_on_the_gospels_a_trained_floor_and_context_raise_the_f1_of_method_2(data):
    scores = evaluated(data("gospels", "train", "test"), ("tfidf",), ("tfidf", 0.3))
    assert rounded(scores["tfidf"]) == (0.804, 0.453, 0.580)
    assert rounded(scores["tfidf+align"]) == (0.919, 0.462, 0.615)
    assert rounded(scores["tfidf+align+floor"]) == (0.749, 0.665, 0.705)
    assert scores["tfidf+context+align"].f1 == pytest.approx(0.684, abs=0.01)
    assert scores["tfidf+context+align+floor"].f1 == pytest.approx(0.756, abs=0.015)


def test_in_aesops_fables_too_alignment_beats_weights_and_they_beat_counts(data):
    pairs = data("aesop", "even", "odd")
    assert len(pairs[0]) + len(pairs[1]) == 76
    scores = evaluated(pairs, ("tfidf",), ("cosine",), ("mixed",))
    assert scores["tfidf+align"].f1 > scores["tfidf"].f1 + 0.02 > scores["cosine"].f1 + 0.05
    assert scores["mixed+align+floor"].f1 == pytest.approx(0.61, abs=0.02)


def test_no_story_is_in_both_parts(data, shared_data):
    even, odd = data("aesop", "even", "odd")
    lines = (shared_data / "aesop/pairs.jsonl").read_text("utf-8").splitlines()
    stories = {value["id"]: value["story"] for value in map(json.loads, lines)}
    assert {stories[pair.name] for pair in even}.isdisjoint(stories[pair.name] for pair in odd)
