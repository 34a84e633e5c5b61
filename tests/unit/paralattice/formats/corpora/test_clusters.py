"""Clusters as text and as JSON Lines, and the names they may have."""

import io
import json

import pytest

from paralattice.errors import EncodingError, FormatError, ProblemsError
from paralattice.formats.corpora import clusters
from paralattice.formats.corpora.clusters import ClusterLine, decode_lines, read_cluster
from paralattice.formats.names import MAX_NAME_BYTES, clashing_names, name_key, name_problem


def read_entries(data, file=""):
    return list(clusters.read_entries(io.BytesIO(data), file))


def problems_of(function, data):
    with pytest.raises(ProblemsError) as caught:
        function(data, "file")
    assert all(type(error) is FormatError and error.file == "file" for error in caught.value.errors)
    return [(error.line, error.column, error.message) for error in caught.value.errors]


def encoding_problem(function, data):
    with pytest.raises(EncodingError) as caught:
        function(data, "file")
    return caught.value.line, caught.value.column, caught.value.message, caught.value.likely


def entry(**fields):
    return json.dumps(fields).encode()


def test_a_line_is_a_sentence():
    assert read_cluster(b"It sank .\nIt did .\n") == ["It sank .", "It did ."]


@pytest.mark.parametrize(
    "data",
    [
        b"a\nb",
        b"a\nb\n",
        b"a\r\nb\r\n",
        b"\xef\xbb\xbfa\nb",
        b"a\nb\n\n\r\n \n",
        b"\xef\xbb\xbfa\r\nb\r\n\r\n",
    ],
)
def test_byte_order_mark_line_ends_and_blank_lines_at_the_end_do_not_matter(data):
    assert read_cluster(data) == ["a", "b"]


def test_only_the_byte_order_mark_at_the_very_beginning_is_dropped():
    assert read_cluster("a\n\ufeffb".encode()) == ["a", "\ufeffb"]


def test_only_line_feeds_end_lines():
    assert decode_lines("a\u3000b\tc\u00a0d".encode()) == ["a\u3000b\tc\u00a0d"]


def test_repeated_sentences_one_word_and_a_thousand_tokens_are_fine():
    long = " ".join(["word"] * 1000)
    assert read_cluster(f"a\na\n{long}\n".encode()) == ["a", "a", long]


def test_the_first_byte_that_is_not_utf_8_is_the_one_problem_of_its_file():
    data = "né é\nso na".encode() + b"\xefve\n\nab\xfe\n"
    assert encoding_problem(read_cluster, data) == (2, 6, "byte 0xEF is not UTF-8", "")


@pytest.mark.parametrize("read", [read_cluster, read_entries])
def test_a_text_in_another_encoding_is_named_with_it(read):
    line = json.dumps({"cluster": "a", "sentence": "Closed: “Café”."}, ensure_ascii=False).encode("cp1252")
    message = "byte 0x93 is not UTF-8; the text looks like cp1252"
    data = entry(cluster="b", sentence="x") + b"\n" + line
    assert encoding_problem(read, data) == (2, line.index(b"\x93") + 1, message, "cp1252")


def test_columns_do_not_count_the_byte_order_mark():
    assert encoding_problem(read_cluster, b"\xef\xbb\xbfa\xff")[:2] == (1, 2)


def test_a_character_cut_off_at_the_end_of_the_file_is_named():
    assert encoding_problem(read_cluster, "aéé".encode()[:-1])[1:] == (3, "byte 0xC3 is not UTF-8", "")


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16-le"])
def test_a_file_in_utf_16_without_its_mark_is_never_taken_for_sentences(encoding):
    assert problems_of(read_cluster, "It sank.\nIt did.\n".encode(encoding))


@pytest.mark.parametrize("read", [read_cluster, read_entries])
def test_a_file_in_utf_16_with_its_mark_is_one_problem_that_names_it(read):
    message = "byte 0xFF is not UTF-8; the text looks like utf-16"
    assert encoding_problem(read, "a\nb\n".encode("utf-16")) == (1, 1, message, "utf-16")


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\r", "\x0b", "\u2028"])
def test_a_control_character_is_named_with_its_place(character):
    message = f"control character U+{ord(character):04X} in the line"
    assert problems_of(read_cluster, f"ok\nab{character}c\n".encode()) == [(2, 3, message)]


def test_each_blank_line_between_sentences_is_a_problem():
    assert [place[0] for place in problems_of(read_cluster, b"\na\n\n \t\nb\n\n")] == [1, 3, 4]


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n\n"])
def test_an_empty_file_is_no_cluster(data):
    assert "empty" in problems_of(read_cluster, data)[0][2]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\x0b"])
def test_an_empty_file_of_json_lines_is_a_problem(data):
    assert problems_of(read_entries, data) == [(0, 0, "the file is empty")]


def test_problems_of_all_kinds_come_together_in_the_order_of_lines():
    found = problems_of(read_cluster, b"\x00\n\nb\x01\nc\n")
    assert [place[0] for place in found] == [1, 2, 3]


def test_json_lines_hold_text_or_tokens():
    data = entry(cluster="a", sentence="It sank.") + b"\n" + entry(cluster="b", sentence=["It", "sank"])
    assert read_entries(data) == [ClusterLine("a", "It sank.", 1), ClusterLine("b", ("It", "sank"), 2)]


def test_other_fields_of_json_lines_are_ignored():
    assert read_entries(entry(cluster="a", sentence="x", source="paper 3")) == [ClusterLine("a", "x", 1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[1]", "an object with 'cluster' and 'sentence' is expected, not [1]"),
        (b"{}", "the line lacks 'cluster' and 'sentence'"),
        (b'{"cluster": "a"}', "the line lacks 'sentence'"),
        (b'{"cluster": 3, "sentence": "x"}', "'cluster' must be a text, not 3"),
        (b'{"cluster": "a", "sentence": 3}', "'sentence' must be a text or a list of tokens, not 3"),
        (b'{"cluster": "a", "sentence": null}', "'sentence' must be a text or a list of tokens, not null"),
        (b'{"cluster": "a", "sentence": []}', "'sentence' has no token, not []"),
        (b'{"cluster": "a", "sentence": ["x", 3]}', "a token must be a text, not 3"),
        (b'{"cluster": "a", "cluster": "b", "sentence": "x"}', "a field is given twice"),
    ],
)
def test_a_line_of_another_shape_is_a_problem(line, message):
    assert problems_of(read_entries, line) == [(1, 0, message)]


@pytest.mark.parametrize("token", ["", " ", "two words", "a\u00a0b", "a\tb", "a\u0000", "\ud800"])
def test_a_token_is_one_word(token):
    found = problems_of(read_entries, entry(cluster="a", sentence=["ok", token]))
    assert found[0][2].startswith("a token must be a word without spaces and control characters")


@pytest.mark.parametrize("sentence", ["", "  ", "a\nb", "a\u0000b", "\udfff"])
def test_a_sentence_is_one_line_of_text(sentence):
    found = problems_of(read_entries, entry(cluster="a", sentence=sentence))
    assert found[0][2].startswith("'sentence' must be one line of text")


def test_broken_json_is_named_with_line_and_column():
    data = entry(cluster="a", sentence="x") + b'\n{"cluster": "a" "sentence": "x"}\n'
    assert problems_of(read_entries, data) == [(2, 17, "not JSON: Expecting ',' delimiter")]


@pytest.mark.parametrize("line", [b"[" * 100_000, b'{"cluster": ' + b"9" * 5000 + b"}"])
def test_json_that_breaks_the_reader_is_a_problem_and_no_crash(line):
    assert problems_of(read_entries, line)[0][0] == 1


def test_a_long_value_is_shown_shortened():
    found = problems_of(read_entries, entry(cluster=["long"] * 1000, sentence="x"))
    assert len(found[0][2]) < 100


def test_every_line_of_json_with_a_problem_is_named():
    data = b"\n".join(
        [b"{}", entry(cluster="a", sentence="x"), b"", b"{", b"\x00", entry(cluster="a", sentence=1)]
    )
    assert [place[0] for place in problems_of(read_entries, data)] == [1, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "name",
    [
        "piper",
        "a.b.c",
        "two words",
        "naïve",
        "東京",
        "-x",
        "ecb03a.t3b-98.52970",
        "constant",
        "x" * MAX_NAME_BYTES,
        "=1",
    ],
)
def test_ordinary_names_are_good(name):
    assert name_problem(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        "", ".", "..", "../x", "/etc", "a/b", "a\\b", "C:x", "a\x00b", "a\nb", "a\x7f", ".hidden", "end.",
        " x", "x ", "CON", "nul", "aux.old", "Com1", "LPT9.x", "a*", "a?", 'a"', "a<b", "a|b", "\ud800",
        "x" * (MAX_NAME_BYTES + 1), "é" * (MAX_NAME_BYTES // 2 + 1),
    ],
)  # fmt: skip
def test_names_that_some_system_cannot_hold_or_that_leave_the_folder_are_not(name):
    assert name_problem(name) != ""


def test_names_clash_that_differ_in_case_or_composition_or_not_at_all():
    names = ["Piper", "milan", "piper", "caf\u00e9", "cafe\u0301", "x", "x", "stra\u00dfe", "STRASSE"]
    assert clashing_names(names) == [
        ("Piper", "piper"),
        ("caf\u00e9", "cafe\u0301"),
        ("x", "x"),
        ("stra\u00dfe", "STRASSE"),
    ]


def test_different_names_have_different_keys():
    assert len({name_key(name) for name in ("a", "b", "a b", "a.b")}) == 4
