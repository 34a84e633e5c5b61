"""Corpora of all forms, good and bad."""

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from orchestrator.corpora import CorpusSettings, open_corpus
from paralattice.errors import FormatError, ProblemsError

ROOT = Path(__file__).resolve().parents[4]
SHARED = ROOT / ".." / "shared" / "data"
TOKENIZED = CorpusSettings(tokenized=True)
TREE = "( (S (NP (PRP It)) (VP (VBD sank)) (. .)) )"


@dataclass
class Read:
    clusters: list
    trees: dict
    options: dict
    ignored: tuple


def read_corpus(path, settings=None):
    """Read a corpus to its end."""
    corpus = open_corpus(path, settings)
    entries = list(corpus)
    trees = {cluster.name: trees for cluster, trees in entries if trees}
    return Read([cluster for cluster, _ in entries], trees, corpus.options, corpus.ignored)


@pytest.fixture
def folder(tmp_path):
    """Return an empty folder for a corpus."""
    path = tmp_path / "corpus"
    path.mkdir()
    return path


def write(folder, **files):
    """Write files; in their names ``__`` stands for a dot."""
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / name.replace("__", ".")).write_bytes(data)
    return folder


def lines(*entries):
    return "".join(json.dumps({"cluster": name, "sentence": text}) + "\n" for name, text in entries)


def words_of(corpus):
    return {
        cluster.name: [" ".join(sentence.words) for sentence in cluster.sentences]
        for cluster in corpus.clusters
    }


def names_of(corpus):
    return [cluster.name for cluster in corpus.clusters]


def problems_of(path, settings=TOKENIZED):
    """Return (file name, line, message) of all problems."""
    with pytest.raises(ProblemsError) as caught:
        read_corpus(path, settings)
    assert all(type(error) is FormatError for error in caught.value.errors)
    return [(Path(error.file).name, error.line, error.message) for error in caught.value.errors]


def places_of(path, settings=TOKENIZED):
    return [problem[:2] for problem in problems_of(path, settings)]


# Forms


def test_a_text_file_is_a_cluster_with_a_sentence_a_line(folder):
    write(folder, ferry__txt="It sank .\nIt did .\n")
    assert words_of(read_corpus(folder, TOKENIZED)) == {"ferry": ["It sank .", "It did ."]}


def test_raw_text_is_tokenised_and_tokenised_text_is_split_at_white_space(folder):
    write(folder, ferry__txt="It sank,  didn't it?\n")
    assert words_of(read_corpus(folder)) == {"ferry": ["It sank , did n't it ?"]}
    assert words_of(read_corpus(folder, TOKENIZED)) == {"ferry": ["It sank, didn't it?"]}


def test_json_lines_hold_several_clusters_in_order_of_first_mention(folder):
    write(folder, all__jsonl=lines(("z", "one"), ("a", ["two", "three"]), ("z", "four")))
    corpus = read_corpus(folder, TOKENIZED)
    assert names_of(corpus) == ["z", "a"]
    assert words_of(corpus) == {"z": ["one", "four"], "a": ["two three"]}


def test_tokens_of_json_lines_are_not_tokenised_again(folder):
    write(folder, all__jsonl=lines(("a", ["didn't", "5:50", "p.m."])))
    assert read_corpus(folder).clusters[0].sentences[0].words == ("didn't", "5:50", "p.m.")


def test_each_group_of_a_text_with_headings_is_a_cluster(folder):
    text = (
        "\ufeff# ferry 2:1\r\nThe ferry sank.\r\nDown went the ferry.\r\n\r\n# ferry 1\r\nNobody drowned.\r\n"
    )
    write(folder, groups__txt=text, b__txt="Rain.\n")
    corpus = read_corpus(folder)
    assert [cluster.name for cluster in corpus.clusters] == ["b", "ferry 2-1", "ferry 1"]
    assert words_of(corpus)["ferry 2-1"] == ["The ferry sank .", "Down went the ferry ."]
    assert words_of(read_corpus(folder / "groups.txt"))["ferry 1"] == ["Nobody drowned ."]


def test_a_group_may_have_trees_under_its_clusters_name(folder, tmp_path):
    write(folder, groups__txt="# boat 1:2\nIt sank.\n\n# boat 3\nIt sank.\n")
    parses = tmp_path / "parses"
    parses.mkdir()
    for name in ("boat 1-2", "boat 3"):
        (parses / f"{name}.mrg").write_text(TREE)
    corpus = read_corpus(folder / "groups.txt", CorpusSettings(parses=parses))
    assert set(corpus.trees) == {"boat 1-2", "boat 3"}


def test_faults_of_groups_are_named_with_their_lines(folder):
    write(folder, groups__txt="# a\nRain.\n\n# a\nSnow.\n\n# b?\n\nHail.\n", c__txt="Sun.\n")
    assert problems_of(folder) == [
        ("groups.txt", 4, "the group 'a' is there already, in line 1"),
        ("groups.txt", 7, "the group has no sentence"),
        ("groups.txt", 9, "a sentence outside groups: a line with # and a name begins one"),
    ]


def test_a_group_and_a_file_of_one_name_are_a_problem(folder):
    write(folder, groups__txt="# b\nSnow.\n", b__txt="Rain.\n")
    ((file, line, message),) = problems_of(folder)
    assert (file, line) == ("groups.txt", 1)
    assert message.startswith("cluster 'b' has the name of cluster 'b' in ")


def test_clusters_come_in_the_order_of_their_names_whatever_the_order_of_writing(folder):
    for name in ("c", "a-b", "B", "a", "a10", "a9"):
        write(folder, **{f"{name}__txt": "x\n"})
    write(folder, aa__jsonl=lines(("zz", "x"), ("yy", "x")))
    assert names_of(read_corpus(folder, TOKENIZED)) == ["B", "a", "a-b", "a10", "a9", "zz", "yy", "c"]


def test_a_file_is_a_corpus_too(folder):
    write(folder, a__txt="x\n", b__txt="y\n", c__jsonl=lines(("d", "z")))
    assert names_of(read_corpus(folder / "a.txt", TOKENIZED)) == ["a"]
    assert names_of(read_corpus(folder / "c.jsonl", TOKENIZED)) == ["d"]


def test_endings_may_be_written_in_capitals(folder):
    write(folder, a__TXT="x\n")
    assert names_of(read_corpus(folder, TOKENIZED)) == ["a"]


def test_tokens_have_words_alone(folder):
    write(folder, a__txt="It sank .\n", a__mrg=TREE)
    token = read_corpus(folder).clusters[0].sentences[0].tokens[1]
    assert (token.word, token.pos, token.iob, token.chain) == ("sank", "", "", ())


def test_repeated_sentences_one_word_sentences_and_very_long_ones_are_kept(folder):
    long = " ".join(["word"] * 1000)
    write(folder, a__txt=f"x\nx\n{long}\n")
    assert words_of(read_corpus(folder, TOKENIZED)) == {"a": ["x", "x", long]}


def test_what_is_not_read_is_mentioned_and_hidden_files_are_not(folder):
    write(folder, a__txt="x\n", README__md="about", b__csv="1,2", __DS_Store=b"\x00")
    (folder / "notes").mkdir()
    assert read_corpus(folder, TOKENIZED).ignored == ("README.md", "b.csv", "notes/")


def test_a_corpus_reads_the_same_twice(folder):
    write(folder, a__txt="x y\n", b__jsonl=lines(("c", "z")))
    assert read_corpus(folder, TOKENIZED) == read_corpus(folder, TOKENIZED)


# Trees


def test_trees_beside_a_cluster_come_with_it(folder):
    write(folder, a__txt="It sank.\n", a__mrg=TREE, b__txt="x\n")
    corpus = read_corpus(folder)
    assert list(corpus.trees) == ["a"]
    assert corpus.trees["a"][0].tags() == ("PRP", "VBD", ".")
    assert words_of(corpus)["a"] == ["It sank ."]


def test_where_raw_text_has_trees_their_tokenisation_stands(folder):
    write(folder, a__txt="It cannot.\n", a__mrg="(S (NP (PRP It)) (VP (MD can) (RB not)) (. .))")
    assert words_of(read_corpus(folder)) == {"a": ["It can not ."]}


def test_words_are_as_in_the_text_where_trees_write_quotes_and_brackets_their_way(folder):
    tree = "(S (`` ``) (NP (PRP It)) (-LRB- -LRB-) (VP (VBD sank)) (-RRB- -RRB-) ('' ''))"
    write(folder, a__txt='"It (sank)"\n', a__mrg=tree)
    corpus = read_corpus(folder)
    assert words_of(corpus) == {"a": ['" It ( sank ) "']}
    assert corpus.trees["a"][0].words() == corpus.clusters[0].sentences[0].words


def test_clusters_of_json_lines_may_have_trees_too(folder):
    write(folder, all__jsonl=lines(("a", ["It", "sank", "."]), ("b", "x")), a__mrg=TREE)
    assert list(read_corpus(folder, TOKENIZED).trees) == ["a"]


def test_a_folder_of_trees_alone_is_a_corpus_of_their_words(folder):
    write(folder, a__mrg=TREE + "\n" + TREE, b__mrg="(X\n (Y one)\n (Y -LRB-))\n")
    corpus = read_corpus(folder)
    assert words_of(corpus) == {"a": ["It sank .", "It sank ."], "b": ["one ("]}
    assert {name: len(trees) for name, trees in corpus.trees.items()} == {"a": 2, "b": 1}


def test_a_file_of_trees_is_a_corpus_too(folder):
    write(folder, a__mrg=TREE, b__txt="x\n")
    assert words_of(read_corpus(folder / "a.mrg")) == {"a": ["It sank ."]}


def test_trees_beside_a_single_file_come_with_it(folder):
    write(folder, a__txt="It sank .\n", a__mrg=TREE, b__mrg="(broken")
    assert list(read_corpus(folder / "a.txt").trees) == ["a"]


def test_a_folder_of_parses_goes_before_trees_beside_the_cluster(folder, tmp_path):
    write(folder, a__txt="It sank .\n", a__mrg=TREE)
    parses = tmp_path / "parses"
    parses.mkdir()
    write(parses, a__mrg="(X (A It) (B sank) (C .))", other__mrg="(X (Y z))")
    corpus = read_corpus(folder, CorpusSettings(parses=parses))
    assert corpus.trees["a"][0].tags() == ("A", "B", "C")


def test_a_folder_of_parses_must_have_trees_for_every_cluster(folder, tmp_path):
    write(folder, a__txt="It sank .\n", b__txt="x\n", c__txt="y\n", d__txt="It sank .\n", d__mrg=TREE)
    parses = tmp_path / "parses"
    parses.mkdir()
    write(parses, a__mrg=TREE)
    found = problems_of(folder, CorpusSettings(parses=parses))
    assert found == [("parses", 0, "there are no trees for b.mrg, c.mrg")]


def test_a_folder_of_parses_that_is_absent_is_a_problem(folder, tmp_path):
    write(folder, a__txt="x\n")
    found = problems_of(folder, CorpusSettings(parses=tmp_path / "nowhere"))
    assert "the folder of trees cannot be read: No such file" in found[0][2]


def test_fewer_trees_than_sentences_are_a_problem(folder):
    write(folder, a__txt="It sank .\nIt sank .\n", a__mrg=TREE)
    ((file, line, message),) = problems_of(folder)
    assert (file, line) == ("a.mrg", 0)
    assert message.startswith("1 trees for the 2 sentences of ")


def test_every_tree_of_other_words_is_named_with_its_line(folder):
    trees = f"{TREE}\n\n(S (NP (PRP It))\n   (VP (VBD floated)) (. .))\n{TREE} (S (X y))"
    write(folder, a__txt="It sank .\nIt sank .\nIt sank .\nz\n", a__mrg=trees)
    assert places_of(folder) == [("a.mrg", 3), ("a.mrg", 5)]


def test_a_tree_that_cannot_be_read_is_named_with_its_line(folder):
    write(folder, a__txt="It sank .\nIt sank .\n", a__mrg=f"{TREE}\n(S (NP")
    assert places_of(folder) == [("a.mrg", 2)]


def test_trees_that_belong_to_no_cluster_are_a_problem(folder):
    write(folder, piper__txt="It sank .\n", pipr__mrg=TREE)
    assert problems_of(folder) == [("pipr.mrg", 0, "there is no cluster 'pipr' for these trees")]


def test_a_file_without_trees_is_a_problem(folder):
    write(folder, a__mrg="\n")
    assert problems_of(folder) == [("a.mrg", 0, "the file holds no tree")]


def test_bytes_that_are_not_utf_8_are_named_in_trees_too(folder):
    write(folder, a__mrg=TREE.encode() + b"\n(S (X \xff))")
    assert places_of(folder) == [("a.mrg", 2)]


# corpus.toml


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


# Bad input


def test_a_path_that_does_not_exist_is_a_problem(tmp_path):
    assert problems_of(tmp_path / "nowhere") == [("nowhere", 0, "there is no such file or folder")]


def test_an_empty_folder_says_what_was_looked_for(folder):
    ((_, _, message),) = problems_of(folder)
    assert "*.txt" in message
    assert "*.jsonl" in message
    assert "no other file" in message


def test_a_folder_without_clusters_says_what_it_holds(folder):
    write(folder, **{f"n{number}__csv": "x" for number in range(8)})
    assert "n0.csv, n1.csv, n2.csv, n3.csv, n4.csv and 3 more" in problems_of(folder)[0][2]


def test_documents_in_subfolders_are_no_clusters_and_the_message_says_what_is_there(folder):
    (folder / "crash").mkdir()
    write(folder / "crash", one__txt="x\n")
    message = problems_of(folder)[0][2]
    assert "no cluster found" in message
    assert "crash/" in message


def test_a_file_of_another_kind_is_no_corpus(folder):
    write(folder, a__csv="x")
    assert "a corpus is a folder or a file of the form" in problems_of(folder / "a.csv")[0][2]


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


def test_two_clusters_of_one_name_are_a_problem(folder):
    write(folder, a__txt="x\n", b__jsonl=lines(("c", "y"), ("a", "y")))
    ((file, line, message),) = problems_of(folder)
    assert (file, line) == ("b.jsonl", 2)
    assert message.startswith("cluster 'a' has the name of cluster 'a' in ")


def test_names_that_differ_in_case_alone_are_a_problem(folder):
    write(folder, b__jsonl=lines(("Piper", "x"), ("piper", "y")))
    ((file, line, message),) = problems_of(folder)
    assert (file, line) == ("b.jsonl", 2)
    assert "'piper' has a name that some file systems take for that of cluster 'Piper'" in message


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "a\x00b", "nul", "", ".", "x" * 121, "a\nb", "\ud800"]
)
def test_a_name_that_cannot_be_a_file_or_leaves_the_folder_is_a_problem(folder, name):
    write(folder, a__jsonl=lines(("ok", "x"), (name, "x")))
    ((file, line, message),) = problems_of(folder)
    assert (file, line) == ("a.jsonl", 2)
    assert message.startswith("a cluster cannot have the name ")
    message.encode()


def test_a_name_of_a_file_is_checked_as_well(folder):
    write(folder, aux__txt="x\n")
    assert problems_of(folder)[0][2] == "a cluster cannot have the name 'aux': Windows reserves it"


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes on POSIX systems alone")
def test_a_name_of_a_file_that_is_not_utf_8_is_a_problem_that_can_be_printed(folder):
    try:
        Path(os.fsdecode(os.fsencode(folder) + b"/b\xff.txt")).write_text("x\n")
    except OSError:
        pytest.skip("the file system takes no such name")
    ((file, _, message),) = problems_of(folder)
    assert file == "b\\xff.txt"
    assert "not valid Unicode" in message
    message.encode()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser reads every file")
def test_a_file_without_permission_is_a_problem(folder):
    write(folder, a__txt="x\n", b__txt="y\n")
    (folder / "a.txt").chmod(0)
    assert problems_of(folder) == [("a.txt", 0, "cannot be read: Permission denied")]


def test_a_link_that_leads_nowhere_is_a_problem(folder):
    write(folder, b__txt="y\n")
    (folder / "a.txt").symlink_to(folder / "nowhere")
    assert problems_of(folder) == [("a.txt", 0, "cannot be read: No such file or directory")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_not_waited_for(folder):
    write(folder, b__txt="y\n")
    os.mkfifo(folder / "a.txt")
    assert problems_of(folder) == [("a.txt", 0, "cannot be read: it is no regular file")]


def test_a_sentence_without_a_visible_word_is_not_dropped(folder):
    write(folder, a__txt="x\n\u3000y\n")
    assert words_of(read_corpus(folder, TOKENIZED)) == {"a": ["x", "y"]}


# Real corpora


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
