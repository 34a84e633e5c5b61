"""Languages: tokens are as their users write them, and running text comes back as it was."""

import re

import pytest

from paralattice.adapters.text import split_sentences, tokenize
from paralattice.errors import OptionError
from paralattice.languages.registry import LANGUAGES, language_of

WRITTEN = {code for code in LANGUAGES if language_of(code).spaces}

SENTENCES = {
    "de": [
        "Am 3. Mai sperrte Dr. Weber die Brücke, z. B. für Lkw.",
        "„Das Wasser steigt“, sagte sie gegen 12.30 Uhr.",
        "Rund 5 % der 1.200 Häuser seien betroffen.",
        "»Nein!«, rief der Bürgermeister.",
    ],
    "en": ["It isn't over, said Mr. Hill.", "The U.S. team won 3-2."],
    "es": ["¿Cuándo llegó el Sr. Gómez?", "«Ayer», dijo; el 5 % no lo sabía.", "¡Qué tarde!"],
    "fr": [
        "M. Dupont n'est pas venu ; l'eau monte-t-elle jusqu'au pont ?",
        "« Oui », dit-il aujourd'hui : 3,5 % des maisons sont menacées.",
        "Il est 12 h 30 d'après l'A.F.P.",
        "Le porte-parole l\u2019a confirmé !",
    ],
    "it": ["L'acqua dell'Arno sale ancora un po'.", "C'è paura nell'area, disse l'ing. Rossi.", "“Dov'è?”"],
    "nl": [
        "'s Avonds ging de brug dicht, zei dhr. De Vries.",
        "De auto's stonden in 't water.",
        "„Kom mee!”",
    ],
    "pt": ["O rio encheu-se na quinta-feira.", "Disse-lhe a Sra. Lopes que custa 3,50 euros."],
}
CASES = [(code, sentence) for code, sentences in SENTENCES.items() for sentence in sentences]


def test_seven_languages_have_sentences_here():
    assert SENTENCES.keys() == WRITTEN


@pytest.mark.parametrize(("code", "sentence"), CASES)
def test_tokens_become_the_running_text_they_are_from(code, sentence):
    tokens = tokenize(sentence, code)
    assert "".join(tokens) == re.sub(r"\s", "", sentence)
    assert language_of(code).running_text(tokens) == sentence


@pytest.mark.parametrize("code", sorted(WRITTEN - {"en"}))
def test_a_text_is_split_into_its_sentences(code):
    assert split_sentences(" ".join(SENTENCES[code]), code) == SENTENCES[code]


@pytest.mark.parametrize(
    ("code", "sentence", "tokens"),
    [
        ("fr", "L'eau monte-t-elle ?", "L' eau monte -t-elle ?"),
        ("fr", "Aujourd'hui, le porte-parole est là.", "Aujourd'hui , le porte-parole est là ."),
        ("de", "Am 3. Mai, z. B. im Haus.", "Am 3. Mai , z. B. im Haus ."),
        ("it", "All'alba c'era un po' d'acqua.", "All' alba c' era un po' d' acqua ."),
        ("nl", "Foto's van 's avonds.", "Foto's van 's avonds ."),
        ("pt", "Encontrou-se o guarda-chuva.", "Encontrou -se o guarda-chuva ."),
        ("es", "EE.UU. ganó 3,5 millones (aprox.).", "EE.UU. ganó 3,5 millones ( aprox. ) ."),
    ],
)
def test_tokens_are_those_of_the_language(code, sentence, tokens):
    assert tokenize(sentence, code) == tuple(tokens.split())


@pytest.mark.parametrize("code", sorted(WRITTEN))
def test_stop_words_are_lower_cased_and_most_of_a_simple_text(code):
    stop_words = language_of(code).stop_words
    assert len(stop_words) > 95
    assert all(word == word.lower() for word in stop_words)


@pytest.mark.parametrize(("code", "token"), [("fr", "l'"), ("fr", "qu\u2019"), ("fr", "-t-il"), ("nl", "'s")])
def test_shortened_words_are_stop_words_as_the_tokens_that_they_are(code, token):
    assert token in language_of(code).stop_words


def test_quotation_marks_that_face_outwards_in_german_are_joined_to_what_they_hold():
    words = ["»", "Ja", "«", ",", "sagte", "er", ".", "„", "Gut", ".", "“"]
    assert language_of("de").running_text(words) == "»Ja«, sagte er. „Gut.“"


def test_tokens_of_a_treebank_become_running_text():
    words = ["Le", "pont", "-LRB-", "rouge", "-RRB-", "est", "``", "fermé", "''", ",", "etc.", "."]
    assert language_of("fr").running_text(words) == 'Le pont (rouge) est "fermé", etc.'


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - WRITTEN))
def test_a_language_without_spaces_asks_for_tokens_and_joins_them(code):
    language = language_of(code)
    with pytest.raises(OptionError, match=f"{language.name} is written without spaces .* --tokenized"):
        tokenize("…", code)
    assert language.running_text(["a", "b", "。"]) == "ab。"


def test_an_unknown_language_is_refused_with_the_known_ones():
    with pytest.raises(OptionError, match="unknown language 'xx': choose from de, en, es, fr"):
        language_of("xx")
