"""Clusters in files of many and of one; names that clusters cannot have; files that cannot be read."""

import os
from pathlib import Path

import pytest

from support.corpus_files import (
    TOKENIZED,
    lines,
    names_of,
    problems_of,
    read_corpus,
    words_of,
    write,
)


def test_json_lines_hold_several_clusters_in_order_of_first_mention(folder):
    write(folder, all__jsonl=lines(("z", "one"), ("a", ["two", "three"]), ("z", "four")))
    corpus = read_corpus(folder, TOKENIZED)
    assert names_of(corpus) == ["z", "a"]
    assert words_of(corpus) == {"z": ["one", "four"], "a": ["two three"]}


def test_each_group_of_a_text_with_headings_is_a_cluster(folder):
    text = (
        "\ufeff# ferry 2:1\r\nThe ferry sank.\r\nDown went the ferry.\r\n\r\n# ferry 1\r\nNobody drowned.\r\n"
    )
    write(folder, groups__txt=text, b__txt="Rain.\n")
    corpus = read_corpus(folder)
    assert [cluster.name for cluster in corpus.clusters] == ["b", "ferry 2-1", "ferry 1"]
    assert words_of(corpus)["ferry 2-1"] == ["The ferry sank .", "Down went the ferry ."]
    assert words_of(read_corpus(folder / "groups.txt"))["ferry 1"] == ["Nobody drowned ."]


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
    assert problems_of(folder) == [("a.txt", 0, "cannot be read: not a regular file")]
