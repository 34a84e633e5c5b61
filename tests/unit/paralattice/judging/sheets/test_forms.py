"""The forms of the studies, and their instructions."""

import pytest

from paralattice.judging.sheets.forms import LOWER_SENTENCE_FORM, SENTENCE_FORM
from paralattice.judging.sheets.instructions import write_instructions


def test_the_instructions_explain_both_scales_and_name_the_files():
    files = ("sheet.csv", "originals.csv", "sheet.xlsx", "sheet.html")
    for word in ("grammaticality", "fidelity", "perfect", "nonsense", *files):
        assert word in write_instructions(SENTENCE_FORM)


def test_each_scale_is_a_column_and_goes_from_four_to_one():
    assert tuple(scale.column for scale in SENTENCE_FORM.scales) == SENTENCE_FORM.columns[-2:]
    for scale in SENTENCE_FORM.scales:
        assert [grade.score for grade in scale.grades] == [4, 3, 2, 1]


def test_where_capitals_are_taken_away_judges_are_told():
    assert LOWER_SENTENCE_FORM.columns == SENTENCE_FORM.columns
    assert "A missing capital anywhere" in write_instructions(LOWER_SENTENCE_FORM)
    assert "A missing capital at the beginning" in write_instructions(SENTENCE_FORM)


@pytest.mark.parametrize(
    ("code", "name", "question"), [("fr", "French", "a French"), ("it", "Italian", "an Italian")]
)
def test_judges_are_told_the_language_and_asked_to_speak_it(code, name, question):
    form = SENTENCE_FORM.in_language(code)
    instructions = write_instructions(form)
    assert f"Is it {question} sentence?" in instructions
    assert f"The texts are in {name}: judge them only if you are a native speaker" in instructions
    assert (form.language, form.notes[1:]) == (code, SENTENCE_FORM.notes)
