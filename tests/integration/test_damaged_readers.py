"""Files that people return or download, cut and with bits turned: each is read, or an error names it."""

import csv
import io
import random

import openpyxl
import pytest

from paralattice.adapters.chart.storage import read_parser_weights
from paralattice.adapters.parser_files import MODELS
from paralattice.errors import EncodingError, ParseError, ProblemsError
from paralattice.formats.corpora.key_terms import read_key_terms
from paralattice.judging.judgements import combine_sheets
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_items
from paralattice.judging.sheets.sheet_tables import write_sheet

ITEMS = [
    StudyItem(item_id(5, cluster, "V1", draw), cluster, "V1", draw, ("The", cluster, f"w{draw}"))
    for cluster in ("ferry", "mayor", "storm")
    for draw in range(12)
]
SHEETS = {"judge-01": shuffle_items(ITEMS, "judge-01", 5)}
TERMS = "# ferry\nship = ship, ferry, boat @before\npolice\n# storm\nrain\nwind = wind, gale @after\n" * 4


def scored():
    """Return the lines of a sheet with all scores, as lists of cells."""
    rows = list(csv.reader(io.StringIO(write_sheet(SHEETS["judge-01"]), newline="")))
    places = [rows[0].index(name) for name in ("grammaticality", "fidelity")]
    for row in rows[1:]:
        for place in places:
            row[place] = "3"
    return rows


def csv_sheet():
    """Return a returned sheet as CSV."""
    text = io.StringIO()
    csv.writer(text).writerows(scored())
    return text.getvalue().encode()


def workbook_sheet():
    """Return a returned sheet as a workbook."""
    book = openpyxl.Workbook()
    book.active.title = "sheet"
    for row in scored():
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def damaged(content, cuts, flips):
    """Yield contents cut at some 97th byte, and with one bit turned."""
    rng = random.Random(len(content))
    ends = range(0, len(content), 97)
    for end in rng.sample(ends, min(cuts, len(ends))):
        yield content[:end]
    for place in (rng.randrange(len(content)) for _ in range(flips)):
        yield content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


@pytest.mark.parametrize(("make", "cuts", "flips"), [(csv_sheet, 40, 300), (workbook_sheet, 6, 6)])
def test_a_damaged_sheet_has_every_score_or_a_problem_that_names_the_file(make, cuts, flips):
    content = make()
    dealt = Assignment.of(ITEMS, SHEETS)
    whole = read_sheet(content, "back/sheet", dealt)
    assert (len(whole.marks), whole.problems) == (2 * len(ITEMS), ())
    for change in damaged(content, cuts, flips):
        found = read_sheet(change, "back/sheet", dealt)
        assert all(problem.file == "back/sheet" for problem in found.problems)
        # A digit that became another one is a score like others; rows that went are missing judgements.
        complete = len(combine_sheets([found], dealt).judgements) == len(ITEMS)
        assert complete or combine_sheets([found], dealt).problems


def test_damaged_key_terms_are_read_or_their_lines_are_named():
    for change in damaged(TERMS.encode(), 20, 200):
        try:
            read_key_terms(change, "terms.txt")
        except ProblemsError as error:
            named = {problem.file for problem in error.errors}
        except EncodingError as error:
            named = {error.file}
        else:
            continue
        assert named == {"terms.txt"}


def test_a_parser_that_was_cut_or_whose_header_was_changed_is_named(tmp_path):
    content = (MODELS / "en_gum.weights").read_bytes()
    header = content.index(b"\n", content.index(b"\n") + 1) + 1
    path = tmp_path / "damaged.weights"
    rng = random.Random(3)
    refusals = []
    for end in [*rng.sample(range(0, len(content), 97), 4), len(content) - 1]:
        path.write_bytes(content[:end])
        with pytest.raises(ParseError, match=r"damaged\.weights is not a model file or is damaged"):
            read_parser_weights(path)
    for place in rng.sample(range(header + 400), 12):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        try:
            read_parser_weights(path)
        except ParseError as error:
            refusals.append(str(error))
    assert refusals
    assert all("damaged.weights" in refusal for refusal in refusals)
