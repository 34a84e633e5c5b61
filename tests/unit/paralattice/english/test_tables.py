"""The word lists of the folder ``data``, and how they are read."""

import ast
from importlib.resources import files
from itertools import groupby
from pathlib import Path

import pytest

import paralattice
from paralattice.english.tables import read_word_list, table_rows, word_class, word_values
from paralattice.errors import FormatError

DATA = files("paralattice.english") / "data"
ROWS = {"families", "synonyms", "wordings"}
"""Tables whose columns are no classes."""
NAMES = sorted(path.name.removesuffix(".tsv") for path in DATA.iterdir())
LISTS = [name for name in NAMES if name not in ROWS]


def test_a_word_list_has_the_words_of_each_class_with_their_values():
    text = "# sweet: sweet ones\n# colour: its colour\napple\tsweet colour=red\nlemon\tcolour=yellow\n"
    assert read_word_list(text, "fruit.tsv") == {
        "sweet": {"apple": ""},
        "colour": {"apple": "red", "lemon": "yellow"},
    }


@pytest.mark.parametrize(
    ("lines", "place", "problem"),
    [
        ("apple sweet", "2", "no word with classes"),
        ("apple\tsweet\napple\tsweet", "3", "is there twice"),
        ("pear\tsweet\napple\tsweet", "3", "is out of order"),
        ("apple\tsour", "2", "without a comment"),
        ("apple\tsweet sweet", "2", "'sweet' twice"),
        ("# sour: sour ones\napple\tsweet", "", "'sour' has no word"),
    ],
)
def test_a_malformed_list_is_named_with_its_line(lines, place, problem):
    with pytest.raises(FormatError, match=problem) as caught:
        read_word_list(f"# sweet: sweet ones\n{lines}\n", "fruit.tsv")
    assert str(caught.value).startswith(f"fruit.tsv:{place}")


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_in_order_and_says_what_it_is_for(name):
    text = (DATA / f"{name}.tsv").read_text("utf-8")
    assert read_word_list(text, name)
    assert text.startswith("# ")
    assert text.endswith("\n")


@pytest.mark.parametrize("name", sorted(ROWS))
def test_every_table_has_each_row_once_and_those_of_one_beginning_together(name):
    rows = table_rows(name)
    keys = [word for row in rows for word in row] if name == "families" else [tuple(row[:2]) for row in rows]
    assert len(set(keys)) == len(keys)
    openers = [opener for opener, _ in groupby(row[0].split()[0] for row in rows)]
    assert len(set(openers)) == len(openers)
    assert {len(row) for row in rows} <= {"synonyms": {2, 3}, "wordings": {3, 4}}.get(name, set(range(2, 9)))


def test_every_class_is_used_and_every_used_class_is_there():
    declared = {
        (name, known)
        for name in LISTS
        for known in read_word_list((DATA / f"{name}.tsv").read_text("utf-8"), name)
    }
    assert set(_used()) == declared


def _used():
    """Yield the list and the class of each class that the library's code names."""
    for path in sorted(Path(paralattice.__file__).parent.rglob("*.py")):
        if path.name == "tables.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "word_class",
                "word_values",
            )
            if named and all(isinstance(argument, ast.Constant) for argument in node.args):
                table, *names = (argument.value for argument in node.args)
                yield from ((table, name) for name in names)


def test_classes_and_values_are_read_from_the_folder():
    assert {"captain", "police"} <= word_class("nouns", "post", "group")
    assert word_values("numbers", "figure")["seven"] == "7"
