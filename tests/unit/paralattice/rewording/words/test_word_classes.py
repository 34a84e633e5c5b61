"""Word classes: words with the same predecessors share a class."""

import math
from collections import Counter
from itertools import pairwise

import pytest

from paralattice.errors import RewordError
from paralattice.ngrams.coded_text import CodedText
from paralattice.rewording.words.word_classes import word_classes

SENTENCES = [
    f"the {animal} {verb} a {thing}".split()
    for animal in ("cat", "dog", "horse")
    for verb in ("saw", "took", "left")
    for thing in ("hat", "box")
]


def likelihood(sentences, classes):
    """Return the log-likelihood of the class bigram, from its definition."""
    pairs, befores, groups, words = Counter(), Counter(), Counter(), Counter()
    for sentence in sentences:
        for before, word in pairwise(["<s>", *sentence]):
            pairs[before, classes[word]] += 1
            befores[before] += 1
            groups[classes[word]] += 1
            words[word] += 1
    chances = sum(n * math.log(n / befores[before]) for (before, _), n in pairs.items())
    return chances + sum(n * math.log(n / groups[classes[word]]) for word, n in words.items())


def test_words_that_come_after_the_same_words_share_a_class():
    classes = word_classes(CodedText(SENTENCES), 5)
    for group in (("cat", "dog", "horse"), ("saw", "took", "left"), ("hat", "box")):
        assert len({classes[word] for word in group}) == 1, group
    assert len({classes[word] for word in ("the", "cat", "saw", "a", "hat")}) == 5


def test_no_round_makes_the_text_less_likely_and_the_result_is_always_the_same():
    values = [likelihood(SENTENCES, word_classes(CodedText(SENTENCES), 4, rounds)) for rounds in (0, 1, 2, 5)]
    assert values == sorted(values)
    assert word_classes(CodedText(SENTENCES), 4) == word_classes(CodedText(SENTENCES), 4)


def test_in_the_end_no_single_word_wants_to_another_class():
    classes = word_classes(CodedText(SENTENCES), 3)
    best = likelihood(SENTENCES, classes)
    for word in classes:
        for group in range(3):
            assert likelihood(SENTENCES, classes | {word: group}) <= best + 1e-6


def test_the_number_of_classes_follows_the_size_of_the_vocabulary():
    text = CodedText([[f"w{n}" for n in range(160)]])
    assert len(set(word_classes(text).values())) <= 10
    assert word_classes(CodedText([["one"]])) == {"one": 0}
    assert word_classes(CodedText([])) == {}


def test_too_large_a_table_is_refused():
    text = CodedText([[f"w{n}" for n in range(30_000)]])
    with pytest.raises(RewordError, match="ask for fewer"):
        word_classes(text, 20_000)
