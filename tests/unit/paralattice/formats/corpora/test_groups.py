import pytest

from paralattice.errors import EncodingError, ProblemsError
from paralattice.formats.corpora.clusters import ClusterLine
from paralattice.formats.corpora.groups import is_grouped, read_groups
from paralattice.formats.names import name_problem


def problems(text):
    with pytest.raises(ProblemsError) as caught:
        read_groups(text.encode(), "file.txt")
    return str(caught.value).splitlines()


def test_each_sentence_comes_with_its_group_and_line():
    text = "# ferry\nThe ferry sank.\nIt went down.\n\n\n#rain\nRain fell.\n"
    assert read_groups(text.encode()) == [
        ClusterLine("ferry", "The ferry sank.", 2),
        ClusterLine("ferry", "It went down.", 3),
        ClusterLine("rain", "Rain fell.", 7),
    ]


@pytest.mark.parametrize(
    ("heading", "name"),
    [("John 3:16", "John 3-16"), ("a/b \\ c", "a-b-c"), ("what?", "what"), ("  spaces  ", "spaces")],
)
def test_names_become_names_that_files_can_have(heading, name):
    (entry,) = read_groups(f"# {heading}\nA sentence.\n".encode())
    assert entry.cluster == name
    assert not name_problem(entry.cluster)


def test_windows_line_ends_and_a_byte_order_mark_are_read():
    assert read_groups(b"\xef\xbb\xbf# a\r\nRain.\r\n\r\n# b\r\nSnow.\r\n") == [
        ClusterLine("a", "Rain.", 2),
        ClusterLine("b", "Snow.", 5),
    ]


def test_all_problems_are_reported_at_once_with_their_lines():
    text = "Lost.\nToo.\n\n# a\n\n#\nRain.\n\n# b\nSnow.\n# c\nHail.\n\n# b\nSleet.\n"
    assert problems(text) == [
        "file.txt:1: a sentence outside groups: a line with # and a name begins one",
        "file.txt:4: the group has no sentence",
        "file.txt:6: the group has no name after #",
        "file.txt:11: a heading in a group: a blank line comes before it",
        "file.txt:14: the group 'b' is there already, in line 9",
    ]


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_without_groups_is_refused(text):
    assert problems(text) == ["file.txt: the file holds no group"]


def test_bytes_that_are_not_text_are_refused_with_their_line():
    with pytest.raises(EncodingError, match=r"file.txt:2.*not UTF-8"):
        read_groups(b"# a\nRain\xff.\n", "file.txt")


@pytest.mark.parametrize(
    ("data", "grouped"),
    [
        (b"# a\nRain.", True),
        (b"\xef\xbb\xbf#\ta", True),
        (b"\n\n# a", True),
        (b"Rain.\n# a", False),
        (b"#rain again\n", False),
        (b"", False),
    ],
)
def test_a_file_of_groups_begins_with_a_heading(data, grouped):
    assert is_grouped(data) is grouped


def test_the_shared_groups_are_read_whole(shared_data):
    entries = read_groups((shared_data / "translations" / "groups11.txt").read_bytes())
    assert len(entries) == 4125
    assert len({entry.cluster for entry in entries}) == 375
    assert not any(name_problem(entry.cluster) for entry in entries)
