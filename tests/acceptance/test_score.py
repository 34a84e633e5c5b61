"""From a run over the sheets of judges to the tables, from the command line."""

import csv
import io
import math
import re
import shutil
from collections import defaultdict
from statistics import mean, stdev

import openpyxl
import pytest

SPLITS = '[splits]\ntrain = ["c000"]\ntest = ["c001", "c002", "c003"]\n'
CRITERIA = ("grammaticality", "fidelity")


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def judged(row, judge):
    """Return the two scores of a row: some rule that differs from judge to judge."""
    number = sum(map(ord, row["item"]))
    return 1 + (number + int(judge[-1])) % 4, 1 + (number * int(judge[-1])) % 4


def filled(root, judge, rows=None):
    table = read_csv(root / "sheets" / judge / "sheet.csv")
    for row in table[:rows]:
        row["grammaticality"], row["fidelity"] = judged(row, judge)
    return table


def excel_csv(rows):
    """What Excel in much of Europe saves as CSV: semicolons, Windows-1252, no mark, empty rows below."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, rows[0].keys(), delimiter=";", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return (buffer.getvalue() + ";;;;;\r\n" * 5).encode("cp1252")


def excel_workbook(rows):
    """A workbook with columns in another order, numbers as texts, and a cell formatted as a date."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    sheet = book.create_sheet("sheet")
    columns = ["fidelity", "sentence", "number", "grammaticality", "cluster", "item"]
    sheet.append(columns)
    for place, row in enumerate(rows):
        values = {name: row[name] for name in columns}
        if place % 2:
            values["fidelity"] = str(values["fidelity"])
        sheet.append([int(values["number"]) if name == "number" else values[name] for name in columns])
    sheet["D2"].number_format = "dd-mmm"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def finished_run(tmp_path_factory):
    """Where the first test leaves its run for the others, which takes long to make."""
    return tmp_path_factory.mktemp("finished") / "run"


@pytest.fixture
def root(orchestrator, parsed_corpus, finished_run):
    folder = orchestrator.folder / "runs/corpus"
    if not finished_run.exists():
        corpus = parsed_corpus(4, 8)
        (corpus / "corpus.toml").write_text(SPLITS, "utf-8")
        done = orchestrator.run("submit", corpus, "--workers", 1, "--versions", "V1,V3,V4")
        assert done.returncode == 0, done.stderr
        dealt = orchestrator.call("judge", "deal", folder, "--judges", 3, "--per-cluster", 2)
        assert dealt.returncode == 0, dealt.stderr
        shutil.copytree(folder, finished_run)
    shutil.copytree(finished_run, folder, dirs_exist_ok=True)
    return folder


def expected(root):
    """Return the scores by (cluster, version, criterion); those of testing by (judge, version, criterion)."""
    key = {row["item"]: row for row in read_csv(root / "sheets-key.csv")}
    by_cell, by_judge = defaultdict(list), defaultdict(list)
    for folder in (root / "sheets").iterdir():
        for row in filled(root, folder.name):
            entry = key[row["item"]]
            for name in CRITERIA:
                by_cell[entry["cluster"], entry["version"], name].append(row[name])
                if entry["cluster"] != "c000":
                    by_judge[folder.name, entry["version"], name].append(row[name])
    return by_cell, by_judge


def check_tables(root):
    by_cell, by_judge = expected(root)
    versions, testing = ("V1", "V3", "V4"), ("c001", "c002", "c003")
    scores = root / "scores"
    for name, table in (("grammaticality", "table4"), ("fidelity", "table5")):
        rows = {row["cluster"]: row for row in read_csv(scores / f"{table}.csv")}
        assert set(rows) == {*testing, "Overall"}
        for version in versions:
            for cluster in testing:
                assert float(rows[cluster][version]) == pytest.approx(mean(by_cell[cluster, version, name]))
            pooled = [score for cluster in testing for score in by_cell[cluster, version, name]]
            assert float(rows["Overall"][version]) == pytest.approx(mean(pooled))
            assert int(rows["Overall"][f"{version}_n"]) == len(pooled)
    for row in read_csv(scores / "table3.csv"):
        for name in CRITERIA:
            assert float(row[name]) == pytest.approx(mean(by_cell["c000", row["alignment"], name]))
    for row in read_csv(scores / "table6.csv"):
        for name in CRITERIA:
            means = [
                mean(v)
                for (_, version, what), v in by_judge.items()
                if (version, what) == (row["alignment"], name)
            ]
            assert float(row[f"{name}_mean"]) == pytest.approx(mean(means))
            assert float(row[f"{name}_sd"]) == pytest.approx(stdev(means))
    check_tests(by_cell, testing, read_csv(scores / "ttests.csv"))


def check_tests(by_cell, testing, rows):
    rows = [row for row in rows if row["clusters"] == "testing"]
    assert len(rows) == 2 * 3
    for row in rows:
        pairs = (
            [mean(by_cell[cluster, row[side], row["criterion"]]) for cluster in testing]
            for side in ("better", "worse")
        )
        differences = [one - other for one, other in zip(*pairs, strict=True)]
        assert float(row["t"]) == pytest.approx(mean(differences) / (stdev(differences) / math.sqrt(3)))
        assert row["df"] == "2"


def test_sheets_as_spreadsheet_programs_save_them_come_to_the_numbers_of_a_plain_count(orchestrator, root):
    back = orchestrator.folder / "back"
    back.mkdir()
    (back / "ada.csv").write_bytes(excel_csv(filled(root, "judge-01")))
    (back / "bob.xlsx").write_bytes(excel_workbook(filled(root, "judge-02")))
    text = (root / "sheets/judge-03/sheet.csv").read_text("utf-8-sig")
    rows = iter(filled(root, "judge-03"))
    by_hand = re.sub(r",,$", lambda _: ",{grammaticality},{fidelity}".format(**next(rows)), text, flags=re.M)
    (back / "cy.csv").write_text(by_hand, "utf-8", newline="")
    done = orchestrator.call("judge", "score", root, "back/ada.csv", "back/bob.xlsx", "back/cy.csv")
    assert (done.returncode, done.stderr) == (0, "")
    for line in ("Evaluation results on training", "Mean and standard deviation", "Paired t-tests", "Kappa"):
        assert line in done.stdout
    check_tables(root)
    figure = (root / "scores/figure5.png").read_bytes()
    again = orchestrator.call("judge", "score", root, "back")
    assert again.stdout == done.stdout
    assert (root / "scores/figure5.png").read_bytes() == figure


def test_problems_are_reported_with_file_and_line_and_the_rest_is_scored(orchestrator, root):
    rows = filled(root, "judge-01", 5)
    rows[2]["fidelity"] = "6"
    (orchestrator.folder / "half.csv").write_bytes(excel_csv(rows))
    done = orchestrator.call("judge", "score", root, "half.csv")
    assert done.returncode == 1
    assert "out of range: half.csv:4: fidelity '6' is no whole number from 1 to 4" in done.stderr
    assert "no sheet of judge-02 came back" in (root / "scores/problems.csv").read_text("utf-8-sig")
    judge = read_csv(root / "scores/judges.csv")[0]
    assert (judge["scored"], judge["partly"], judge["missing"]) == ("4", "1", str(len(rows) - 5))


def test_empty_sheets_cannot_be_scored(orchestrator, root):
    done = orchestrator.call("judge", "score", root, root / "sheets")
    assert done.returncode == 2
    assert "holds no valid score" in done.stderr
    assert done.stderr.rstrip().endswith("error: nothing can be scored, and nothing was written")
    assert not (root / "scores").exists()


def test_a_sheet_that_is_not_there_is_named(orchestrator, root):
    done = orchestrator.call("judge", "score", root, "nowhere.csv")
    assert done.returncode == 2
    assert "nowhere.csv" in done.stderr
    assert "Traceback" not in done.stderr
