"""Properties of lattices that are built from alignments."""

import json
import random
from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.formats.lattices.att import escape_symbol, unescape_symbol
from paralattice.lattice import (
    Arc,
    WordLattice,
    accepts,
    count_distinct,
    count_paths,
    determinise,
    enumerate_sentences,
    from_alignment,
    from_att,
    is_deterministic,
    lattice_record,
    minimise,
    read_lattice_record,
    sample,
    statistics,
    to_att,
)
from paralattice.lattice.options import SAMPLERS, SampleOptions
from paralattice.lattice.pictures.boxes import boxes_and_links
from paralattice.lattice.pictures.layout import lay_out
from paralattice.lattice.records.plain import write_samples

WORDS = st.sampled_from("abc")
LIMIT = 10_000
FORTY = settings(max_examples=40)


@st.composite
def alignments(draw, words=WORDS):
    """Draw sentences and their columns: each sentence visits some of a row of columns in order."""
    held = draw(st.lists(words, min_size=1, max_size=9))
    places = st.sets(st.integers(0, len(held) - 1), min_size=1).map(sorted)
    visits = draw(st.lists(places, min_size=1, max_size=5))
    names = draw(st.permutations(range(100, 100 + len(held))))
    sentences = [[held[place] for place in visit] for visit in visits]
    return sentences, [[names[place] for place in visit] for visit in visits]


def walk_all(lattice):
    """Return the words of every path, by the plainest means."""
    found, pending = [], [((), lattice.start)]
    while pending:
        words, state = pending.pop()
        if state == lattice.accept:
            found.append(words)
        for arc in lattice.arcs:
            if arc.source == state:
                pending.append(((*words, arc.label) if arc.label else words, arc.target))
    return found


@given(alignments())
def test_counts_are_what_walking_every_path_finds(alignment):
    lattice = from_alignment(*alignment)
    paths = walk_all(lattice)
    assert count_paths(lattice) == len(paths)
    assert count_distinct(lattice, LIMIT) == len(set(paths))
    assert list(enumerate_sentences(lattice, LIMIT)) == sorted(set(paths))


@given(alignments())
def test_a_sentence_of_the_cluster_is_always_a_path_of_its_own_arcs(alignment):
    sentences, _ = alignment
    lattice = from_alignment(*alignment)
    for number, words in enumerate(sentences):
        assert accepts(lattice, words)
        own = [arc for arc in lattice.arcs if number in arc.sentences]
        assert [arc.label for arc in own] == [*words, ""]
        assert [arc.source for arc in own[1:]] == [arc.target for arc in own[:-1]]


@given(alignments(), st.randoms(use_true_random=False))
def test_the_lattice_does_not_depend_on_the_numbers_of_the_columns(alignment, rng):
    sentences, columns = alignment
    used = sorted({column for row in columns for column in row})
    renamed = dict(zip(used, rng.sample(range(1000), len(used)), strict=True))
    again = from_alignment(sentences, [[renamed[column] for column in row] for row in columns])
    assert again == from_alignment(sentences, columns)


@given(alignments())
def test_a_lattice_keeps_its_promises(alignment):
    lattice = from_alignment(*alignment)
    keys = [(arc.source, arc.target, arc.label) for arc in lattice.arcs]
    assert keys == sorted(set(keys))
    assert all(source < target for source, target, _ in keys)
    assert {source for source, _, _ in keys} == set(range(lattice.states)) - {lattice.accept}
    assert {target for _, target, _ in keys} == set(range(lattice.states)) - {lattice.start}
    assert all((label == "") == (target == lattice.accept) for _, target, label in keys)


@given(alignments())
def test_determinising_and_minimising_keep_the_sentences(alignment):
    lattice = from_alignment(*alignment)
    sentences = sorted(set(walk_all(lattice)))
    deterministic = determinise(lattice, LIMIT)
    minimal = minimise(deterministic)
    for made in (deterministic, minimal):
        assert is_deterministic(made)
        assert sorted(walk_all(made)) == sentences
        assert all(arc.source < arc.target for arc in made.arcs)
    # The minimal automaton has a state for each set of continuations; ours has the accepting one besides.
    prefixes = {words[:length] for words in sentences for length in range(len(words) + 1)}
    continuations = {
        frozenset(words[len(prefix) :] for words in sentences if words[: len(prefix)] == prefix)
        for prefix in prefixes
    }
    assert minimal.states == len(continuations) + 1


@given(alignments())
def test_aligned_columns_and_tokens_are_those_of_two_sentences_or_more(alignment):
    sentences, columns = alignment
    figures = statistics(from_alignment(sentences, columns), columns, sentences, LIMIT)
    sizes = Counter(column for row in columns for column in row)
    assert figures.aligned_columns == len([size for size in sizes.values() if size > 1])
    assert figures.aligned_tokens == sum(size for size in sizes.values() if size > 1)


@given(alignments(st.text(min_size=1, max_size=3)))
def test_a_lattice_comes_back_from_its_record_and_from_att_text(alignment):
    sentences, columns = alignment
    lattice = from_alignment(sentences, columns)
    record = lattice_record(lattice, statistics(lattice, columns, sentences, LIMIT))
    assert read_lattice_record(record) == lattice
    text, symbols = to_att(lattice)
    bare = tuple(Arc(arc.source, arc.target, arc.label) for arc in lattice.arcs)
    assert from_att(text.splitlines()) == WordLattice(0, lattice.accept, lattice.states, bare)
    labels = sorted({arc.label for arc in lattice.arcs})
    numbered = [line.split("\t") for line in symbols.splitlines()]
    assert [(unescape_symbol(symbol), int(number)) for symbol, number in numbered] == [
        (label, number) for number, label in enumerate(labels)
    ]


@given(st.text())
def test_a_word_comes_back_from_its_symbol_which_holds_no_whitespace(word):
    symbol = escape_symbol(word)
    assert unescape_symbol(symbol) == word
    assert symbol.split() == [symbol]
    assert (symbol == "<eps>") == (word == "")


@FORTY
@given(alignments(), st.sampled_from(SAMPLERS), st.integers(0, 2**32), st.integers(0, 6))
def test_samples_are_accepted_marked_and_come_back_from_their_lines(alignment, sampler, seed, keep):
    sentences, _ = alignment
    lattice = from_alignment(*alignment)
    options = SampleOptions(seed=seed, sampler=sampler, draws=30, keep=keep)
    samples = sample(lattice, sentences, options, "cluster", "V1")
    possible = set(walk_all(lattice))
    known = set(map(tuple, sentences))
    assert all(entry.words in possible for entry in samples)
    assert all(entry.novel == (entry.words not in known) for entry in samples)
    novel = {entry.words for entry in samples if entry.novel}
    chosen = [entry.words for entry in samples if entry.chosen]
    assert len(chosen) == len(set(chosen)) == min(keep, len(novel))
    assert set(chosen) <= novel
    records = [json.loads(line) for line in write_samples(samples).splitlines()]
    assert [(tuple(one["tokens"]), tuple(one["states"])) for one in records] == [each[:2] for each in samples]
    for flag in ("novel", "duplicate", "chosen"):
        assert [one[flag] for one in records] == [getattr(each, flag) for each in samples]


@FORTY
@given(alignments(), st.integers(0, 2**32))
def test_boxes_of_any_measures_are_laid_out_apart(alignment, seed):
    boxes, links = boxes_and_links(from_alignment(*alignment))
    rng = random.Random(seed)
    sizes = [(2 * rng.randint(5, 90), 2 * rng.randint(5, 40)) for _ in boxes]
    layout = lay_out(sizes, [(link.source, link.target) for link in links])
    for layer in set(layout.layer):
        members = sorted(
            (layout.y[box], sizes[box]) for box in range(len(boxes)) if layout.layer[box] == layer
        )
        assert all(width <= layout.right[layer] - layout.left[layer] for _, (width, _) in members)
        for (above, (_, height)), (below, (_, other)) in pairwise(members):
            assert below - above >= (height + other) / 2 + 7
    assert all(layout.layer[link.source] < layout.layer[link.target] for link in links)
