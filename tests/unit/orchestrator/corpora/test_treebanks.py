"""Trees given with a corpus are joined to its sentences, or refused with their line."""

from orchestrator.corpora import CorpusSettings
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


def test_a_group_may_have_trees_under_its_clusters_name(folder, tmp_path):
    write(folder, groups__txt="# boat 1:2\nIt sank.\n\n# boat 3\nIt sank.\n")
    parses = tmp_path / "parses"
    parses.mkdir()
    for name in ("boat 1-2", "boat 3"):
        (parses / f"{name}.mrg").write_text(TREE)
    corpus = read_corpus(folder / "groups.txt", CorpusSettings(parses=parses))
    assert set(corpus.trees) == {"boat 1-2", "boat 3"}


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
