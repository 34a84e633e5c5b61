"""One sentence for several, in one call."""

import pytest

import paralattice
from paralattice.compression.options import CompressionOptions
from paralattice.errors import BuildError, OptionError

TEXTS = ["The old ferry sank near Lindau on Friday.", "The ferry sank on Friday, police said at noon."]


def test_running_text_is_tokenised_and_the_parser_tells_the_verbs():
    made = paralattice.one_sentence(TEXTS)
    assert str(made) == made.text == "The old ferry sank near Lindau on Friday, police said at noon."
    assert made.reason == ""
    assert made.words[-2:] == ("noon", ".")


def test_given_tags_replace_the_parser():
    words = [["seven", "birds", "fly", "by"], ["seven", "birds", "fly", "south"]]
    options = CompressionOptions(shortest=4)
    nouns = [["NN"] * 4] * 2
    reason = "no word of the cluster is tagged as a verb"
    assert paralattice.one_sentence(words, options=options, tags=nouns, parser="none").reason == reason


def test_stop_words_may_be_given():
    words = [["seven", "birds", "fly", "by"], ["two", "birds", "fly", "south"]]
    options = CompressionOptions(shortest=4, tagged=False)
    assert paralattice.one_sentence(words, "filippova", options).reason == ""
    every = {word for row in words for word in row}
    made = paralattice.one_sentence(words, "filippova", options, stop_words=every)
    assert made.reason == "the sentences of the cluster share no words"


@pytest.mark.parametrize(
    ("texts", "version", "error", "message"),
    [
        (TEXTS, "filipova", OptionError, "unknown version 'filipova'.*did you mean 'filippova'"),
        ([], "boudin", BuildError, "without sentences"),
        ([TEXTS[0], []], "boudin", BuildError, "sentence 2 has no words"),
    ],
)
def test_bad_input_is_refused(texts, version, error, message):
    with pytest.raises(error, match=message):
        paralattice.one_sentence(texts, version)
