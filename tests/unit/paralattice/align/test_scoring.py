import numpy as np
import pytest

from paralattice.align import align_pair, encode, score_pairs
from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.kernels.chains import MOST_CELLS
from paralattice.align.kernels.dense import score_rest
from paralattice.align.kernels.tiles import MOST_PAIRS
from paralattice.align.kernels.values import TOO_MANY_CELLS
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.corpus import Sentence, Token
from paralattice.errors import AlignError

PLAIN = AlignOptions()


def scores(lists, version="V1", options=PLAIN):
    return score_pairs(encode(lists, options), VERSIONS[version], options).tolist()


def dense(encoded, version, options):
    """Score all pairs by the whole matrix."""
    count = len(encoded)
    found = np.full((count, count), TOO_MANY_CELLS, dtype=np.int32)
    score_rest(tokens_of(encoded, version), rules_of(encoded, version, options), 0, found)
    return np.triu(found, 1)


def random_cluster(seed, count, longest):
    """Draw sentences of words and features, some frequent and some rare."""
    rng = np.random.default_rng(seed)
    iobs = ["O", "B-NP", "I-NP", "B-VP", "I-PP"]
    sentences = []
    for length in rng.integers(0, longest + 1, count):
        words = rng.zipf(1.5, length)
        chains = [tuple(rng.choice(iobs, rng.integers(1, 8))) for _ in range(length)]
        tokens = [
            Token("," if word == 3 else "the" if word == 1 else f"w{word}", "NN", chain[-1], chain)
            for word, chain in zip(words, chains, strict=True)
        ]
        sentences.append(Sentence(tuple(tokens)))
    return sentences


@pytest.mark.parametrize("version", list(VERSIONS))
def test_many_tiles_of_pairs_get_the_scores_of_the_whole_matrix(version):
    sentences = random_cluster(seed=1, count=110, longest=30)
    assert 2 * MOST_PAIRS < 110 * 109 // 2
    encoded = encode(sentences, PLAIN)
    assert np.array_equal(
        score_pairs(encoded, VERSIONS[version], PLAIN), dense(encoded, VERSIONS[version], PLAIN)
    )


@pytest.mark.parametrize("version", ["V1", "V5"])
@pytest.mark.parametrize("seed", range(4))
def test_pairs_with_very_many_matching_cells_get_the_scores_of_the_whole_matrix(seed, version):
    rng = np.random.default_rng(seed)
    tokens = [Token(word, "NN", "B-NP", ("I-S", "B-NP")) for word in "abc"]
    sentences = [
        Sentence(tuple(tokens[k] for k in rng.integers(0, 1 + seed % 3, length)))
        for length in rng.integers(10, 45, 12)
    ]
    options = AlignOptions(match=3, mismatch=-2 - seed, gap=-1 - seed % 2)
    encoded = encode(sentences, options)
    found = score_pairs(encoded, VERSIONS[version], options)
    assert np.array_equal(found, dense(encoded, VERSIONS[version], options))


@pytest.mark.parametrize("length", [16, 17])
def test_the_limit_of_cells_is_not_seen_in_the_scores(length):
    assert 16 * 16 <= MOST_CELLS < 17 * 17
    assert scores([["a"] * length] * 2) == [[0, 2 * length], [0, 0]]


def test_a_pair_without_a_match_loses_its_shorter_sentence():
    assert scores([["a", "b"], ["c", "d", "e"]]) == [[0, -2], [0, 0]]


def test_an_empty_sentence_scores_nothing():
    assert scores([[], ["a"], []]) == [[0] * 3] * 3


def test_equal_sentences_score_all_their_matches():
    assert scores([["a", "b", "c"]] * 3) == [[0, 6, 6], [0, 0, 6], [0, 0, 0]]


def test_tokens_before_the_first_match_cost_only_what_a_border_does_not_cover():
    assert scores([["x", "y", "a"], ["a"]]) == [[0, 2], [0, 0]]
    assert scores([["x", "y", "a"], ["z", "a"]]) == [[0, 1], [0, 0]]


def test_tokens_after_the_last_match_cost_all():
    assert scores([["a", "x", "y"], ["a"]]) == [[0, 0], [0, 0]]


def test_no_cluster_and_one_sentence_have_no_pairs():
    assert scores([["a"]]) == [[0]]
    assert scores([]) == []


@pytest.mark.parametrize(
    ("word", "matching"),
    [
        (",", ["V1"]),
        ("the", ["V1", "V2", "V5"]),
        ("The", ["V1", "V2", "V5"]),
        ("crash", ["V1", "V2", "V3", "V4", "V5"]),
        (";", ["V1", "V2", "V3", "V4", "V5"]),
    ],
)
def test_table_2_says_which_versions_match_commas_and_stop_words(word, matching):
    token = Token(word, "NN", "B-NP", ("I-S", "B-NP"))
    pair = [Sentence((token,)), Sentence((token,))]
    assert [name for name in VERSIONS if scores(pair, name)[0][1] == 2] == matching


def test_stop_words_of_ones_own_replace_the_list():
    encoded = encode([["the"], ["the"]], PLAIN, frozenset({"crash"}))
    assert score_pairs(encoded, VERSIONS["V3"], PLAIN)[0, 1] == 2


def test_the_scores_are_integers_of_32_bits():
    found = score_pairs(encode([["a"], ["a"]], PLAIN), VERSIONS["V1"], PLAIN)
    assert found.dtype == np.int32
    assert found.shape == (2, 2)


def test_a_range_of_rows_is_scored_alone():
    encoded = encode([["a"], ["a", "b"], ["b"]], PLAIN)
    whole = score_pairs(encoded, VERSIONS["V1"], PLAIN)
    assert score_pairs(encoded, VERSIONS["V1"], PLAIN, (1, 2)).tolist() == whole[1:2].tolist()
    assert score_pairs(encoded, VERSIONS["V1"], PLAIN, (2, 2)).shape == (0, 3)


@pytest.mark.parametrize("rows", [(-1, 1), (2, 1), (0, 3)])
def test_rows_outside_the_cluster_are_refused(rows):
    with pytest.raises(AlignError, match="outside a cluster of 2 sentences"):
        score_pairs(encode([["a"], ["a"]], PLAIN), VERSIONS["V1"], PLAIN, rows)


def test_a_syntactic_version_refuses_words_without_features():
    with pytest.raises(AlignError, match="features"):
        scores([["a"], ["a"]], "V4")


def test_the_largest_scores_and_a_long_sentence_do_not_overflow():
    options = AlignOptions(match=1000, mismatch=-1000, gap=-1000)
    words = [f"w{k}" for k in range(3000)]
    assert scores([words, words, words[:1500] + ["x"] * 1500], "V1", options)[0][1:] == [3_000_000, 0]


def test_scoring_and_traceback_agree_on_a_real_looking_cluster():
    sentences = random_cluster(seed=5, count=12, longest=25)
    encoded = encode(sentences, PLAIN)
    for version in VERSIONS.values():
        found = score_pairs(encoded, version, PLAIN)
        for i in range(12):
            for j in range(i + 1, 12):
                assert align_pair(encoded, i, j, version, PLAIN).score == found[i, j]
