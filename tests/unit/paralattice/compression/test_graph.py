"""Word graphs: which words share a node, and what the arcs weigh."""

import pytest

from paralattice.compression.graph import FIRST, LAST, WordGraph
from paralattice.compression.words import Kinds

STOPS = {"the", "a", "in", "of"}


def graph_of(*sentences):
    """Return the graph of sentences; ``word/TAG`` for words with tags."""
    rows = [[tuple((*token.rsplit("/", 1), "")[:2]) for token in sentence.split()] for sentence in sentences]
    return WordGraph(rows, Kinds(STOPS))


def frequencies(graph, word):
    return [len(places) for (own, _), places in zip(graph.labels, graph.places, strict=True) if own == word]


def weights(graph):
    names = ["<", ">", *(word for word, _ in graph.labels[2:])]
    return {(names[source], names[target]): weight for source, target, weight in graph.arcs()}


def test_content_words_share_the_node_of_their_word_and_tag():
    graph = graph_of("ferry/NN sank/VBD", "old/JJ ferry/NN rose/VBD", "they/PRP ferry/VB cars/NNS")
    assert frequencies(graph, "ferry") == [2, 1]
    assert graph.paths[0][1] == graph.paths[1][2] != graph.paths[2][2]


def test_two_words_of_a_sentence_never_share_a_node():
    graph = graph_of("work makes work", "work makes work")
    assert frequencies(graph, "work") == [2, 2]
    assert graph.paths[0] == graph.paths[1]
    assert graph.paths[0][1] != graph.paths[0][3]


def test_an_ambiguous_word_goes_where_most_neighbours_are_shared():
    graph = graph_of("old port serves new port today", "workers left new port today")
    assert graph.paths[1][4] == graph.paths[0][5]


def test_an_ambiguous_word_without_shared_neighbours_goes_to_the_most_frequent_node():
    graph = graph_of("old port serves new port today", "workers left new port today", "ships need port space")
    assert graph.paths[2][3] == graph.paths[0][5]


def test_stop_words_need_a_shared_neighbour_that_is_no_stop_word():
    graph = graph_of("crew left the ferry", "divers saw the wreck", "people left the port", "end of the pier")
    assert graph.paths[2][3] == graph.paths[0][3]
    assert frequencies(graph, "the") == [2, 1, 1]
    same_stop_word = graph_of("end of the pier", "captain of the ferry")
    assert frequencies(same_stop_word, "the") == [1, 1]


def test_punctuation_needs_two_shared_neighbours():
    graph = graph_of(
        "ferry sank , police said .", "boat burned , police said .", "ferry sank , crews said so ."
    )
    assert frequencies(graph, ",") == [1, 1, 1]
    # Counted over the words of the node: the third full stop shares the end of two sentences.
    assert frequencies(graph, ".") == [3]
    assert frequencies(graph_of("ferry sank , police said", "ferry sank , police knew"), ",") == [2]


def test_every_sentence_is_a_path_from_the_first_node_to_the_last():
    graph = graph_of("the ferry sank", "a ferry sank in the port")
    for path, words in zip(
        graph.paths, (["the", "ferry", "sank"], ["a", "ferry", "sank", "in", "the", "port"]), strict=True
    ):
        assert (path[0], path[-1]) == (FIRST, LAST)
        assert [graph.labels[node][0] for node in path[1:-1]] == words


def test_arcs_weigh_little_between_frequent_words_that_stand_close():
    found = weights(graph_of("red ferry sank", "ferry sank", "ferry quickly sank"))
    # w' = (3 + 3) / (1 + 1 + 1/2), by the product of the frequencies.
    assert found["ferry", "sank"] == pytest.approx(6 / 2.5 / 9)
    assert found["red", "ferry"] == pytest.approx((1 + 3) / 1 / 3)
    # Each sentence has a first node, at distances 1, 1 and 2 from the ferry.
    assert found["<", "ferry"] == pytest.approx(6 / 2.5 / 9)


def test_the_distance_counts_only_where_the_first_word_stands_before_the_second():
    found = weights(graph_of("ferry port", "port ferry"))
    assert found["ferry", "port"] == found["port", "ferry"] == pytest.approx((2 + 2) / 1 / 4)
