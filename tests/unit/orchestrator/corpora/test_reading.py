"""Corpora are read to tokenised clusters, and all problems of all files come at once."""

import os
import shutil
from pathlib import Path

import pytest

from orchestrator.corpora import CorpusSettings
from orchestrator.corpora.reading import open_corpus
from paralattice.errors import ProblemsError
from support.corpus_files import (
    TOKENIZED,
    TREE,
    lines,
    places_of,
    problems_of,
    read_corpus,
    words_of,
    write,
)

ROOT = Path(__file__).resolve().parents[4]
SHARED = ROOT / ".." / "shared" / "data"


def test_a_text_file_is_a_cluster_with_a_sentence_a_line(folder):
    write(folder, ferry__txt="It sank .\nIt did .\n")
    assert words_of(read_corpus(folder, TOKENIZED)) == {"ferry": ["It sank .", "It did ."]}


def test_raw_text_is_tokenised_and_tokenised_text_is_split_at_white_space(folder):
    write(folder, ferry__txt="It sank,  didn't it?\n")
    assert words_of(read_corpus(folder)) == {"ferry": ["It sank , did n't it ?"]}
    assert words_of(read_corpus(folder, TOKENIZED)) == {"ferry": ["It sank, didn't it?"]}


def test_tokens_of_json_lines_are_not_tokenised_again(folder):
    write(folder, all__jsonl=lines(("a", ["didn't", "5:50", "p.m."])))
    assert read_corpus(folder).clusters[0].sentences[0].words == ("didn't", "5:50", "p.m.")


def test_tokens_have_words_alone(folder):
    write(folder, a__txt="It sank .\n", a__mrg=TREE)
    token = read_corpus(folder).clusters[0].sentences[0].tokens[1]
    assert (token.word, token.pos, token.iob, token.chain) == ("sank", "", "", ())


def test_a_file_name_that_is_not_unicode_is_a_problem_and_so_is_what_its_file_holds(folder):
    name = os.fsdecode(b"\xff\xfe.txt")
    try:
        (folder / name).write_text("one sentence\n", "utf-8")
    except OSError:
        pytest.skip("the file system takes Unicode alone")
    write(folder, a__txt="It sank .\nIt did .\n", b__txt="\x00\n")
    names = []
    with pytest.raises(ProblemsError, match="it is not valid Unicode") as told:
        names.extend(entry.cluster.name for entry in open_corpus(folder, TOKENIZED))
    assert [name.encode() for name in names][:1] == [b"a"]
    assert len(told.value.errors) > 1


def test_repeated_sentences_one_word_sentences_and_very_long_ones_are_kept(folder):
    long = " ".join(["word"] * 1000)
    write(folder, a__txt=f"x\nx\n{long}\n")
    assert words_of(read_corpus(folder, TOKENIZED)) == {"a": ["x", "x", long]}


def test_a_corpus_reads_the_same_twice(folder):
    write(folder, a__txt="x y\n", b__jsonl=lines(("c", "z")))
    assert read_corpus(folder, TOKENIZED) == read_corpus(folder, TOKENIZED)


def test_all_problems_of_all_files_come_at_once(folder):
    write(
        folder,
        a__txt="x\n\ny\n",
        b__txt=b"\xff\n",
        c__txt="",
        d__jsonl='{"cluster": "d"}\n{\n',
        e__txt="It sank .\n",
        e__mrg="(X (Y z))",
        f__txt="fine\n",
        g__txt="\nx\n",
        g__mrg="(X",
        corpus__toml='[splits]\ntrain = ["nobody"]\nfoo = []\n',
    )
    assert places_of(folder) == [
        ("a.txt", 2), ("b.txt", 1), ("c.txt", 0), ("corpus.toml", 3), ("d.jsonl", 1), ("d.jsonl", 2),
        ("e.mrg", 1), ("g.mrg", 1), ("g.txt", 1),
    ]  # fmt: skip


def test_each_problem_is_a_line_of_the_message(folder):
    write(folder, a__txt="x\n\ny\n", b__txt="")
    with pytest.raises(ProblemsError) as caught:
        read_corpus(folder, TOKENIZED)
    first, second = str(caught.value).split("\n")
    assert first == f"{folder / 'a.txt'}:2: a blank line: a line holds one sentence"
    assert second.startswith(f"{folder / 'b.txt'}: the file is empty")


def test_a_sentence_without_a_visible_word_is_not_dropped(folder):
    write(folder, a__txt="x\n\u3000y\n")
    assert words_of(read_corpus(folder, TOKENIZED)) == {"a": ["x", "y"]}


def test_the_example_corpus_reads_without_a_problem():
    corpus = read_corpus(ROOT / "examples" / "corpus")
    assert len(corpus.clusters) == 8
    assert {cluster.split for cluster in corpus.clusters} == {"train", "dev", "test"}
    assert max(len(cluster.sentences) for cluster in corpus.clusters) == 20
    assert list(corpus.trees) == ["lighthouse"]


def test_the_table_of_the_example_corpus_is_right():
    corpus = read_corpus(ROOT / "examples" / "corpus")
    readme = (ROOT / "examples" / "README.md").read_text("utf-8")
    for cluster in corpus.clusters:
        row = next(line for line in readme.splitlines() if line.startswith(f"| {cluster.name} |"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert (cells[1], cells[3]) == (str(len(cluster.sentences)), cluster.split)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the data beside the repository is absent")
def test_clusters_of_news_are_read_line_by_line_without_a_loss():
    source = SHARED / "ecbplus" / "clusters"
    corpus = read_corpus(source, TOKENIZED)
    assert len(corpus.clusters) == len(list(source.glob("*.txt")))
    for cluster in corpus.clusters:
        written = (source / f"{cluster.name}.txt").read_text("utf-8").splitlines()
        assert [sentence.words for sentence in cluster.sentences] == [tuple(line.split()) for line in written]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the data beside the repository is absent")
def test_text_with_trees_of_a_paper_reads_with_the_trees_tokens(tmp_path):
    for name in ("pang-figure1.txt", "pang-figure1.mrg"):
        shutil.copy(SHARED / "figures" / name, tmp_path)
    corpus = read_corpus(tmp_path)
    assert len(corpus.trees["pang-figure1"]) == len(corpus.clusters[0].sentences) == 11


def test_tagged_text_has_flat_trees_with_its_tags(folder):
    write(
        folder,
        ferry__txt="Le/DET ferry/NC a/V coulé/VPP ./PONCT\n",
        all__jsonl=lines(("a", ["24/7/X", "it/P"])),
    )
    read = read_corpus(folder, CorpusSettings(tagged=True))
    assert words_of(read) == {"a": ["24/7 it"], "ferry": ["Le ferry a coulé ."]}
    assert read.trees["ferry"][0].tags() == ("DET", "NC", "V", "VPP", "PONCT")
    assert read.trees["a"][0].tags() == ("X", "P")


def test_every_token_of_tagged_text_has_a_tag(folder):
    write(folder, ferry__txt="Le/DET ferry/NC\na/V coulé\n/X\n", all__jsonl=lines(("a", "so/(")))
    rule = "a token must be word/TAG, without brackets in the tag, not"
    assert problems_of(folder, CorpusSettings(tagged=True)) == [
        ("all.jsonl", 0, f"{rule} 'so/('"),
        ("ferry.txt", 2, f"{rule} 'coulé'"),
        ("ferry.txt", 3, f"{rule} '/X'"),
    ]
