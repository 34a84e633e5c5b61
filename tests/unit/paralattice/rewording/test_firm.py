"""The replacements of a model that need no look at the sentence."""

import pytest

from paralattice.errors import FormatError, RewordError
from paralattice.rewording.decoding.edit_weights import EditWeights
from paralattice.rewording.firm import firm_replacements
from paralattice.rewording.model_files import lines_of, write_weights

WEIGHTS = lines_of(write_weights(EditWeights()))
SURE = "0.5 0.5 0.5 0.5 |||  ||| 9 4 3 |||  ||| {{Tags VBD VBN}}"


def firm(*lines):
    return list(firm_replacements(lines, WEIGHTS))


def test_a_synonym_of_one_word_is_firm():
    assert firm(f"bought ||| purchased ||| {SURE}") == [("bought", "purchased", ("VBD", "VBN"))]


@pytest.mark.parametrize(
    "line",
    [
        f"bought ||| took over ||| {SURE}",
        f"he bought ||| he purchased ||| {SURE}",
        f"bought ||| purchased ||| {SURE.replace('9 4 3', '9 4 2')}",
        f"bought ||| purchased ||| {SURE.replace('0.5', '0.00001')}",
        f"bought ||| purchased ||| {SURE.partition(' |||  ||| {{')[0]}",
    ],
    ids=["two words", "beside another word", "no synonym", "rare", "no tags"],
)
def test_other_replacements_are_not(line):
    assert firm(line) == []


def test_the_model_of_the_paper_has_no_weights():
    with pytest.raises(RewordError, match="has no weights of edits"):
        list(firm_replacements([], lines_of(write_weights(None))))


def test_a_damaged_line_is_told():
    with pytest.raises(FormatError):
        firm("bought ||| purchased ||| many")
