"""Phrases, formats and decoder against plain references."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.formats.pharaoh import read_alignments, write_alignments
from paralattice.formats.phrase_table import PhraseEntry, read_phrase_table, write_phrase_table
from paralattice.ngrams import train_language_model
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.rewording.decoding.decoder import (
    ReplacementTable,
    best_paraphrase,
    generation_lattice,
    ranked_paraphrases,
)
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.phrases import phrase_spans

WORD = st.sampled_from("abcdef")
PHRASE = st.lists(WORD, min_size=1, max_size=3).map(tuple)
SENTENCE = st.lists(WORD, max_size=5)
ENTRIES = st.lists(
    st.builds(PhraseEntry, PHRASE, PHRASE, st.floats(1e-6, 1.0).map(lambda score: (score,))), max_size=20
)
TEXTS = st.lists(st.lists(WORD, max_size=6), min_size=1, max_size=8)
SHAPES = st.tuples(st.integers(1, 5), st.integers(1, 5))


def ways(lattice, vertex=0):
    """Return all ways from a vertex to the end: lists of edges."""
    done, open_ways = [], [(0, [])]
    while open_ways:
        vertex, edges = open_ways.pop()
        if vertex == len(lattice.words):
            done.append(edges)
        open_ways += [(edge.end, [*edges, edge]) for edge in lattice.edges if edge.start == vertex]
    return done


@given(SENTENCE, ENTRIES, TEXTS, st.integers(1, 4))
def test_the_n_best_are_those_of_all_ways(sentence, entries, text, order):
    model = train_language_model(text, LanguageModelOptions(order=order))
    lattice = generation_lattice(sentence, ReplacementTable(entries), DecodeOptions(replacements=3))
    scores = {}
    for edges in ways(lattice):
        words = tuple(word for edge in edges for word in edge.words)
        score = sum(edge.score for edge in edges) + model.log_probability(words)
        scores[words] = max(score, scores.get(words, -1e9))
    found = list(ranked_paraphrases(lattice, model))
    assert {one.words: one.score for one in found} == pytest.approx(scores)
    assert len(found) == len(scores)
    assert all(before.score >= after.score - 1e-9 for before, after in pairwise(found))
    assert best_paraphrase(lattice, model).score == pytest.approx(max(scores.values()))


def linked_sets(links, first, second):
    """Return the cepts as sets of places, those of the second sentence after those of the first."""
    cepts = [{place} for place in range(first + second)]
    for i, j in links:
        joined = [cept for cept in cepts if i in cept or first + j in cept]
        cepts = [cept for cept in cepts if cept not in joined] + [set().union(*joined)]
    return cepts


@given(SHAPES, st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=6), st.integers(1, 5))
def test_phrase_pairs_are_the_sets_of_cepts_that_lie_together(shape, links, most):
    first, second = shape
    links = [(i, j) for i, j in links if i < first and j < second]
    cepts = linked_sets(links, first, second)
    expected = set()
    for chosen in product([False, True], repeat=len(cepts)):
        taken = [cept for cept, take in zip(cepts, chosen, strict=True) if take]
        places = set().union(*taken)
        one = sorted(place for place in places if place < first)
        other = sorted(place - first for place in places if place >= first)
        whole = one and other and len(taken) <= most and any(len(cept) > 1 for cept in taken)
        if whole and one[-1] - one[0] < len(one) and other[-1] - other[0] < len(other):
            expected.add((one[0], one[-1] + 1, other[0], other[-1] + 1))
    spans = list(phrase_spans(links, first, second, most))
    assert len(spans) == len(set(spans))
    assert set(spans) == expected


TEXT_WORD = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5).filter(
    lambda word: not set(word) & set("\0\t\n\r ")
)
LINKS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=3).map(tuple)
NUMBERS = st.lists(st.floats(0, 1e18, allow_nan=False), max_size=3).map(tuple)


@given(
    st.lists(
        st.tuples(*[st.lists(TEXT_WORD, min_size=3, max_size=4).map(tuple)] * 2, NUMBERS, LINKS, NUMBERS)
    )
)
def test_phrase_tables_come_back_as_they_were_written(rows):
    entries = [PhraseEntry(*row) for row in rows]
    assert list(read_phrase_table(write_phrase_table(entries))) == entries


@given(st.lists(st.sets(st.tuples(st.integers(0, 999), st.integers(0, 999)), max_size=5)))
def test_alignments_come_back_as_they_were_written(alignments):
    assert [set(links) for links in read_alignments(write_alignments(alignments))] == alignments


@given(SHAPES, st.data())
def test_without_unlinked_words_the_phrases_are_those_all_of_whose_words_have_a_link(shape, data):
    first, second = shape
    places = st.tuples(st.integers(0, first - 1), st.integers(0, second - 1))
    links = data.draw(st.lists(places, max_size=8, unique=True))
    sources, targets = {i for i, _ in links}, {j for _, j in links}
    expected = {
        (begin, end, low, high)
        for begin, end, low, high in phrase_spans(links, first, second)
        if sources.issuperset(range(begin, end)) and targets.issuperset(range(low, high))
    }
    found = list(phrase_spans(links, first, second, unlinked=False))
    assert set(found) == expected
    assert len(found) == len(expected)
