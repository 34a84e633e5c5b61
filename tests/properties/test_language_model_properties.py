"""Properties of the language model, and its probabilities against the plain definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.ngrams import read_arpa, train_language_model, write_arpa
from paralattice.ngrams.coded_text import UNKNOWN
from paralattice.ngrams.options import LanguageModelOptions
from support.reference_language_model import ReferenceModel

WORDS = st.sampled_from(["a", "b", "c", "d", "<s>", "</s>", "<unk>", "é"])
SENTENCES = st.lists(WORDS, max_size=7)
TEXTS = st.lists(SENTENCES, min_size=1, max_size=12)
OPTIONS = st.builds(
    LanguageModelOptions, order=st.integers(1, 5), modified=st.booleans(), least_count=st.integers(1, 3)
)


@given(TEXTS, OPTIONS, SENTENCES)
def test_every_probability_is_that_of_the_plain_definition(text, options, probe):
    model = train_language_model(text, options)
    reference = ReferenceModel(text, model.order, options.modified, options.least_count)
    for words in [*text, probe, [*probe, "never seen"]]:
        assert 10 ** model.score(words) == pytest.approx(reference.sentence(words), rel=1e-9)


@given(TEXTS, OPTIONS, SENTENCES)
def test_all_continuations_add_up_to_one_after_every_context(text, options, probe):
    model = train_language_model(text, options)
    for words in [*text, probe]:
        state = model.start
        for word in [*words, "never seen"]:
            known = sum(10 ** model.step(state, word)[0] for word in model.vocabulary[3:])
            rest = 10 ** model.step(state, UNKNOWN)[0] + 10 ** model.finish(state)
            assert known + rest == pytest.approx(1, abs=1e-9)
            _, state = model.step(state, word)


@given(TEXTS, OPTIONS, SENTENCES)
def test_arpa_text_keeps_every_probability_and_the_text_itself(text, options, probe):
    model = train_language_model(text, options)
    lines = list(write_arpa(model))
    back = read_arpa(lines)
    assert list(write_arpa(back)) == lines
    assert back.score(probe) == pytest.approx(model.score(probe), abs=1e-6)


@given(TEXTS, OPTIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_sentences_does_not_matter(text, options, rng):
    model = train_language_model(text, options)
    shuffled = rng.sample(text, len(text))
    other = train_language_model(shuffled, options)
    for words in text:
        assert other.score(words) == pytest.approx(model.score(words), rel=1e-9)


@given(TEXTS, OPTIONS, SENTENCES, SENTENCES, st.integers(0, 7), st.integers(0, 7))
def test_a_replacement_changes_the_sentence_as_the_sum_over_all_words_says(
    text, options, words, others, one, other
):
    model = train_language_model(text, options)
    start, end = sorted(min(place, len(words)) for place in (one, other))
    wanted = model.log_probability([*words[:start], *others, *words[end:]]) - model.log_probability(words)
    assert model.change(words, start, end, others) == pytest.approx(wanted, abs=1e-9)
