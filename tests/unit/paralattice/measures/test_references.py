"""ROUGE, BLEU and the compression rate follow their definitions."""

import math
import random

import pytest

from paralattice.measures.references import (
    comparable_words,
    measure_references,
    n_grams,
    reference_tables,
    rouge,
    skip_bigrams,
)

GRAMS = {
    "1": (n_grams(1), lambda words: [(word,) for word in words]),
    "2": (n_grams(2), lambda words: [(words[i], words[i + 1]) for i in range(len(words) - 1)]),
    "su4": (
        skip_bigrams,
        lambda words: (
            [(word,) for word in words]
            + [(words[i], words[j]) for i in range(len(words)) for j in range(i + 1, min(i + 6, len(words)))]
        ),
    ),
}


def plain_matches(own, other):
    """Return how many grams of a text a reference has, each of the reference's used once."""
    left, hits = list(other), 0
    for gram in own:
        if gram in left:
            left.remove(gram)
            hits += 1
    return hits


@pytest.mark.parametrize("name", GRAMS)
@pytest.mark.parametrize("seed", range(20))
def test_rouge_counts_matches_over_all_references(name, seed):
    rng = random.Random(seed)
    own, *references = (
        [rng.choice("abcde") for _ in range(rng.randint(2, 12))] for _ in range(rng.randint(2, 4))
    )
    grams, listed = GRAMS[name]
    hits = sum(plain_matches(listed(own), listed(each)) for each in references)
    found = rouge(own, references, grams)
    assert found.precision == pytest.approx(hits / len(listed(own)) / len(references))
    assert found.recall == pytest.approx(hits / sum(len(listed(each)) for each in references))
    mean = found.precision + found.recall
    assert found.f1 == pytest.approx(2 * found.precision * found.recall / mean if mean else 0)


def test_the_example_of_the_paper():
    """Lin 2004, section 4: skip-bigrams of "police killed the gunman", without limit there."""
    reference = ["police", "killed", "the", "gunman"]
    texts = ("police kill the gunman", "the gunman kill police", "the gunman police killed")
    found = [rouge(text.split(), [reference], skip_bigrams) for text in texts]
    # The six skip-bigrams and four words of each: 3, 1 and 2 of the pairs match, and 3, 3 and 4 words.
    assert [round(10 * each.recall) for each in found] == [6, 4, 6]
    assert rouge(texts[0].split(), [reference], n_grams(2)).f1 == pytest.approx(1 / 3)


@pytest.mark.parametrize("name", GRAMS)
def test_equal_texts_score_1_and_texts_without_a_word_0(name):
    grams, _ = GRAMS[name]
    assert rouge(["a", "b"], [["a", "b"]] * 2, grams).f1 == pytest.approx(1)
    assert rouge([], [["a", "b"]], grams).f1 == rouge(["a", "b"], [[]], grams).f1 == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L' école ( fermée ) .", ["l", "école", "fermée"]),
        ("e\u0301cole", ["école"]),
        ("हिन्दी में।", ["हिन्दी", "में"]),
        ("Паром затонул!", ["паром", "затонул"]),
        ("渡船沉没 2024", ["渡", "船", "沉", "没", "2024"]),
    ],
)
def test_words_are_compared_in_any_script(text, words):
    assert comparable_words(text) == words


def test_means_rate_and_bleu_of_a_version():
    one = measure_references(
        ("a", "boudin"), "The ferry sank .", ["The ferry sank today , they said ."], ["the ferry sank"]
    )
    other = measure_references(
        ("b", "boudin"), "A red bridge fell", ["A bridge fell"] * 2, ["x", "a red bridge"]
    )
    overall, by_cluster, signatures = reference_tables([one, other], ["V1", "boudin"])
    ((version, clusters, words, rate, rouge_1, *_, score),) = overall.rows
    assert (version, clusters, words) == ("boudin", 2, 3.5)
    assert rate == pytest.approx(100 * (3 / 6 + 4 / 3) / 2)
    assert rouge_1 == pytest.approx((1 + 2 * (3 / 8 * 3 / 4) / (3 / 8 + 3 / 4)) / 2)
    # Seven words, 6 of them match, 4 of 5 bigrams, 2 of 3 trigrams, and half of one 4-gram by smoothing.
    assert score == pytest.approx(100 * math.prod([6 / 7, 4 / 5, 2 / 3, 1 / 2]) ** (1 / 4))
    assert "tok:none" in signatures["boudin"]
    assert [row[:5] for row in by_cluster.rows] == [("a", "boudin", 1, 3, 0.5), ("b", "boudin", 2, 4, 4 / 3)]
