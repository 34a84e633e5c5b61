"""Rewordings of cased sentences: entities and case are restored, and edits are reported."""

import math

import msgspec
import pytest

from paralattice.english.wordnet import WordNet
from paralattice.errors import OptionError, RewordError
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.ngrams import train_language_model
from paralattice.ngrams.coded_text import CodedText
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.rewording.decoding.decoder import ReplacementTable
from paralattice.rewording.decoding.phrasal_rewording import Rewording, RewordingModel, reword_by_phrases
from paralattice.rewording.decoding.rewriter import Rewriter
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.entities import EntityClasses
from paralattice.rewording.words.synonyms import ClassSynonyms, WordNetSynonyms
from paralattice.rewording.words.truecaser import Truecaser
from support import tiny_wordnet

CASED = [
    "The boat left Port Edrin on Monday .",
    "The ship left Port Edrin .",
    "About 20 people were hurt , Brekke said .",
    "On Monday , 20 people were injured .",
]


def entry(source, target, score):
    return PhraseEntry(tuple(source.split()), tuple(target.split()), (score,))


@pytest.fixture(scope="module")
def model():
    entities = EntityClasses()
    sentences = [text.split() for text in CASED]
    return RewordingModel(
        ReplacementTable(
            [
                entry("boat", "ship", 0.5),
                entry("<number> people", "people <number>", 0.3),
                entry("hurt", "injured", 0.4),
                entry("people", "<number> people", 0.9),
                entry("left", "sailed from", 0.2),
            ]
        ),
        train_language_model((entities.mask(words).words for words in sentences), LanguageModelOptions(3)),
        Truecaser.of_text(CodedText(sentences)),
        entities,
        {"boat": 1, "ship": 1, "hurt": 2, "injured": 2, "said": 3},
    )


@pytest.fixture(scope="module")
def wordnet():
    return WordNet(tiny_wordnet.tiny_wordnet())


def test_the_best_rewordings_come_in_order_with_scores_that_add_up(model):
    found = reword_by_phrases(["The", "boat", "left", "Port", "Edrin", "."], model, DecodeOptions(best=20))
    texts = [" ".join(one.words) for one in found]
    assert "The ship left Port Edrin ." in texts
    assert "The boat sailed from Port Edrin ." in texts
    assert "The boat left Port Edrin ." not in texts
    assert len(set(texts)) == len(texts)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for one in found:
        assert one.score == pytest.approx(one.replacement_score + one.language_score)
        assert one.replacement_score == pytest.approx(
            sum(edit.score for edit in one.edits)
            + (6 - sum(edit.end - edit.start for edit in one.edits)) * math.log10(DecodeOptions().identity)
        )


def test_edits_turn_the_sentence_into_the_rewording(model):
    words = ["On", "Monday", ",", "20", "people", "were", "hurt", ",", "Oda", "Brekke", "said", "."]
    for one in reword_by_phrases(words, model, DecodeOptions(best=10)):
        made, at = [], 0
        for edit in one.edits:
            made += [*words[at : edit.start], *edit.words]
            at = edit.end
        assert [word.lower() for word in one.words] == [word.lower() for word in [*made, *words[at:]]]


def test_entities_keep_their_values_and_none_is_invented(model):
    found = reword_by_phrases(
        ["About", "1,350", "people", "were", "hurt", "."], model, DecodeOptions(best=50)
    )
    texts = {" ".join(one.words) for one in found}
    assert "About people 1,350 were hurt ." in texts
    assert all(one.words.count("1,350") == 1 for one in found)
    assert not any("<number>" in one.words for one in found)


def test_words_that_stay_keep_their_case_and_new_ones_get_theirs(model):
    (best, *_) = reword_by_phrases(["IBM", "hurt", "the", "Boat", "in", "Port", "Edrin"], model)
    assert best.words[0] == "IBM"
    assert best.words[-2:] == ("Port", "Edrin")
    found = reword_by_phrases(["Boat", "left", "."], model)
    assert found[0].words[0] == "Ship"


def test_a_sentence_of_unknown_words_and_an_empty_one_have_no_rewording(model):
    assert reword_by_phrases(["Quux", "frobnicates", "zyzzyva"], model) == []
    assert reword_by_phrases([], model) == []
    kept = reword_by_phrases(["Quux", "frobnicates"], model, DecodeOptions(novel=False))
    assert [one.words for one in kept] == [("Quux", "frobnicates")]


def test_a_high_u_leaves_more_as_it_is(model):
    words = ["The", "boat", "left", "Port", "Edrin", "."]
    low = reword_by_phrases(words, model, DecodeOptions(identity=0.001, best=1))[0]
    high = reword_by_phrases(words, model, DecodeOptions(identity=1.0, best=1))[0]
    assert len(high.edits) == 1
    assert len(low.edits) >= len(high.edits)


def test_records_of_rewordings_can_be_read_back(model):
    found = reword_by_phrases(["The", "boat", "left", "Port", "Edrin", "."], model)
    assert msgspec.convert(msgspec.to_builtins(found), list[Rewording]) == found


def test_synonyms_are_inflected_like_the_word(wordnet):
    synonyms = WordNetSynonyms(wordnet)
    assert synonyms("injured") == (("hurt",), ("wounded",))
    assert synonyms("ships") == (("vessels",),)
    assert synonyms("running") == (("going", "off"),)
    assert synonyms("ran") == (("went", "off"),)
    assert synonyms("bigger") == (("larger",),)
    assert synonyms("cities") == (("towns",),)
    assert synonyms("the") == ()


def test_the_baseline_of_wordnet_with_a_language_model_replaces_by_synonyms_alone(model, wordnet):
    found = Rewriter(model, "wn+lm", wordnet).reword(["About", "20", "people", "were", "injured", "."])
    assert {" ".join(one.words) for one in found} >= {"About 20 people were hurt ."}
    assert all(edit.words in {("hurt",), ("wounded",)} for one in found for edit in one.edits)


def test_the_baseline_of_wordnet_replaces_as_many_words_as_phrasal_replacement(model, wordnet):
    words = ["The", "ship", "was", "injured", "and", "the", "city", "hurt", "people", "."]
    replaced = sum(edit.end - edit.start for edit in reword_by_phrases(words, model)[0].edits)
    rewriter = Rewriter(model, "wn", wordnet, seed=1)
    found = rewriter.reword(words, DecodeOptions(best=6))
    assert found
    assert all(sum(edit.end - edit.start for edit in one.edits) == replaced for one in found)
    assert rewriter.reword(words, DecodeOptions(best=6)) == found
    assert Rewriter(model, "wn", wordnet, seed=2).reword(words, DecodeOptions(best=6)) != found


def test_the_baseline_of_classes_replaces_by_words_of_the_same_class(model):
    found = Rewriter(model, "cl").reword(["About", "20", "people", "were", "hurt", "."])
    assert [" ".join(one.words) for one in found] == ["About 20 people were injured ."]
    synonyms = ClassSynonyms({"a": 1, "boat": 1, "ship": 1, "on": 1}, model.language_model)
    # Frequent ones first; words that the model does not know last.
    assert synonyms("a") == [("on",), ("boat",), ("ship",)]
    assert synonyms("nothing") == ()


def test_systems_say_what_they_lack(model):
    with pytest.raises(OptionError, match="unknown system 'msa'"):
        Rewriter(model, "msa")
    with pytest.raises(OptionError, match="needs WordNet"):
        Rewriter(model, "wn")
    bare = RewordingModel(model.table, model.language_model, model.truecaser, model.entities, {})
    with pytest.raises(RewordError, match="without classes"):
        Rewriter(bare, "cl")


def test_the_lattice_of_a_sentence_has_generic_tokens(model):
    lattice = Rewriter(model).lattice(["About", "20", "people"])
    assert lattice.words == ("about", "<number>", "people")
    assert len(lattice.edges) == 5


@pytest.mark.parametrize("patterns", [{"<a>": "("}, {"<a>": "(x)"}, {"<a>": "x*"}])
def test_classes_of_entities_that_cannot_be_used_are_refused(patterns):
    with pytest.raises(RewordError, match="class of named entities"):
        EntityClasses(patterns)


def test_without_classes_of_entities_nothing_is_masked():
    assert EntityClasses({}).mask(["In", "1999"]).words == ("in", "1999")
