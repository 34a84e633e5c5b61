"""What is printed of the sheets that were dealt."""

from pathlib import Path

from orchestrator.judging.package import Package, Shortfall
from orchestrator.judging.summary import deal_lines
from paralattice.judging.sheets.forms import PHRASE_FORM, SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.study_files import PHRASE_FILES, SENTENCE_FILES


def items(cluster, count):
    return [StudyItem(f"{cluster}{draw}", cluster, "V1", draw, ("x",)) for draw in range(count)]


def test_sheets_are_told_by_judge_and_then_what_is_short():
    sheets = {"judge-01": [*items("a", 20), *items("b", 11)], "judge-02": items("a", 9)}
    shortfalls = [Shortfall("a", "V1", 3, 10), Shortfall("b", "V4", 0, 10, missing=True)]
    package = Package("r", SENTENCE_FORM, [], sheets, {}, {}, shortfalls)
    assert list(deal_lines(Path("runs/r"), SENTENCE_FILES, package)) == [
        "judge-01: 2 clusters, 31 sentences",
        "judge-02: 1 clusters, 9 sentences",
        "short: a V1: 3 of 10 sentences",
        "short: b V4: no samples",
        "sheets in runs/r/sheets; keep runs/r/sheets-key.csv from the judges",
    ]


def test_pairs_are_told_without_their_clusters():
    package = Package("r", PHRASE_FORM, [], {"judge-01": items("a", 2)}, {}, {}, [Shortfall("", "V1", 2, 3)])
    assert list(deal_lines(Path("runs/r"), PHRASE_FILES, package)) == [
        "judge-01: 2 pairs",
        "short: V1: 2 of 3 pairs",
        "sheets in runs/r/pair-sheets; keep runs/r/pair-sheets-key.csv from the judges",
    ]
