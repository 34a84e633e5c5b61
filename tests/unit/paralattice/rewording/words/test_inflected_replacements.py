"""Replacements of words in forms that no sentence pair shows."""

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.words.inflected_replacements import inflected_replacements
from paralattice.rewording.words.word_relations import WordRelations
from support.tiny_wordnet import wordnet_files

SYNSETS = [("n", ["place"]), ("v", ["lay", "place"]), ("v", ["add"]), ("v", ["say"])]
VOCABULARY = ["laid", "placed", "lays", "places", "laying", "adds", "added", "says", "said"]


def entry(source, target, pairs):
    return PhraseEntry((source,), (target,), (0.5, 0.4, 0.3, 0.2), counts=(pairs, 1, 3), tags=("VBD", "VBN"))


@pytest.fixture(scope="module")
def relations():
    irregular = [("v", "laid", "lay"), ("v", "said", "say")]
    return WordRelations(WordNet(wordnet_files(SYNSETS, irregular)))


def test_synonyms_replace_each_other_in_every_form_of_the_vocabulary_under_its_tags(relations):
    shown = [(entry("laid", "placed", 3), [4, 7])]
    ((found, numbers),) = inflected_replacements(shown, VOCABULARY, relations)
    assert (found.source, found.target) == (("lays",), ("places",))
    # As a verb, and not as the noun "places".
    assert found.tags == ("VBZ",)
    assert (found.scores, found.counts, numbers) == (shown[0][0].scores, (3, 1, 3), [4, 7])


def test_words_that_are_no_synonyms_do_so_only_in_the_forms_that_were_shown(relations):
    assert not list(inflected_replacements([(entry("added", "said", 9), [1])], VOCABULARY, relations))


def test_a_form_that_was_shown_is_not_repeated_and_without_wordnet_no_form_is_known(relations):
    shown = [(entry("laid", "placed", 3), [4]), (entry("lays", "places", 1), [5])]
    assert not list(inflected_replacements(shown, VOCABULARY, relations))
    assert not list(inflected_replacements(shown[:1], VOCABULARY, WordRelations()))
