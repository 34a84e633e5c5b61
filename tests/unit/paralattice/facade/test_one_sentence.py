"""One sentence for several, in one call."""

import pytest

import paralattice
from paralattice.compression.options import CompressionOptions
from paralattice.errors import BuildError, OptionError

TEXTS = ["The old ferry sank near Lindau on Friday.", "The ferry sank on Friday, police said at noon."]


FERRY = (
    "A ferry sank near Lindau on Friday after a fire in its engine room.",
    "The old ferry Helvetia sank on Friday evening, police said.",
    "The ferry Helvetia sank on Friday near Lindau.",
    "The fire of the ferry Helvetia broke out in the engine room.",
)


def test_english_is_changed_by_exchange_and_keeps_its_limit():
    made = paralattice.one_sentence(FERRY)
    assert made.reason == ""
    assert made.text == "The ferry Helvetia sank near Lindau on Friday after a fire in its engine room."
    assert {place[0] for place in made.sources if place} == {0, 2}
    short = paralattice.one_sentence(FERRY, most=9)
    assert sum(word.isalnum() for word in short.words) <= 9
    with pytest.raises(OptionError, match="words"):
        paralattice.one_sentence(FERRY, most=1)


def test_other_languages_and_words_without_tags_take_the_best_path():
    options = CompressionOptions(tagged=False, language="french", shortest=5)
    texts = [
        "Le bac Helvetia a coulé vendredi après un incendie .",
        "Le vieux bac Helvetia a coulé près de Lindau vendredi soir .",
        "Un bac a coulé vendredi soir près de Lindau .",
    ]
    made = paralattice.one_sentence([text.split() for text in texts], options=options, parser="none")
    assert made.text == "Le bac Helvetia a coulé vendredi soir près de Lindau."


def test_running_text_is_tokenised_and_the_parser_tells_the_verbs():
    made = paralattice.one_sentence(TEXTS, "boudin")
    assert str(made) == made.text == "The old ferry sank near Lindau on Friday, police said at noon."
    assert made.reason == ""
    assert made.words[-2:] == ("noon", ".")


def test_given_tags_replace_the_parser():
    words = [["seven", "birds", "fly", "by"], ["seven", "birds", "fly", "south"]]
    options = CompressionOptions(shortest=4)
    nouns = [["NN"] * 4] * 2
    reason = "no word of the cluster is tagged as a verb"
    assert paralattice.one_sentence(words, "boudin", options, tags=nouns, parser="none").reason == reason


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
