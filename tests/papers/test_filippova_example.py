"""The example of Filippova 2010, section 3: the word graph of four sentences about one event."""

from itertools import pairwise

import pytest

from paralattice.compression.graph import WordGraph
from paralattice.compression.words import END, START, Kinds, stop_words

# With Penn tags of ours, and without punctuation, as in the paper's figure.
SENTENCES = (
    "The/DT wife/NN of/IN a/DT former/JJ U.S./NNP president/NN Bill/NNP Clinton/NNP Hillary/NNP Clinton/NNP "
    "visited/VBD China/NNP last/JJ Monday/NNP",
    "Hillary/NNP Clinton/NNP wanted/VBD to/TO visit/VB China/NNP last/JJ month/NN but/CC postponed/VBD "
    "her/PRP$ plans/NNS till/IN Monday/NNP last/JJ week/NN",
    "Hillary/NNP Clinton/NNP paid/VBD a/DT visit/NN to/TO the/DT People/NNP Republic/NNP of/IN China/NNP "
    "on/IN Monday/NNP",
    "Last/JJ week/NN the/DT Secretary/NNP of/IN State/NNP Ms./NNP Clinton/NNP visited/VBD Chinese/JJ "
    "officials/NNS",
)


@pytest.fixture(scope="module")
def graph():
    rows = [[token.rsplit("/", 1) for token in sentence.split()] for sentence in SENTENCES]
    return WordGraph(
        [[(word.lower(), tag) for word, tag in row] for row in rows], Kinds(stop_words("english"))
    )


def test_words_of_several_sentences_share_a_node(graph):
    counts = {}
    for (word, _), places in zip(graph.labels, graph.places, strict=True):
        counts.setdefault(word, []).append(len(places))
    assert counts["hillary"] == [3]
    # Two Clintons in the first sentence, of which the others join the one after Hillary.
    assert sorted(counts["clinton"]) == [1, 4]
    assert counts["china"] == [3]
    assert counts["visited"] == [2]
    # The verb and the noun are different words.
    assert counts["visit"] == [1, 1]


def test_a_sentence_that_none_of_them_is_is_a_path(graph):
    arcs = {(graph.labels[one], graph.labels[other]) for one, other, _ in graph.arcs()}
    words = ["hillary/NNP", "clinton/NNP", "visited/VBD", "china/NNP", "last/JJ", "monday/NNP"]
    labels = [START, *(tuple(word.split("/")) for word in words), END]
    assert set(pairwise(labels)) <= arcs


def test_the_arc_between_hillary_and_clinton_is_the_strongest_of_words(graph):
    weights = {(graph.labels[one][0], graph.labels[other][0]): weight for one, other, weight in graph.arcs()}
    # (3 + 4) / 3 by 3 x 4: they stand side by side in three sentences.
    assert weights["hillary", "clinton"] == pytest.approx(7 / 3 / 12)
    inside = {pair: weight for pair, weight in weights.items() if "" not in pair}
    assert min(inside, key=inside.__getitem__) == ("hillary", "clinton")
