"""Training: examples computed by hand, and what KenLM's lmplz 0.3.0 prints."""

import numpy as np
import pytest

from paralattice.errors import OptionError, RewordError
from paralattice.ngrams import CodedText, read_arpa, train_language_model, train_n_grams, write_arpa
from paralattice.ngrams.options import LanguageModelOptions

TINY = [["a", "b"], ["a", "c"], ["a", "b"]]

HARBOUR = """\
the ferry left the harbour at noon .
the ferry reached the island at noon .
the ferry left the island at night .
a small ferry left the harbour .
a small boat reached the harbour at night .
a small boat left the island .
the pool of the ferry slept .
the pool of the boat slept at night .
the pool slept on the island .
nobody slept .
nobody left the ferry at noon .
nobody reached the island by boat .
the boat sank by the island at night .
"""

# Of lmplz -o 3 --discount_fallback: log10 of probability and back-off weight, 0 where nothing follows.
LMPLZ = {
    "<unk>": (-1.7284634, 0),
    "</s>": (-1.5258131, 0),
    "the": (-0.9255973, -0.33881855),
    ".": (-0.9255973, -0.60206),
    "slept": (-1.1293478, -0.30103),
    "<s> the": (-0.3333315, -0.1312011),
    "the ferry": (-0.84239215, -0.2514648),
    ". </s>": (-0.12064632, 0),
    "boat left": (-0.89959466, -0.19260634),
    "the pool slept": (-0.5771654, 0),
    "<s> nobody slept": (-0.6017262, 0),
    "the island by": (-0.75019175, 0),
    "boat sank by": (-0.15974832, 0),
}  # fmt: skip


def arpa_entries(model):
    rows = [line.rstrip("\n").split("\t") for line in write_arpa(model)]
    return {row[1]: (float(row[0]), float((*row, 0)[2])) for row in rows if len(row) > 1}


def test_a_bigram_model_has_the_probabilities_computed_by_hand():
    model = train_language_model(TINY, LanguageModelOptions(order=2))
    # Single words, by the different words before them: a 1, b 1, c 1, the end 2; the discount is 3 / (3 + 2).
    # Left over: 4 * 0.6 / 5 = 0.48, for five words; the unknown word has nothing else.
    unknown, end, word = 0.096, 0.376, 0.176
    # Pairs: the discount is 2 / (2 + 2 * 2) = 1/3, and after "a" twice a third of three is left over.
    expected = {
        "<unk>": unknown,
        "</s>": end,
        "a": word,
        "b": word,
        "c": word,
        "<s> a": (3 - 1 / 3) / 3 + 1 / 9 * word,
        "a b": (2 - 1 / 3) / 3 + 2 / 9 * word,
        "a c": (1 - 1 / 3) / 3 + 2 / 9 * word,
        "b </s>": (2 - 1 / 3) / 2 + 1 / 6 * end,
        "c </s>": (1 - 1 / 3) / 1 + 1 / 3 * end,
    }
    found = arpa_entries(model)
    assert found.keys() == expected.keys() | {"<s>"}
    for gram, probability in expected.items():
        assert 10 ** found[gram][0] == pytest.approx(probability, abs=1e-7), gram
    assert 10 ** found["a"][1] == pytest.approx(2 / 9, abs=1e-7)
    assert 10 ** model.score(["b"])[0] == pytest.approx(1 / 9 * word)
    assert 10 ** model.score(["b", "x"])[1] == pytest.approx(1 / 6 * unknown)


def test_a_model_of_single_words_goes_by_how_often_they_come():
    model = train_language_model([["a", "a", "a", "b"]], LanguageModelOptions(order=1))
    # Counts 3, 1 and 1 (the end): the discount is 2/2 = 1, and three of five are left over for four words.
    assert 10 ** model.score(["a", "b"]) == pytest.approx([2 / 5 + 3 / 20, 3 / 20, 3 / 20])
    assert model.start == ()


def test_modified_smoothing_gives_what_lmplz_prints():
    sentences = [line.split() for line in HARBOUR.splitlines()]
    found = arpa_entries(train_language_model(sentences, LanguageModelOptions(order=3, modified=True)))
    assert len(found) == 23 + 45 + 64
    for gram, numbers in LMPLZ.items():
        assert found[gram] == pytest.approx(numbers, abs=5e-7), gram


def test_words_below_the_least_count_and_words_written_like_marks_are_unknown_words():
    text = [["a", "b", "<unk>"], ["a", "c", "<s>"]]
    model = train_language_model(text, LanguageModelOptions(order=2, least_count=2))
    assert model.vocabulary == ("<unk>", "<s>", "</s>", "a")
    assert not model.knows("b")
    assert not model.knows("<s>")
    assert model.knows("a")
    assert list(model.score(["a", "b", "</s>"])) == list(model.score(["a", "zebra", "<s>"]))
    marks = train_language_model([["a", "<unk>", "</s>"]] * 2, LanguageModelOptions(order=2))
    assert marks.score(["a", "x"]).tolist() == model.score(["a", "b"]).tolist()


def test_chosen_sentences_give_the_model_that_they_give_alone():
    sentences = [line.split() for line in HARBOUR.splitlines()]
    chosen = np.arange(len(sentences)) % 3 != 0
    options = LanguageModelOptions(order=3)
    part = train_n_grams(CodedText(sentences), options, chosen)
    alone = train_language_model(
        [words for words, one in zip(sentences, chosen, strict=True) if one], options
    )
    assert "".join(sorted(write_arpa(part))) == "".join(sorted(write_arpa(alone)))
    assert set(part.vocabulary) == set(alone.vocabulary)


def test_an_order_beyond_the_longest_sentence_changes_no_probability():
    long = train_language_model(TINY, LanguageModelOptions(order=9))
    assert long.order == 4
    exact = train_language_model(TINY, LanguageModelOptions(order=4))
    assert long.score(["a", "b"]).tolist() == exact.score(["a", "b"]).tolist()


def test_sentences_without_words_can_be_trained_on():
    model = train_language_model([[], []])
    assert model.sizes == (3, 1)
    assert 10 ** model.step(model.start, "any")[0] + 10 ** model.finish(model.start) == pytest.approx(1)


def test_without_a_sentence_there_is_no_model():
    with pytest.raises(RewordError, match="at least one sentence"):
        train_language_model([])
    with pytest.raises(RewordError, match="at least one sentence"):
        train_n_grams(CodedText(TINY), None, np.zeros(3, bool))


@pytest.mark.parametrize("values", [{"order": 0}, {"order": 13}, {"least_count": 0}])
def test_options_out_of_range_are_refused_by_name(values):
    with pytest.raises(OptionError, match=next(iter(values))):
        LanguageModelOptions(**values)


def test_a_model_read_back_has_the_vocabulary_it_was_written_with():
    model = train_language_model(TINY)
    assert set(read_arpa(write_arpa(model)).vocabulary) == set(model.vocabulary)
