"""Tables that every study has."""

from paralattice.judging.judgements import JudgeCount, Judgement, Problem
from paralattice.judging.sheets.forms import PHRASE_FORM
from paralattice.judging.tables import judge_table, judgement_table, problem_table, text_judgement_table


def test_tables_for_other_programs_have_a_row_each():
    one = Judgement("judge-01", "bcd", "a", "V4", 7, {"grammaticality": 3, "fidelity": None})
    assert judgement_table([one], {"a": "test"}).rows == (("judge-01", "bcd", "a", "test", "V4", 7, 3, None),)
    problem = Problem("x.csv", 0, "missing", "judge-01", "", "something")
    assert problem_table([problem]).rows == (("x.csv", None, "missing", "judge-01", "", "something"),)
    count = JudgeCount("judge-01", 10, 6, 1, 3, True)
    assert judge_table([count]).rows == (("judge-01", 10, 6, 1, 3, "yes"),)


def test_no_cell_of_a_returned_sheet_becomes_a_formula_of_the_table_of_problems():
    problem = Problem("-x.csv", 3, "unknown item", "=1+1", "@item", "+1 is no item")
    ((file, line, _, *texts),) = problem_table([problem]).rows
    assert (file, line, texts) == ("'-x.csv", 3, ["'=1+1", "'@item", "'+1 is no item"])


def test_judgements_of_pairs_are_listed_with_their_texts_and_words():
    texts = {"bcd": ("departed", "left", "the ferry ___ the island")}
    table = text_judgement_table(
        [Judgement("judge-01", "bcd", "ferry", "pang", 0, {"judgement": 3})], texts, PHRASE_FORM
    )
    assert table.rows == (("judge-01", "bcd", "ferry", "pang", *texts["bcd"], "correct"),)
