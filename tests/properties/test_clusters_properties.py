"""Properties of reading a corpus, however broken its files are."""

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from paralattice.errors import EncodingError, ProblemsError
from paralattice.formats.corpora import clusters
from paralattice.formats.corpora.clusters import read_cluster
from paralattice.formats.names import name_problem

pieces = st.sampled_from(
    [b"\n", b"\r\n", b" ", b"It sank", b"\xc3\xa9", b"\xff", b"\x00", b"{}", b'{"cluster":', b'"']
)
files = st.lists(pieces | st.binary(max_size=4), max_size=12).map(b"".join)
words = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=5)


def read_entries(data, file=""):
    return list(clusters.read_entries(io.BytesIO(data), file))


def outcome(function, data):
    """Return what a function makes of bytes, and the problems it has with them."""
    try:
        return function(data), ()
    except ProblemsError as error:
        return [], error.errors
    except EncodingError as error:
        return [], (error,)


@given(files)
def test_any_bytes_are_sentences_one_a_line_or_problems_with_lines_that_exist(data):
    sentences, problems = outcome(read_cluster, data)
    count = data.count(b"\n") + 1
    assert bool(sentences) != bool(problems)
    assert len(sentences) <= count
    assert all(sentence.strip() for sentence in sentences)
    assert all(0 <= problem.line <= count for problem in problems)


@given(files)
def test_any_bytes_are_json_lines_or_problems(data):
    entries, problems = outcome(read_entries, data)
    assert bool(entries) != bool(problems)
    assert [entry.line for entry in entries] == list(range(1, len(entries) + 1))


@given(
    st.lists(st.lists(words, min_size=1, max_size=6), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"])
)
def test_sentences_come_back_as_they_were_written(sentences, end):
    text = "".join(" ".join(sentence) + end for sentence in sentences)
    assert [line.split() for line in read_cluster(text.encode())] == sentences
    objects = "".join(json.dumps({"cluster": "c", "sentence": sentence}) + end for sentence in sentences)
    assert [list(entry.sentence) for entry in read_entries(objects.encode())] == sentences


@given(st.text(max_size=8))
def test_a_good_name_is_one_part_of_a_path_and_nothing_else(name):
    if not name_problem(name):
        assert name not in {"", ".", ".."}
        assert not set(name) & set("/\\:\x00")
        name.encode()
