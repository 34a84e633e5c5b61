"""The small tagger: averaged perceptrons in layers."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

from paralattice.adapters.perceptron.attributes import Attributes, case, normal, word_shape
from paralattice.adapters.perceptron.lexicon import Lexicon, cluster_words, tag_classes
from paralattice.adapters.perceptron.model import PerceptronTagger
from paralattice.adapters.perceptron.training import train_tagger
from paralattice.errors import ParseError
from paralattice.formats.trees import read_tree


def tagged(texts):
    return [list(zip(*part, strict=True)) for part in ((t.words(), t.tags()) for t in map(read_tree, texts))]


@pytest.fixture(scope="module")
def clusters():
    draw = np.random.default_rng(1)
    words = [
        "the",
        "old",
        "ferry",
        "bridge",
        "pilot",
        "reached",
        "left",
        "crossed",
        "slowly",
        "later",
        ",",
        ".",
    ]
    return cluster_words(words, draw.normal(size=(len(words), 4)).astype(np.float32), 1)


@pytest.fixture(scope="module")
def corpora(synthetic_trees):
    return tagged(synthetic_trees(80)), [
        tagged(synthetic_trees(60, seed=2)),
        tagged(synthetic_trees(60, seed=3)),
    ]


@pytest.fixture(scope="module")
def tagger(corpora, clusters):
    own, others = corpora
    return train_tagger(own, others, clusters, epochs=(3, 1))


def test_it_learns_what_its_sentences_show(tagger, synthetic_trees):
    fresh = tagged(synthetic_trees(30, seed=9))
    found = tagger.tag([[word for word, _ in sentence] for sentence in fresh])
    assert found == [[tag for _, tag in sentence] for sentence in fresh]


def test_its_conventions_are_those_of_the_treebank_and_not_of_the_other_corpora(
    corpora, clusters, synthetic_trees
):
    own, others = corpora
    renamed = [[[(word, tag.replace("JJ", "ADJ")) for word, tag in s] for s in corpus] for corpus in others]
    fresh = tagged(synthetic_trees(10, seed=9))
    found = train_tagger(own, renamed, clusters, epochs=(3, 1)).tag([[word for word, _ in s] for s in fresh])
    assert found == [[tag for _, tag in sentence] for sentence in fresh]


def test_a_treebank_alone_is_enough(corpora, clusters):
    assert train_tagger(corpora[0], [], clusters).tag([["The", "ferry"]]) == [["DT", "NN"]]


def test_the_same_corpora_make_the_same_file(corpora, clusters, tagger):
    own, others = corpora
    again = train_tagger(own, others, clusters, epochs=(3, 1))
    sentences = [["Narrow", "boats", "left", "."], ["7", "pilots"]]
    assert again.tag(sentences) == tagger.tag(sentences)
    files = [np.load(io.BytesIO(each.to_bytes())) for each in (again, tagger)]
    for name in files[0]:
        np.testing.assert_array_equal(files[0][name], files[1][name])


def test_a_file_gives_the_tagger_back(tagger, synthetic_trees):
    sentences = [[word for word, _ in sentence] for sentence in tagged(synthetic_trees(20, seed=4))]
    assert PerceptronTagger.from_bytes(tagger.to_bytes()).tag(sentences) == tagger.tag(sentences)


def test_the_tags_of_a_sentence_depend_on_nothing_else(tagger, synthetic_trees):
    sentences = [[word for word, _ in sentence] for sentence in tagged(synthetic_trees(25, seed=5))]
    sentences += [["Ferry"], ["\u8239", "\u2026", "unheard-of", "U.S."], []]
    alone = [tagger.tag([sentence])[0] for sentence in sentences]
    assert tagger.tag(sentences) == alone
    assert tagger.tag(sentences[::-1])[::-1] == alone
    assert [len(tags) for tags in alone] == [len(sentence) for sentence in sentences]


def test_random_tokens_get_a_tag_each(tagger):
    draw = random.Random(3)
    letters = "aZ9-.\u00e9\u8239\U0001f6a2\ud800 "
    sentences = [
        ["".join(draw.choices(letters, k=draw.randint(1, 6))) for _ in range(draw.randint(1, 9))]
        for _ in range(80)
    ]
    known = {"DT", "JJ", "NN", "VBD", "RB", ",", "."}
    for sentence, tags in zip(sentences, tagger.tag(sentences), strict=True):
        assert len(tags) == len(sentence)
        assert set(tags) <= known


def test_no_sentences_have_no_tags(tagger):
    assert tagger.tag([]) == []


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_refused(data):
    with pytest.raises(ParseError, match="not a tagger, or damaged"):
        PerceptronTagger.from_bytes(data)


def test_a_corpus_without_sentences_is_refused(corpora, clusters):
    with pytest.raises(ParseError, match="without sentences"):
        train_tagger(corpora[0], [[]], clusters)


def test_too_many_tags_are_refused(clusters):
    with pytest.raises(ParseError, match="70 tags are too many"):
        train_tagger([[("word", f"T{number}") for number in range(70)]], [], clusters)


def test_words_are_described_by_their_letters():
    assert [word_shape(word) for word in ("Ferry", "U.S.", "1990s", "e-mail")] == ["Xx", "X.X.", "dx", "x-x"]
    assert [case(word) for word in ("Ferry", "USA", "ferry", "B-52", "...")] == ["T", "U", "l", "Ud-", "o."]
    assert normal("1990s") == "0000s"


def test_classes_tell_words_with_other_tags_apart_and_do_not_see_rare_ones():
    sentences = [[("left", "VBD"), ("ferry", "NN")]] * 60 + [[("left", "JJ")], [("boat", "NN")]]
    lexicon = Lexicon(cluster_words(["a"], np.ones((1, 2), np.float32), 1), [tag_classes(sentences, normal)])
    left, ferry, boat = (lexicon.classes(word)[0] for word in ("left", "ferry", "boat"))
    # JJ is less than 2 % of left's; boat has the tags of ferry but occurs once.
    assert len({left, ferry, boat}) == 3
    assert lexicon.classes("unheard") == [0]
    assert lexicon.clusters("unheard") == [0, 0, 0]
    assert len(Attributes(lexicon).of("ferry")) == 17
