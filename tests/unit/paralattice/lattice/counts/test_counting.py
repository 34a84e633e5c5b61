import pytest

from paralattice.errors import BuildError
from paralattice.lattice import (
    Arc,
    LatticeStatistics,
    WordLattice,
    accepts,
    count_distinct,
    count_paths,
    enumerate_sentences,
    from_alignment,
    statistics,
)
from paralattice.lattice.building import separate_columns
from paralattice.lattice.counts.counting import paths_to_accept


def diamonds(count):
    """Return a lattice of one choice of two words after another."""
    first = [word for place in range(count) for word in (f"l{place}", f"m{place}")]
    second = [word for place in range(count) for word in (f"r{place}", f"m{place}")]
    columns = [[3 * place + side for place in range(count) for side in sides] for sides in ((0, 2), (1, 2))]
    return from_alignment([first, second], columns)


def test_paths_are_counted_exactly_however_many_there_are():
    lattice = diamonds(3000)
    assert count_paths(lattice) == 2**3000
    assert count_distinct(lattice, limit=1) == 2**3000


def test_paths_are_known_from_every_state():
    lattice = from_alignment([["a", "b"], ["c", "b"], ["d"]], [[0, 1], [2, 1], [3]])
    assert paths_to_accept(lattice)[0] == 3
    assert paths_to_accept(lattice)[lattice.accept] == 1


def test_equal_words_in_parallel_make_two_paths_of_one_sentence():
    sentences = [["a", "b"], ["a", "b"], ["a", "c"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    assert count_paths(lattice) == 3
    assert count_distinct(lattice, limit=100) == 2


def test_counting_distinct_sentences_stops_at_the_limit_and_names_the_option():
    sentences = [["a", "b", "c"], ["a", "b", "d"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    assert count_distinct(lattice, limit=6) == 2
    with pytest.raises(BuildError, match="more than 5 states; raise distinct_limit"):
        count_distinct(lattice, limit=5)


def test_a_deterministic_lattice_needs_no_limit():
    lattice = from_alignment([["a", "b", "c"]], [[0, 1, 2]])
    assert count_distinct(lattice, limit=1) == 1


def aligned(sentences, columns):
    """Return the aligned columns and tokens of sentences of one-letter words."""
    words = [list(sentence) for sentence in sentences]
    figures = statistics(from_alignment(words, columns), columns, words, limit=10)
    return figures.aligned_columns, figures.aligned_tokens


def test_aligned_columns_hold_tokens_of_two_sentences_or_more():
    assert aligned(["abc", "adc", "efc"], [[0, 1, 2], [0, 3, 2], [4, 5, 2]]) == (2, 5)


def test_a_repeated_sentence_counts_as_two_in_alignment():
    assert aligned(["ab", "ab"], [[0, 1], [0, 1]]) == (2, 4)


def test_a_lattice_accepts_what_its_paths_spell_and_nothing_else():
    lattice = from_alignment([["a", "b"], ["c", "b", "d"]], [[0, 1], [2, 1, 3]])
    for words in ("a b", "c b d", "a b d", "c b"):
        assert accepts(lattice, words.split())
    for words in ("", "a", "b", "a b d d", "a c", "A b"):
        assert not accepts(lattice, words.split())


def test_an_arc_with_a_word_may_lead_to_the_accepting_state():
    arcs = (Arc(0, 1, "a"), Arc(0, 2, "b"), Arc(1, 2, ""), Arc(1, 2, "c"))
    lattice = WordLattice(start=0, accept=2, states=3, arcs=arcs)
    assert list(enumerate_sentences(lattice, limit=10)) == [("a",), ("a", "c"), ("b",)]
    assert count_paths(lattice) == count_distinct(lattice, limit=10) == 3
    assert accepts(lattice, ["b"])
    assert not accepts(lattice, ["a", ""])


def test_sentences_are_enumerated_each_once_in_order_and_lazily():
    sentences = [["b"], ["a", "z"], ["a", "z"], ["a"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    assert list(enumerate_sentences(lattice, limit=10)) == [("a",), ("a", "z"), ("b",)]
    assert list(enumerate_sentences(lattice, limit=2)) == [("a",), ("a", "z")]
    assert list(enumerate_sentences(lattice, limit=0)) == []
    assert next(enumerate_sentences(diamonds(2000), limit=10**9))[:3] == ("l0", "m0", "l1")


def test_the_figures_of_a_lattice_come_together():
    sentences = [["a", "b"], ["a", "c"]]
    columns = [[0, 1], [0, 2]]
    figures = statistics(from_alignment(sentences, columns), columns, sentences, limit=10)
    assert figures == LatticeStatistics(
        states=5, arcs=5, paths=2, distinct=2, aligned_columns=1, aligned_tokens=2
    )


def test_distinct_sentences_are_unknown_past_the_limit_and_the_other_figures_are_there():
    sentences = [["a", "b"], ["a", "c"]]
    columns = separate_columns(sentences)
    figures = statistics(from_alignment(sentences, columns), columns, sentences, limit=2)
    assert figures.distinct is None
    assert figures.paths == 2


def test_figures_need_the_columns_of_all_sentences():
    sentences = [["a"], ["b"]]
    lattice = from_alignment(sentences, [[0], [1]])
    with pytest.raises(BuildError, match="2 sentences, but columns for 1"):
        statistics(lattice, [[0]], sentences, limit=10)
