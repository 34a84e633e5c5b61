"""Figure 1 of Shen et al. 2006: what aligning the two words "Milan" lets the automaton accept."""

from paralattice.lattice import accepts, count_distinct, count_paths, enumerate_sentences, from_alignment

SENTENCES = [["Milan", "is", "beautiful"], ["I", "went", "to", "Milan"]]
ALIGNED = [[0, 1, 2], [3, 4, 5, 0]]
NOT_ALIGNED = [[0, 1, 2], [3, 4, 5, 6]]


def test_with_the_two_milans_aligned_a_sentence_without_sense_is_accepted():
    lattice = from_alignment(SENTENCES, ALIGNED)
    assert accepts(lattice, ["I", "went", "to", "Milan", "is", "beautiful"])
    assert count_paths(lattice) == count_distinct(lattice, limit=100) == 4
    assert [" ".join(words) for words in enumerate_sentences(lattice, limit=10)] == [
        "I went to Milan",
        "I went to Milan is beautiful",
        "Milan",
        "Milan is beautiful",
    ]


def test_without_an_alignment_the_two_sentences_alone_are_accepted():
    lattice = from_alignment(SENTENCES, NOT_ALIGNED)
    assert not accepts(lattice, ["I", "went", "to", "Milan", "is", "beautiful"])
    assert count_paths(lattice) == count_distinct(lattice, limit=100) == 2
    assert list(enumerate_sentences(lattice, limit=10)) == [tuple(SENTENCES[1]), tuple(SENTENCES[0])]
