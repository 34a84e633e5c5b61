"""Figure 1 of Shen et al. 2006, from chunklink's features of the two sentences to the automaton."""

import pytest

from paralattice.align import align
from paralattice.align.options import AlignOptions
from paralattice.corpus import Sentence, Token
from paralattice.lattice import accepts, count_paths, from_alignment

# (S (NP (NNP Milan)) (VP (VBZ is) (ADJP (JJ beautiful))))
BEAUTIFUL = Sentence(
    (
        Token("Milan", "NNP", "B-NP", ("B-S", "B-NP")),
        Token("is", "VBZ", "B-VP", ("I-S", "B-VP")),
        Token("beautiful", "JJ", "B-ADJP", ("I-S", "I-VP", "B-ADJP")),
    )
)
# (S (NP (PRP I)) (VP (VBD went) (PP (TO to) (NP (NNP Milan)))))
WENT = Sentence(
    (
        Token("I", "PRP", "B-NP", ("B-S", "B-NP")),
        Token("went", "VBD", "B-VP", ("I-S", "B-VP")),
        Token("to", "TO", "B-PP", ("I-S", "I-VP", "B-PP")),
        Token("Milan", "NNP", "B-NP", ("I-S", "I-VP", "I-PP", "B-NP")),
    )
)
NONSENSE = ["I", "went", "to", "Milan", "is", "beautiful"]


def columns(version, options=None):
    return [places.tolist() for places in align([BEAUTIFUL, WENT], version, options).merged.columns]


def automaton(version):
    words = [list(BEAUTIFUL.words), list(WENT.words)]
    return from_alignment(words, columns(version))


@pytest.mark.parametrize("version", ["V1", "V2", "V3"])
def test_alignment_by_words_alone_aligns_the_two_milans(version):
    assert columns(version) == [[0, 1, 2], [3, 4, 5, 0]]
    assert accepts(automaton(version), NONSENSE)


@pytest.mark.parametrize("version", ["V4", "V5"])
def test_alignment_by_syntax_aligns_nothing_and_accepts_the_two_sentences_alone(version):
    assert columns(version) == [[0, 1, 2], [3, 4, 5, 6]]
    lattice = automaton(version)
    assert count_paths(lattice) == 2
    assert accepts(lattice, list(BEAUTIFUL.words))
    assert accepts(lattice, list(WENT.words))
    assert not accepts(lattice, NONSENSE)


def test_it_is_the_position_in_the_sentence_that_tells_the_two_milans_apart():
    # IOB score 1, two steps of trace length -1: the sum is not below 0.  Positions 1/3 and 4/4.
    assert columns("V4", AlignOptions(position_limit=0.7)) == [[0, 1, 2], [3, 4, 5, 0]]
    assert columns("V4", AlignOptions(position_limit=0.6)) == [[0, 1, 2], [3, 4, 5, 6]]


def test_a_higher_price_of_trace_length_tells_them_apart_too():
    dear = AlignOptions(position_limit=1.0, trace_length_discount=0.6)
    assert columns("V4", dear) == [[0, 1, 2], [3, 4, 5, 6]]


def test_the_scores_are_those_of_figure_3():
    assert align([BEAUTIFUL, WENT], "V1").scores.tolist() == [[0, 0], [0, 0]]
    assert align([BEAUTIFUL, WENT], "V4").scores.tolist() == [[0, -3], [0, 0]]
