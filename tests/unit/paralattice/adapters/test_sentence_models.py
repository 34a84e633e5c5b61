"""The models of whole sentences that check rewordings."""

from paralattice.adapters.sentence_models import context_models


def test_the_parser_tags_a_word_by_its_sentence():
    tag = context_models().tag
    assert tag is not None
    noun, adjective = tag([("The", "whole", "was", "leavened", "."), ("The", "whole", "town", "slept", ".")])
    assert (noun[1], adjective[1]) == ("NN", "JJ")


def test_without_tags_and_language_model_nothing_checks_a_rewording():
    models = context_models(tags=False)
    assert models.tag is None
    assert models.score is None
