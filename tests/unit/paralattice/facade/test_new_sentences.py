"""New sentences in one call."""

import pytest

from paralattice import exchange_sentences
from paralattice.errors import OptionError
from paralattice.exchange.options import ExchangeOptions
from support.n_gram_scorer import scorer_of

TEXTS = [
    "The ferry Aurora hit a rock near Lundvik on Friday.",
    "Aurora, a small ship of 1962, hit a rock after losing power, the police said.",
]


def test_new_sentences_come_from_running_text():
    found = exchange_sentences(TEXTS, ExchangeOptions(distance=3, accept=0))
    assert found
    assert [entry.score for entry in found] == sorted((entry.score for entry in found), reverse=True)
    assert all(entry.distance >= 3 for entry in found)


def test_no_sentences_give_none():
    assert exchange_sentences([]) == []


def test_equal_calls_give_equal_sentences():
    first, second = (
        [entry.candidate.words for entry in exchange_sentences(TEXTS, ExchangeOptions(distance=3))]
        for _ in range(2)
    )
    assert first == second


def test_a_language_model_of_the_caller_is_asked_too():
    options = ExchangeOptions(distance=3, accept=0)
    plain, scored = (exchange_sentences(TEXTS, options, score=score) for score in (None, scorer_of(*TEXTS)))
    assert not any("language" in entry.signals for entry in plain)
    assert {entry.signals["language"] for entry in scored} > {1}


def test_options_are_an_object_a_dictionary_or_single_values():
    texts = [
        [entry.text for entry in exchange_sentences(TEXTS, *options, **values)]
        for options, values in (
            ((ExchangeOptions(distance=3, accept=0),), {}),
            (({"distance": 3},), {"accept": 0}),
            ((), {"distance": 3, "accept": 0}),
        )
    ]
    assert texts[0]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize(("options", "values"), [(None, {"distanc": 3}), ({"distanc": 3}, {})])
def test_an_unknown_option_is_refused_with_a_similar_one(options, values):
    with pytest.raises(OptionError, match="did you mean 'distance'"):
        exchange_sentences(TEXTS, options, **values)


def test_a_new_sentence_shows_its_text_its_sources_and_what_was_done():
    for entry in exchange_sentences(TEXTS, distance=3):
        assert entry.text in repr(entry)
        assert "\n" not in repr(entry)
        assert set(entry.sources) <= {0, 1}
        assert {change.source for change in entry.operations} <= set(entry.sources)
