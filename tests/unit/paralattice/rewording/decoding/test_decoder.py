"""The generation lattice and its paraphrases."""

import math
import random
from itertools import islice, product

import pytest

from paralattice.errors import OptionError
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.ngrams import train_language_model
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.rewording.decoding.decoder import (
    GenerationEdge,
    ReplacementTable,
    best_paraphrase,
    generation_lattice,
    ranked_paraphrases,
)
from paralattice.rewording.options import DecodeOptions

SENTENCE = ("the", "ferry", "sank")
ENTRIES = [
    PhraseEntry(("ferry",), ("boat",), (0.25,)),
    PhraseEntry(("ferry",), ("ship",), (0.5,)),
    PhraseEntry(("ferry",), ("ferry",), (0.9,)),
    PhraseEntry(("the", "ferry"), ("it",), (0.125,)),
    PhraseEntry(("sank",), ("went", "down"), (0.5,)),
    PhraseEntry(("ferry", "left"), ("nothing",), (0.5,)),
    PhraseEntry(("ferry",), ("zero",), (0.0,)),
]
TEXT = [["the", "boat", "went", "down"], ["the", "ferry", "sank"], ["it", "sank"], ["the", "ship", "sank"]]
MODEL = train_language_model(TEXT, LanguageModelOptions(order=3))


def test_the_lattice_has_identities_and_replacements_of_one_and_more_words():
    lattice = generation_lattice(SENTENCE, ReplacementTable(ENTRIES), DecodeOptions(identity=0.1))
    assert [(edge.start, edge.end, " ".join(edge.words)) for edge in lattice.edges] == [
        (0, 1, "the"),
        (0, 2, "it"),
        (1, 2, "ferry"),
        (1, 2, "ship"),
        (1, 2, "boat"),
        (2, 3, "sank"),
        (2, 3, "went down"),
    ]
    assert lattice.edges[0] == GenerationEdge(0, 1, ("the",), -1.0)
    assert lattice.edges[1].score == pytest.approx(math.log10(0.125))


def test_only_the_most_probable_replacements_of_a_phrase_come_in_where_that_is_asked_for():
    table = ReplacementTable(ENTRIES)
    lattice = generation_lattice(SENTENCE, table, DecodeOptions(replacements=1))
    assert ("boat",) not in {edge.words for edge in lattice.edges}
    assert len(generation_lattice(SENTENCE, table, DecodeOptions(replacements=0)).edges) == 7


def test_the_best_of_repeated_entries_counts():
    table = ReplacementTable([PhraseEntry(("a",), ("b",), (0.1,)), PhraseEntry(("a",), ("b",), (0.2,))])
    assert len(table) == 1
    assert next(table.replacements(["a"], 0)) == (1, ((("b",), pytest.approx(math.log10(0.2))),))


def test_scores_are_those_of_both_models():
    lattice = generation_lattice(SENTENCE, ReplacementTable(ENTRIES), DecodeOptions())
    for found in ranked_paraphrases(lattice, MODEL):
        assert found.score == pytest.approx(found.replacement_score + MODEL.log_probability(found.words))
        assert tuple(word for edge in found.edges for word in edge.words) == found.words
        assert [edge.end for edge in found.edges[:-1]] == [edge.start for edge in found.edges[1:]]


def test_the_paraphrases_of_a_lattice_are_all_its_paths_with_the_sentence_itself():
    lattice = generation_lattice(SENTENCE, ReplacementTable(ENTRIES), DecodeOptions())
    found = [one.words for one in ranked_paraphrases(lattice, MODEL)]
    assert SENTENCE in found
    assert len(found) == len(set(found)) == 8


def test_a_higher_u_keeps_more_words():
    table = ReplacementTable(ENTRIES)
    bold = best_paraphrase(generation_lattice(SENTENCE, table, DecodeOptions(identity=1e-6)), MODEL)
    shy = best_paraphrase(generation_lattice(SENTENCE, table, DecodeOptions(identity=1.0)), MODEL)
    assert shy.words == SENTENCE
    assert bold.words != SENTENCE


def test_unseen_words_stay():
    lattice = generation_lattice(["qwxz"], ReplacementTable())
    assert [one.words for one in ranked_paraphrases(lattice, MODEL)] == [("qwxz",)]


def test_nothing_becomes_nothing():
    lattice = generation_lattice([], ReplacementTable(ENTRIES))
    assert [(one.words, one.edges) for one in ranked_paraphrases(lattice, MODEL)] == [((), ())]
    assert best_paraphrase(lattice, MODEL).score == pytest.approx(MODEL.log_probability([]))


@pytest.mark.parametrize("options", [{"identity": 0.0}, {"best": 0}, {"replacements": -1}, {"identity": 1.5}])
def test_an_option_that_makes_no_sense_is_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        DecodeOptions(**options)


def test_large_search_spaces_are_searched_whole():
    words = [f"w{number}" for number in range(20)]
    rng = random.Random(1)
    model = train_language_model([rng.choices(words, k=60) for _ in range(60)], LanguageModelOptions(order=3))
    entries = [PhraseEntry(("x",), (word,), (rng.random(),)) for word in words]
    options = DecodeOptions(replacements=0, identity=1e-9)
    lattice = generation_lattice(["x", "x", "x"], ReplacementTable(entries), options)
    found = islice(ranked_paraphrases(lattice, model), 30)
    chances = {entry.target[0]: math.log10(entry.scores[0]) for entry in entries}
    scores = sorted(
        (sum(chances[word] for word in way) + model.log_probability(way) for way in product(words, repeat=3)),
        reverse=True,
    )
    assert [one.score for one in found] == pytest.approx(scores[:30])
