"""Which files a corpus has, and what is said of a folder without clusters."""

from support.corpus_files import (
    TOKENIZED,
    lines,
    names_of,
    problems_of,
    read_corpus,
    write,
)


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


def test_what_is_not_read_is_mentioned_and_hidden_files_are_not(folder):
    write(folder, a__txt="x\n", README__md="about", b__csv="1,2", __DS_Store=b"\x00")
    (folder / "notes").mkdir()
    assert read_corpus(folder, TOKENIZED).ignored == ("README.md", "b.csv", "notes/")
