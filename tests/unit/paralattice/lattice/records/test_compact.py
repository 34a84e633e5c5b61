"""Lattices and samples as arrays: read as they were written, refused where they cannot be right."""

import json
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.errors import FormatError
from paralattice.formats.typed_json import from_json
from paralattice.lattice import (
    Arc,
    LatticeStatistics,
    Sample,
    WordLattice,
    determinise,
    from_alignment,
    sample,
    statistics,
)
from paralattice.lattice.building import separate_columns
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.records.compact import (
    CompactLattice,
    compact_lattice,
    compact_samples,
    compact_sampling,
    read_compact_lattice,
    read_compact_samples,
    read_statistics,
)
from paralattice.lattice.sampling import Change, sample_paths

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


def written(record):
    """Return a record as it is read from its JSON."""
    return from_json(msgspec.json.encode(record), type(record))


def changed(record, change):
    """Read the JSON of a record with other fields."""
    fields = json.loads(msgspec.json.encode(record)) | change
    text = json.dumps({name: value for name, value in fields.items() if value != "absent"})
    return from_json(text.encode(), type(record), "part, boat V1")


def test_a_lattice_and_its_statistics_are_read_as_they_were_written(lattice, figures):
    record = written(compact_lattice(lattice, figures))
    assert read_compact_lattice(record) == lattice
    assert read_statistics(record) == figures


def test_a_lattice_has_the_documented_fields():
    lattice = from_alignment([["a", "ferry"]], [[0, 1]])
    figures = statistics(lattice, [[0, 1]], [["a", "ferry"]], 9)
    assert json.loads(msgspec.json.encode(compact_lattice(lattice, figures))) == {
        "states": 4,
        "words": ["", "a", "ferry"],
        "source": [0, 1, 2],
        "target": [1, 2, 3],
        "label": [1, 2, 0],
        "sentences": [[0], [0], [0]],
        "paths": 1,
        "distinct": 1,
        "aligned_columns": 0,
        "aligned_tokens": 0,
    }


@pytest.mark.parametrize(
    "unlike", [PARALLEL, WordLattice(0, 1, 2, (Arc(0, 1, "a"),)), determinise(PARALLEL, 9)]
)
def test_lattices_of_arcs_or_without_sentences_are_read_as_they_were_written(unlike, figures):
    assert read_compact_lattice(written(compact_lattice(unlike, figures))) == unlike


@pytest.fixture
def any_digits():
    """Numbers of any length, as commands and workers read and write them."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("any_digits")
@pytest.mark.parametrize("digits", [19, 20, 400, 5000])
@pytest.mark.parametrize("known", [True, False])
def test_numbers_of_paths_are_exact_however_large(lattice, digits, known):
    paths, distinct = 10**digits - 1, 10**digits - 3 if known else None
    figures = LatticeStatistics(lattice.states, len(lattice.arcs), paths, distinct, 1, 2)
    text = msgspec.json.encode(compact_lattice(lattice, figures))
    assert json.loads(text)["paths"] == paths
    assert read_statistics(from_json(text, CompactLattice)) == figures


@pytest.mark.parametrize(
    "change",
    [
        {"states": 1},
        {"states": 3},
        {"states": "5"},
        {"source": [0]},
        {"target": None},
        {"label": [99, 0, 0, 0, 0, 0, 0, 0, 0]},
        {"label": [-1, 0, 0, 0, 0, 0, 0, 0, 0]},
        {"label": [2**63, 0, 0, 0, 0, 0, 0, 0, 0]},
        {"words": ["the", "boat"]},
        {"words": ["", 1]},
        {"sentences": 1},
        {"source": [True, 0, 1, 1, 2, 2, 3, 3, 4]},
        {"target": [0, 0, 0, 0, 0, 0, 0, 0, 0]},
        *({name: "absent"} for name in ("states", "words", "source", "target", "label", "sentences")),
    ],
)
def test_what_is_no_lattice_is_refused(lattice, figures, change):
    with pytest.raises(FormatError, match=r"part, boat V1: "):
        read_compact_lattice(changed(compact_lattice(lattice, figures), change), "part, boat V1")


@pytest.mark.parametrize(
    "change",
    [{"states": "absent"}, {"paths": "absent"}, {"distinct": "absent"}, {"paths": [1]}, {"paths": 1.5}],
)
def test_what_are_no_statistics_is_refused(lattice, figures, change):
    with pytest.raises(FormatError, match=r"part, boat V1: "):
        read_statistics(changed(compact_lattice(lattice, figures), change), "part, boat V1")


words = st.sampled_from(["the", "boat", "ship", "sank", "today"])


@given(st.lists(st.lists(words, min_size=1, max_size=5), min_size=1, max_size=4), st.integers(0, 5))
def test_samples_are_read_as_they_were_drawn(sentences, seed):
    lattice = from_alignment(sentences, separate_columns(sentences))
    drawn = sample(lattice, sentences, SampleOptions(seed=seed, draws=9, keep=2), "c", "V1")
    assert read_compact_samples(written(compact_samples(drawn, lattice)), lattice) == drawn


@given(st.lists(st.lists(words, min_size=1, max_size=5), min_size=1, max_size=4), st.integers(0, 9))
def test_the_samples_of_paths_are_those_of_their_words(sentences, keep):
    lattice = from_alignment(sentences, separate_columns(sentences))
    drawn = sample_paths(lattice, sentences, SampleOptions(draws=9, keep=keep), "c", "V1")
    assert compact_sampling(drawn) == compact_samples(drawn.samples(), lattice)


@pytest.mark.parametrize("keep", [0, 3])
def test_chosen_samples_are_read_alone(lattice, keep):
    drawn = sample_paths(lattice, SENTENCES, SampleOptions(draws=9, keep=keep), "c", "V1")
    record = written(compact_sampling(drawn))
    chosen = [entry for entry in read_compact_samples(record, lattice) if entry.chosen]
    assert read_compact_samples(record, lattice, chosen=True) == chosen


def test_paths_tell_words_between_the_same_states_apart():
    drawn = sample_paths(PARALLEL, [], SampleOptions(draws=30), "c", "V1")
    assert compact_sampling(drawn) == compact_samples(drawn.samples(), PARALLEL)
    assert drawn.chosen_samples() == [entry for entry in drawn.samples() if entry.chosen]


def test_words_between_the_same_states_are_told_apart():
    drawn = [
        Sample(("the", "boat", "sank"), (0, 1, 2, 3, 4), False, False, False),
        Sample(("the", "ship", "sank", "today"), (0, 1, 2, 3, 4), True, False, True),
        Sample(("the", "ship", "sank"), (0, 1, 2, 3, 4), True, False, False),
    ]
    record = compact_samples(drawn, PARALLEL)
    assert json.loads(msgspec.json.encode(record)) == {
        "paths": [[0, 1, 3, 4], [0, 2, 3, 5], [0, 2, 3, 4]],
        "novel": [1, 2],
        "duplicate": [],
        "chosen": [1],
    }
    assert read_compact_samples(record, PARALLEL) == drawn


@pytest.fixture
def made():
    """A sentence that was made: its second word is from another sentence, and its last was added."""
    change = Change("exchange", "subject", 2)
    path = (0, 1, 2, 3, 4)
    origins, relations = ((0, 0), (2, 1), None), ((0, "equal"), (2, "mixed"))
    return Sample(("the", "ship", "sank"), path, True, False, True, (change,), origins, 0.25, relations)


def test_how_sentences_were_made_is_kept(made):
    record = written(compact_samples([made], PARALLEL))
    assert json.loads(msgspec.json.encode(record.made)) == [
        {
            "operations": [{"kind": "exchange", "what": "subject", "source": 2}],
            "sources": [[0, 0], [2, 1], None],
            "score": 0.25,
            "relations": [[0, "equal"], [2, "mixed"]],
        }
    ]
    assert read_compact_samples(record, PARALLEL) == [made]


def test_samples_of_which_some_do_not_tell_how_they_were_made_are_refused(made):
    record = compact_samples([made, made], PARALLEL)
    with pytest.raises(FormatError, match="not every sample"):
        read_compact_samples(msgspec.structs.replace(record, made=record.made[:1]), PARALLEL)


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
        {"paths": [["x"]]},
        {"paths": [[2**63]]},
        {"chosen": [-1]},
        {"novel": None},
        {"made": [{"operations": []}]},
    ],
)
@pytest.mark.parametrize("chosen", [False, True])
def test_samples_that_cannot_be_read_are_refused(lattice, change, chosen):
    drawn = sample(lattice, SENTENCES, SampleOptions(draws=1), "c", "V1")
    with pytest.raises(FormatError, match=r"part, boat V1: "):
        read_compact_samples(
            changed(compact_samples(drawn, lattice), change), lattice, "part, boat V1", chosen
        )


def test_a_chosen_sample_that_was_not_drawn_is_refused(lattice):
    drawn = sample(lattice, SENTENCES, SampleOptions(draws=1), "c", "V1")
    record = changed(compact_samples(drawn, lattice), {"chosen": [1]})
    with pytest.raises(FormatError, match="not the record of samples"):
        read_compact_samples(record, lattice, chosen=True)


def test_a_path_that_jumps_is_refused(lattice):
    drawn = sample(lattice, SENTENCES, SampleOptions(draws=1), "c", "V1")
    record = compact_samples(drawn, lattice)
    del record.paths[0][1]
    with pytest.raises(FormatError, match="does not lead from the start"):
        read_compact_samples(record, lattice)
