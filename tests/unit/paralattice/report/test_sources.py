"""Where the words of samples come from."""

from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.align import align
from paralattice.lattice import Lattice, from_alignment, sample
from paralattice.lattice.lattice import Arc
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.sampling import Sample
from paralattice.report import Sources, Stretch

# 0: the old bridge fell / 1: the new bridge stood / 2: the new bridge fell
ARCS = (
    Arc(0, 1, "the", (0, 1, 2)),
    Arc(1, 2, "new", (1, 2)),
    Arc(1, 3, "old", (0,)),
    Arc(2, 4, "bridge", (1, 2)),
    Arc(3, 4, "bridge", (0,)),
    Arc(4, 5, "fell", (0, 2)),
    Arc(4, 6, "stood", (1,)),
    Arc(5, 7, "", (0, 2)),
    Arc(6, 7, "", (1,)),
)
LATTICE = Lattice(0, 7, 8, ARCS)


def drawn(text, states):
    return Sample(tuple(text.split()), tuple(states), novel=True, duplicate=False, chosen=True)


def stretches_of(lattice, made):
    sources = Sources(lattice)
    return sources.stretches(made, sources.users(made))


def test_each_word_has_the_sentences_that_take_its_step():
    made = drawn("the old bridge stood", [0, 1, 3, 4, 6, 7])
    assert Sources(LATTICE).users(made) == ((0, 1, 2), (0,), (0,), (1,))


def test_a_sample_is_divided_where_no_sentence_goes_on():
    made = drawn("the old bridge stood", [0, 1, 3, 4, 6, 7])
    assert stretches_of(LATTICE, made) == [Stretch(0, 0, 3), Stretch(1, 3, 1)]


def test_a_sentence_of_the_cluster_is_one_stretch():
    assert stretches_of(LATTICE, drawn("the new bridge fell", [0, 1, 2, 4, 5, 7])) == [Stretch(2, 0, 4)]


def test_a_sentence_that_was_named_is_named_again_before_others():
    arcs = (
        Arc(0, 1, "a", (1,)),
        Arc(0, 2, "b", (0,)),
        Arc(1, 3, "c", (1,)),
        Arc(2, 3, "c", (0,)),
        Arc(3, 4, "d", (0, 1)),
    )
    made = Sample(("a", "b", "d"), (0, 1, 3, 4), novel=True, duplicate=False, chosen=False)
    assert [stretch.sentence for stretch in stretches_of(Lattice(0, 4, 5, arcs), made)] == [1, -1, 1]


def test_words_of_a_lattice_that_knows_no_sentences_have_no_source():
    lattice = Lattice(0, 7, 8, tuple(arc._replace(sentences=()) for arc in ARCS))
    made = drawn("the old bridge fell", [0, 1, 3, 4, 5, 7])
    assert stretches_of(lattice, made) == [Stretch(-1, -1, 4)]


def test_a_sample_that_does_not_fit_the_lattice_has_users_for_every_word():
    made = drawn("quite other words", [0, 9])
    assert Sources(LATTICE).users(made) == ((), (), ())
    assert stretches_of(LATTICE, made) == [Stretch(-1, -1, 3)]


def fewest(users):
    """Return the least number of stretches, by trying every way to divide."""
    least = [0]
    for end in range(1, len(users) + 1):
        begins = [begin for begin in range(end) if set.intersection(*map(set, users[begin:end]))]
        least.append(1 + min(least[begin] for begin in begins))
    return least[-1]


words = st.sampled_from(["a", "b", "c", "d", ","])


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(words, min_size=1, max_size=7), min_size=1, max_size=5))
def test_the_fewest_stretches_of_sentences_put_together_are_the_sample(sentences):
    lattice = from_alignment(sentences, align(sentences, "V1").merged.columns)
    for made in sample(lattice, sentences, SampleOptions(draws=5), "c", "V1"):
        taken = [
            sentences[sentence][begin : begin + length]
            for sentence, begin, length in stretches_of(lattice, made)
        ]
        assert tuple(chain.from_iterable(taken)) == made.words
        assert len(taken) == fewest(Sources(lattice).users(made))
