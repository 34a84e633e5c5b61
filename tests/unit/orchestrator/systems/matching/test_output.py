"""Matches in the forms of people and of other programs."""

import csv
import json

import numpy as np
import pytest

from orchestrator.commands.match.run import FORMATS
from orchestrator.systems.matching.matching import Matched
from orchestrator.systems.matching.output import FORMS, json_lines
from orchestrator.systems.rewording.training.inputs import read_pair_file
from paralattice.sentences import Matches

RESULT = Matched(
    "storm/monday storm/tuesday",
    ["A gale\nblew.", "=It rained."],
    ["A storm blew.", "=It rained."],
    Matches(np.array([[0, 0], [0, 1], [1, 1]]), np.array([0.9, 0.3, 0.8])),
)


def test_the_command_offers_all_forms():
    assert tuple(sorted(FORMS)) == tuple(sorted(FORMATS))


def written(form, least=0.0):
    return "".join(FORMS[form]([RESULT], least))


def test_the_table_has_numbers_of_sentences():
    assert written("table", 0.5) == (
        "pair\tfirst\tsecond\tprobability\n"
        "storm/monday storm/tuesday\t0\t0\t0.900000\n"
        "storm/monday storm/tuesday\t1\t1\t0.800000\n"
    )
    assert [json.loads(line)["second"] for line in json_lines([RESULT], 0.0)] == [0, 1, 1]


def test_sentences_stand_below_each_other():
    assert written("sentences", 0.85) == (
        "# storm/monday storm/tuesday\n\n0.900  A gale blew.\n       A storm blew.\n"
    )


def test_spreadsheets_get_the_sentences_and_no_formulas():
    head, *rows = csv.reader(written("csv").splitlines(keepends=True))
    assert head == ["pair", "first", "second", "probability", "first_sentence", "second_sentence"]
    assert [row[1:3] for row in rows] == [["1", "1"], ["1", "2"], ["2", "2"]]
    assert rows[0][4:] == ["A gale\nblew.", "A storm blew."]
    assert rows[2][4:] == ["'=It rained.", "'=It rained."]


@pytest.mark.parametrize("form", ["jsonl", "tmx"])
def test_likely_matches_of_different_sentences_become_pairs_that_training_reads(form, tmp_path):
    file = tmp_path / f"pairs.{form}"
    file.write_text(written(form, 0.6), "utf-8")
    assert read_pair_file(file) == [["A gale\nblew.", "A storm blew.", "storm"]]


def test_the_page_has_lines_for_likely_matches_alone():
    assert 'data-links="0,0,0.9000 1,1,0.8000"' in written("html", 0.5)
