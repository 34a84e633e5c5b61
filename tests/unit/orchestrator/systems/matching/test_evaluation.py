"""Systems with known matches, and the tables of their scores."""

import pytest

from orchestrator.systems.matching.evaluation import (
    evaluate_models,
    score_lines,
    score_records,
    train_models,
    write_evaluation,
)
from paralattice.formats.corpora.document_pairs import DocumentPair

FIRST = ["A ferry sank in the lake.", "Divers searched the wreck.", "The mayor spoke.", "Schools closed."]
SECOND = [
    "In the lake a ferry sank.",
    "The wreck was searched by divers.",
    "It rained.",
    "Schools closed early.",
]
PAIRS = [DocumentPair("one", FIRST, SECOND, [(0, 0), (1, 1), (3, 3)], None) for _ in range(3)]


@pytest.fixture(scope="module")
def systems():
    return evaluate_models(PAIRS, train_models(PAIRS, context=0.3, surroundings=True))


def test_surroundings_are_systems_beside_those_of_the_paper(systems):
    names = [system.name.removesuffix("+floor").replace("+likely", "") for system in systems]
    assert list(dict.fromkeys(names)) == [
        "tfidf", "tfidf+align", "overlap", "cosine", "tfidf+context", "tfidf+context+align",
        "tfidf+surroundings", "tfidf+surroundings+align", "tfidf+context+surroundings",
        "tfidf+context+surroundings+align",
    ]  # fmt: skip


def test_each_recall_gets_a_column(systems, tmp_path):
    records = score_records(systems, (0.558, 1.0))
    assert all(record["precision@0.558"] > 0.5 for record in records)
    head, first, *_ = score_lines(systems, (0.558,))
    assert head.endswith(",expected,precision@0.558\n")
    assert first.endswith(f",{records[0]['precision@0.558']:.4f}\n")
    write_evaluation(tmp_path, systems, (0.558,))
    assert (tmp_path / "scores.csv").read_text("utf-8").startswith(head)


def test_a_recall_that_is_not_reached_has_an_empty_cell(systems):
    unreached = [system for system in systems if system.result.precision_at(1.0) is None]
    rows = list(score_lines(systems, (1.0,)))[1:]
    assert sum(row.endswith(",\n") for row in rows) == len(unreached)
