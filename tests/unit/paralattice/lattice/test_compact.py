"""Lattices and samples as arrays: read as they were written, refused where they cannot be right."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.errors import FormatError
from paralattice.lattice import (
    Arc,
    Sample,
    WordLattice,
    compact_lattice,
    compact_lattice_text,
    compact_samples,
    compact_samples_text,
    determinise,
    from_alignment,
    read_compact_lattice,
    read_compact_samples,
    read_statistics,
    sample,
    sample_paths,
    separate_columns,
    statistics,
)
from paralattice.lattice.compact import parsed_samples
from paralattice.lattice.options import SampleOptions

SENTENCES = [["the", "boat", "sank"], ["a", "boat", "sank", "today"], ["the", "ship", "sank"]]
COLUMNS = [[0, 1, 2], [4, 1, 2, 3], [0, 5, 2]]
# Two words lead from state 1 to state 2, as in lattices of trees, and one arc into the end has a word.
PARALLEL = WordLattice(
    0,
    4,
    5,
    (
        Arc(0, 1, "the", (0, 1, 2)),
        Arc(1, 2, "boat", (0, 1)),
        Arc(1, 2, "ship", (2,)),
        Arc(2, 3, "sank", (0, 1, 2)),
        Arc(3, 4, "", (0,)),
        Arc(3, 4, "today", (1, 2)),
    ),
)


@pytest.fixture
def lattice():
    return from_alignment(SENTENCES, COLUMNS)


@pytest.fixture
def figures(lattice):
    return statistics(lattice, COLUMNS, SENTENCES, 100)


@pytest.fixture
def record(lattice, figures):
    return json.loads(json.dumps(compact_lattice(lattice, figures)))


def test_a_lattice_and_its_statistics_are_read_as_they_were_written(lattice, figures, record):
    assert read_compact_lattice(record) == lattice
    assert read_statistics(record) == figures


def test_a_lattice_of_arcs_keeps_their_sentences(figures):
    record = json.loads(json.dumps(compact_lattice(PARALLEL, figures)))
    assert read_compact_lattice(record) == PARALLEL


@pytest.mark.parametrize(
    "change",
    [
        {"states": 3},
        {"states": "5"},
        {"source": [0]},
        {"target": None},
        {"label": [99, 0, 0, 0, 0, 0, 0, 0, 0]},
        {"words": ["the", "boat"]},
        {"words": ["", 1]},
        {"sentences": 1},
        {"source": [True, 0, 1, 1, 2, 2, 3, 3, 4]},
        {"target": [0, 0, 0, 0, 0, 0, 0, 0, 0]},
    ],
)
def test_what_is_no_lattice_is_refused(record, change):
    with pytest.raises(FormatError, match=r"part, boat V1: "):
        read_compact_lattice(record | change, "part, boat V1")


@pytest.mark.parametrize("name", ["states", "words", "source", "target", "label", "sentences"])
def test_a_lattice_without_a_field_is_refused(record, name):
    del record[name]
    with pytest.raises(FormatError):
        read_compact_lattice(record)


@pytest.mark.parametrize("name", ["states", "source", "paths", "distinct"])
def test_statistics_without_a_field_are_refused(record, name):
    del record[name]
    with pytest.raises(FormatError):
        read_statistics(record)


words = st.sampled_from(["the", "boat", "ship", "sank", "today"])


@given(st.lists(st.lists(words, min_size=1, max_size=5), min_size=1, max_size=4), st.integers(0, 5))
def test_samples_are_read_as_they_were_drawn(sentences, seed):
    lattice = from_alignment(sentences, separate_columns(sentences))
    drawn = sample(lattice, sentences, SampleOptions(seed=seed, draws=9, keep=2), "c", "V1")
    written = json.loads(json.dumps(compact_samples(drawn, lattice)))
    assert read_compact_samples(written, lattice) == drawn


@given(st.lists(st.lists(words, min_size=1, max_size=5), min_size=1, max_size=4), st.integers(0, 9))
def test_texts_are_the_json_of_the_values(sentences, keep):
    columns = separate_columns(sentences)
    lattice = from_alignment(sentences, columns)
    figures = statistics(lattice, columns, sentences, 100)
    assert compact_lattice_text(lattice, figures) == json.dumps(compact_lattice(lattice, figures))
    drawn = sample_paths(lattice, sentences, SampleOptions(draws=9, keep=keep), "c", "V1")
    assert compact_samples_text(drawn) == json.dumps(compact_samples(drawn.samples(), lattice))


def test_the_text_of_a_lattice_without_table_or_sentences_is_the_json_of_its_values(figures):
    for lattice in (PARALLEL, WordLattice(0, 1, 2, (Arc(0, 1, "a"),)), determinise(PARALLEL, 9)):
        assert compact_lattice_text(lattice, figures) == json.dumps(compact_lattice(lattice, figures))


@pytest.mark.parametrize("keep", [0, 3])
def test_the_text_of_samples_is_parsed_path_by_path(lattice, keep):
    text = compact_samples_text(
        sample_paths(lattice, SENTENCES, SampleOptions(draws=9, keep=keep), "c", "V1")
    )
    parsed, whole = parsed_samples(text), json.loads(text)
    assert {**parsed, "paths": list(parsed["paths"])} == whole
    assert parsed["paths"][2:4] == whole["paths"][2:4]
    assert read_compact_samples(parsed, lattice, chosen=True) == read_compact_samples(
        whole, lattice, chosen=True
    )


@pytest.mark.parametrize(
    "text", ["", "{}", '{"paths": []}', '{"novel": [], "paths": [[1]]}', '{"paths": [[1]], x}']
)
def test_another_text_of_samples_is_left_to_the_parser(text):
    assert parsed_samples(text) is None


def test_a_path_that_is_no_list_of_numbers_is_refused(lattice):
    parsed = parsed_samples('{"paths": [[0, x]], "novel": [], "duplicate": [], "chosen": [0]}')
    with pytest.raises(FormatError):
        read_compact_samples(parsed, lattice)


def test_the_text_of_samples_tells_words_between_the_same_states_apart():
    drawn = sample_paths(PARALLEL, [], SampleOptions(draws=30), "c", "V1")
    assert compact_samples_text(drawn) == json.dumps(compact_samples(drawn.samples(), PARALLEL))
    assert drawn.chosen_samples() == [entry for entry in drawn.samples() if entry.chosen]


def test_words_between_the_same_states_are_told_apart():
    drawn = [
        Sample(("the", "boat", "sank"), (0, 1, 2, 3, 4), False, False, False),
        Sample(("the", "ship", "sank", "today"), (0, 1, 2, 3, 4), True, False, True),
        Sample(("the", "ship", "sank"), (0, 1, 2, 3, 4), True, False, False),
    ]
    written = compact_samples(drawn, PARALLEL)
    assert written == {
        "paths": [[0, 1, 3, 4], [0, 2, 3, 5], [0, 2, 3, 4]],
        "novel": [1, 2],
        "duplicate": [],
        "chosen": [1],
    }
    assert read_compact_samples(written, PARALLEL) == drawn


@pytest.mark.parametrize("lattice_of", [lambda lattice: lattice, lambda _: PARALLEL])
def test_a_sample_that_is_no_path_is_not_written(lattice, lattice_of):
    with pytest.raises(FormatError, match="not a path"):
        compact_samples([Sample(("the", "bus"), (0, 2, 1, 3, 4), True, False, False)], lattice_of(lattice))


@pytest.mark.parametrize(
    "change",
    [
        {"paths": 3},
        {"paths": [[0], [99]]},
        {"paths": [[-1]]},
        {"paths": [[]]},
        {"paths": [[0]]},
        {"paths": [[1.0]]},
        {"novel": None},
    ],
)
def test_samples_that_cannot_be_read_are_refused(lattice, change):
    drawn = sample(lattice, SENTENCES, SampleOptions(draws=3), "c", "V1")
    written = copy.deepcopy(compact_samples(drawn, lattice)) | change
    with pytest.raises(FormatError, match="not the record of samples"):
        read_compact_samples(written, lattice)


def test_a_path_that_jumps_is_refused(lattice):
    drawn = sample(lattice, SENTENCES, SampleOptions(draws=1), "c", "V1")
    written = compact_samples(drawn, lattice)
    del written["paths"][0][1]
    with pytest.raises(FormatError, match="does not lead from the start"):
        read_compact_samples(written, lattice)
