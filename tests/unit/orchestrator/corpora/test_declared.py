"""Splits and options of ``corpus.toml``; a wrong declaration is named with its line."""

import pytest

from support.corpus_files import (
    TOKENIZED,
    places_of,
    problems_of,
    read_corpus,
    write,
)


def test_declared_splits_and_options_come_with_the_corpus(folder):
    toml = '[splits]\ntrain = ["a"]\ntest = ["b"]\n[options]\nversions = ["V4"]\n[options.sample]\nkeep = 3\n'
    write(folder, a__txt="x\n", b__txt="x\n", c__txt="x\n", corpus__toml=toml)
    corpus = read_corpus(folder, TOKENIZED)
    assert [cluster.split for cluster in corpus.clusters] == ["train", "test", ""]
    assert corpus.options == {"versions": ["V4"], "sample": {"keep": 3}}
    assert corpus.ignored == ()


def test_without_a_declaration_there_are_no_splits_and_no_options(folder):
    write(folder, a__txt="x\n")
    corpus = read_corpus(folder, TOKENIZED)
    assert corpus.clusters[0].split == ""
    assert corpus.options == {}


@pytest.mark.parametrize(
    ("toml", "line", "message"),
    [
        ('[splits]\ntrain = ["a"]\ndev = ["b", "a"]\n', 3, "cluster 'a' is in train and again in dev"),
        ('[splits]\ntrain = ["a", "a"]\n', 2, "cluster 'a' is in train and again in train"),
        ('[splits]\n\ntest = [\n  "a",\n  "q",\n]\n', 5, "unknown cluster 'q' in test"),
        (
            '[splits]\ntrain = ["a"]\ntesting = ["b"]\n',
            3,
            "unknown split 'testing': choose from train, dev, test",
        ),
        ('[splits]\ntrain = "a"\n', 2, "split 'train' must be a list of names of clusters"),
        ("[splits]\ntrain = [1]\n", 2, "split 'train' must be a list of names of clusters"),
        ("splits = 3\n", 1, "'splits' must be a table of lists of clusters"),
        ("# x\n[terms]\na = 1\n", 2, "unknown key 'terms': 'splits' and 'options' are known"),
        ("options = 3\n", 1, "'options' must be a table"),
        (
            "\n[options.sample]\nkeep = -1\n",
            2,
            "[options]: sample.keep = -1: must be a whole number of at least 0",
        ),
        ("[options]\nalign = 3\n", 1, None),
        (
            "[options.sample]\nkeeps = 1\n",
            1,
            "[options]: unknown options of sample: keeps (did you mean 'keep'?)",
        ),
        ('[options.sample]\nkeep = "3"\n', 1, None),
        ("[options]\nversions = 3\n", 1, None),
        ('# x\n[splits]\ntrain = ["a"\n', 3, None),
        pytest.param(f"[options.align]\nthreshold = 1{400 * '0'}\n", 1, None, id="large"),
        pytest.param(f"[options.sample]\nseed = {5000 * '9'}\n", 2, None, id="digits"),
        ("[splits]\ntrain = [\n\n=\n", 4, "not TOML: Invalid value"),
    ],
)
def test_a_wrong_declaration_is_named_with_its_line(folder, toml, line, message):
    write(folder, a__txt="x\n", b__txt="x\n", corpus__toml=toml)
    ((file, found, text),) = problems_of(folder)
    assert (file, found) == ("corpus.toml", line)
    assert message in (None, text)


def test_a_declaration_that_is_not_utf_8_says_where(folder):
    write(folder, a__txt="x\n", corpus__toml=b"# \xff\n")
    assert places_of(folder) == [("corpus.toml", 1)]


def test_a_cluster_that_cannot_be_read_is_not_called_unknown_as_well(folder):
    write(folder, a__txt=b"\xff\n", b__jsonl="{", corpus__toml='[splits]\ntrain = ["a", "perhaps in b"]\n')
    assert places_of(folder) == [("a.txt", 1), ("b.jsonl", 1)]
