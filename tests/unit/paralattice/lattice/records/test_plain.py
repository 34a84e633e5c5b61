import json

import pytest

from paralattice.errors import FormatError
from paralattice.lattice import (
    LatticeStatistics,
    Sample,
    from_alignment,
    lattice_record,
    read_lattice_record,
    statistics,
    write_lattice,
)
from paralattice.lattice.records.plain import write_samples

SENTENCES = [["a", "b"], ["a", "c"]]
COLUMNS = [[0, 1], [0, 2]]


def record_of_two():
    lattice = from_alignment(SENTENCES, COLUMNS)
    return lattice_record(lattice, statistics(lattice, COLUMNS, SENTENCES, limit=10))


@pytest.mark.parametrize(
    "word", ["plain", 'a "quote"', "back\\slash", "line\nend", "naïve ☃", "\x00\x7f\u2028", '"arcs": []']
)
def test_the_text_of_a_lattice_is_its_record_as_json_in_one_line(word):
    sentences = [["a", word, "c"], ["a", "c"]]
    columns = [[0, 1, 2], [0, 2]]
    lattice = from_alignment(sentences, columns)
    figures = statistics(lattice, columns, sentences, limit=10)
    record = lattice_record(lattice, figures)
    assert write_lattice(lattice, figures) == json.dumps(record, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("word", ['a "quote"', "back\\slash", "line\nend", "naïve ☃", "\x00\x7f\u2028"])
def test_odd_words_of_samples_are_written_as_json(word):
    samples = [Sample((word, "b"), (0, 1, 2, 3), novel=True, duplicate=False, chosen=False)]
    record = {
        "tokens": [word, "b"],
        "novel": True,
        "chosen": False,
        "duplicate": False,
        "states": [0, 1, 2, 3],
    }
    assert write_samples(samples) == json.dumps(record, ensure_ascii=False) + "\n"


def test_a_record_has_the_documented_fields():
    record = record_of_two()
    assert record == {
        "start": 0,
        "accept": 4,
        "states": [0, 1, 2, 3, 4],
        "arcs": [
            {"source": 0, "target": 1, "label": "a", "sentences": [0, 1]},
            {"source": 1, "target": 2, "label": "b", "sentences": [0]},
            {"source": 1, "target": 3, "label": "c", "sentences": [1]},
            {"source": 2, "target": 4, "label": "", "sentences": [0]},
            {"source": 3, "target": 4, "label": "", "sentences": [1]},
        ],
        "paths": 2,
        "distinct": 2,
        "aligned_columns": 1,
        "aligned_tokens": 2,
    }


def test_a_record_comes_back_from_json_as_the_same_lattice():
    record = json.loads(json.dumps(record_of_two()))
    assert read_lattice_record(record) == from_alignment(SENTENCES, COLUMNS)


def test_numbers_of_any_size_and_unknown_ones_survive_json():
    lattice = from_alignment(SENTENCES, COLUMNS)
    figures = LatticeStatistics(5, 5, 10**60 + 1, None, 1, 2)
    record = json.loads(json.dumps(lattice_record(lattice, figures)))
    assert (record["paths"], record["distinct"]) == (10**60 + 1, None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: record.pop("arcs"), "missing required field `arcs`"),
        (lambda record: record.update(states=[0, 2]), "states are not 0, 1, 2"),
        (lambda record: record.update(states=5), "Expected `array`, got `int`"),
        (lambda record: record.update(states=[False, True]), "Expected `int`, got `bool`"),
        (lambda record: record.update(accept=3), "start and accept must be 0 and 4, not 0 and 3"),
        (lambda record: record.update(start="0"), "Expected `int`, got `str`.*start"),
        (lambda record: record.update(arcs={}), "Expected `array`.*arcs"),
        (lambda record: record["arcs"].__setitem__(1, []), r"Expected `object`.*arcs\[1\]"),
        (lambda record: record["arcs"][1].pop("label"), "missing required field `label`"),
        (lambda record: record["arcs"][1].update(label=3), "Expected `str`, got `int`"),
        (lambda record: record["arcs"][1].update(source=True), "Expected `int`, got `bool`"),
        (lambda record: record["arcs"][0].update(sentences=[1, 1]), "sentences of arc 0"),
        (lambda record: record["arcs"][0].update(sentences=[-1]), "Expected `int` >= 0"),
        (lambda record: record["arcs"][1].update(target=1), "arc 1 leads from 1 to 1"),
        (lambda record: record["arcs"][1].update(target=5), "arc 1 leads from 1 to 5"),
        (lambda record: record["arcs"][0].update(label=""), "arc 0 has no word"),
        (lambda record: record["arcs"].reverse(), "arc 1 is not after the one before"),
        (lambda record: record["arcs"].pop(), "leads nowhere"),
        (lambda record: record["arcs"].pop(1), "never entered"),
    ],
)
def test_a_record_that_is_no_lattice_is_refused_with_its_file_and_reason(change, message):
    record = record_of_two()
    change(record)
    with pytest.raises(FormatError, match=message) as caught:
        read_lattice_record(record, file="lattice.json")
    assert str(caught.value).startswith("lattice.json: ")


@pytest.mark.parametrize("value", [[], "lattice", None, 3])
def test_a_record_that_is_no_object_is_refused(value):
    with pytest.raises(FormatError, match="Expected `object`"):
        read_lattice_record(value)


SAMPLES = [
    Sample(("I", "went"), (0, 1, 2, 3), novel=True, duplicate=False, chosen=True),
    Sample(("naïve", '"'), (0, 4, 3), novel=False, duplicate=True, chosen=False),
]


def test_samples_are_a_json_object_a_line_with_the_documented_fields():
    lines = write_samples(SAMPLES).splitlines()
    assert json.loads(lines[0]) == {
        "tokens": ["I", "went"],
        "novel": True,
        "chosen": True,
        "duplicate": False,
        "states": [0, 1, 2, 3],
    }
    assert "naïve" in lines[1]
    assert json.loads(lines[1])["tokens"] == ["naïve", '"']
    assert write_samples([]) == ""
