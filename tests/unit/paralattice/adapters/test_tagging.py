"""The parser as a tagger that checks rewordings."""

from paralattice.adapters.tagging import tags_of_words


def test_the_parser_tags_a_word_by_its_sentence():
    sentences = [("The", "whole", "was", "leavened", "."), ("The", "whole", "town", "slept", ".")]
    noun, adjective = tags_of_words(sentences)
    assert (noun[1], adjective[1]) == ("NN", "JJ")
