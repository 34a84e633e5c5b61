"""The engine tags and parses batches of sentences."""

from __future__ import annotations

import pytest

from paralattice.adapters.chart.parsing import ChartEngine
from paralattice.formats.trees import write_tree
from support.chart_models import SENTENCES, small_model


@pytest.fixture(scope="module")
def engine():
    return ChartEngine(small_model().weights())


def test_a_sentence_has_the_same_tree_and_scores_alone_and_in_a_batch(engine):
    batch = [(forms, None) for forms in SENTENCES]
    together, alone = engine.parse(batch), [engine.parse([one])[0] for one in batch]
    assert list(map(write_tree, together)) == list(map(write_tree, alone))
    margins = [best.margin for best in engine._best(SENTENCES)]
    assert margins == [engine._best([forms])[0].margin for forms in SENTENCES]


def test_no_sentences_have_no_trees(engine):
    assert engine.parse([]) == []
    assert engine.tag([]) == []


def test_capitals_are_seen(engine):
    plain, capital = engine._best([["ferry", "-"], ["Ferry", "-"]])
    assert plain.margin != capital.margin


def test_trees_have_the_given_tags_or_the_parsers_own(engine):
    own, given = engine.parse([(["ferry", "-"], None), (["ferry", "-"], ("XX", "YY"))])
    assert own.tags() == engine.tag([["ferry", "-"]])[0]
    assert given.tags() == ("XX", "YY")
    assert own.words() == ("ferry", "-")
