"""The door for a caller's own language model."""

import pytest

from paralattice.errors import OptionError
from paralattice.scorer import log_probabilities
from support.n_gram_scorer import scorer_of

ONE, OTHER = ("The", "ship", "sank"), ("ship", "The", "sank")


def test_each_sentence_is_scored_once_and_the_usual_one_is_more_probable():
    asked = []
    model = scorer_of("The ship sank", "The boat sank")

    def score(sentences):
        asked.extend(sentences)
        return model(sentences)

    found = log_probabilities(score, [ONE, OTHER, ONE])
    assert asked == [ONE, OTHER]
    assert [len(row) for row in found.values()] == [4, 4]
    assert 0 > sum(found[ONE]) > sum(found[OTHER])


@pytest.mark.parametrize("rows", [[], [[-1.0]], [[-1.0], []], [[-1.0]] * 3])
def test_a_scorer_without_numbers_for_each_sentence_is_refused(rows):
    with pytest.raises(OptionError, match="at least one number for each of the 2 sentences"):
        log_probabilities(lambda _: rows, [ONE, OTHER])
