"""Sheets of paraphrase pairs from the folder of a run, and their scores."""

import csv
import importlib.util
from pathlib import Path

import openpyxl
import pytest

from orchestrator.judging.phrase_study import PhraseSheetOptions, PhraseStudy
from orchestrator.judging.study import deal_study, score_study
from orchestrator.judging.summary import deal_lines
from orchestrator.systems.phrases.pairs import write_pair_tables
from paralattice.english.spacing import detokenise
from paralattice.errors import JudgeError, OptionError

CLUSTERS = {
    "ferry": ["the last ferry left the pier", "the last boat left the pier", "the last boat sailed"],
    "lake": ["a boat left the lake", "a ferry left the lake", "a ferry sailed over the lake"],
    "note": ["the last note came", "The final note came", "the final note , at last , came"],
}
VERSIONS = ("V1", "V2")


def _load():
    path = Path(__file__).resolve().parents[3] / "support" / "runs.py"
    spec = importlib.util.spec_from_file_location("tests_support_runs_of_pairs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(tmp_path):
    return _load().make_run(tmp_path / "run", CLUSTERS, VERSIONS)


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def dealt(run):
    """Write the tables of both versions; return what deals pairs."""
    for version in VERSIONS:
        write_pair_tables(run, version)

    def dealt(force=False, **options):
        return deal_study(PhraseStudy(run), PhraseSheetOptions(**options), force)

    return dealt


def sheet(run, judge):
    return read_csv(run / "pair-sheets" / judge / "sheet.csv")


def test_judges_get_as_many_pairs_of_each_version(run, dealt):
    package = dealt(judges=2, pairs=4)
    key = {row["item"]: row for row in read_csv(run / "pair-sheets-key.csv")}
    assert len(key) == 8
    for judge in ("judge-01", "judge-02"):
        rows = sheet(run, judge)
        assert [key[row["item"]]["version"] for row in rows].count("V1") == 2
        assert len(rows) == 4
        assert list(rows[0]) == [
            "item",
            "cluster",
            "number",
            "first",
            "second",
            "context",
            "judgement",
        ]
    everything = [row["item"] for judge in package.sheets for row in sheet(run, judge)]
    assert sorted(everything) == sorted(key)


def test_each_pair_may_go_to_several_judges(dealt):
    package = dealt(judges=3, per_pair=2, pairs=3)
    items = [item for hand in package.sheets.values() for item in hand]
    assert {items.count(item) for item in items} == {2}


def test_nothing_in_a_sheet_tells_the_version(run, dealt):
    dealt(judges=1, pairs=50, composed=True)
    rows = sheet(run, "judge-01")
    shown = "".join(row[name] for row in rows for name in ("first", "second", "context"))
    assert shown == shown.lower()
    assert all(row["first"] != row["second"] for row in rows)
    for path in (run / "pair-sheets" / "judge-01").iterdir():
        assert b"V1" not in path.read_bytes() or path.suffix == ".xlsx", path


def test_a_pair_stands_in_its_context(run, dealt):
    dealt(judges=1, pairs=50)
    for row in sheet(run, "judge-01"):
        assert "___" in row["context"]
        left, _, right = row["context"].partition("___")
        texts = [f" {detokenise(text.lower().split())} " for text in CLUSTERS[row["cluster"]]]
        for phrase in (row["first"], row["second"]):
            assert any(phrase in text for text in texts) or len(phrase.split()) > 1
        assert any(left.strip() in text for text in texts)
        assert any(right.strip() in text for text in texts)
    book = openpyxl.load_workbook(run / "pair-sheets" / "judge-01" / "sheet.xlsx")
    assert book["sheet"]["G1"].value == "judgement"
    (choice,) = book["sheet"].data_validations.dataValidation
    assert choice.formula1 == '"correct,partial,incorrect"'


def test_the_same_seed_deals_the_same_pairs_and_another_one_others(dealt):
    first = dealt(judges=2, pairs=2)
    assert dealt(force=True, judges=2, pairs=2).sheets == first.sheets
    assert dealt(force=True, judges=2, pairs=2, seed=1).sheets != first.sheets


def test_sheets_that_are_there_are_not_overwritten(dealt):
    dealt(judges=1, pairs=2)
    with pytest.raises(JudgeError, match="already exists"):
        dealt(judges=1, pairs=2)


def test_there_may_be_fewer_pairs_than_asked_for(run, dealt):
    package = dealt(judges=1, pairs=5000, versions=("V2",))
    lines = list(deal_lines(run, PhraseStudy.files, package))
    assert f"short: V2: {len(package.items)} of 5000 pairs" in lines


def test_pairs_of_one_cluster_are_left_out_where_that_is_asked_for(run, dealt):
    dealt(judges=1, pairs=50, reliable=True, versions=("V1",))
    rows = (run / "paraphrases-V1-reliable.tsv").read_text("utf-8").splitlines()[1:]
    known = {tuple(row.lower().split("\t")[:2]) for row in rows}
    assert {(row["first"], row["second"]) for row in sheet(run, "judge-01")} <= known


def test_a_run_without_tables_says_what_makes_them(run):
    with pytest.raises(JudgeError, match="orchestrator phrases list"):
        deal_study(PhraseStudy(run), PhraseSheetOptions())


def test_more_judges_a_pair_than_judges_are_refused():
    with pytest.raises(OptionError, match="per_pair = 3"):
        PhraseSheetOptions(judges=2, per_pair=3)


def test_sheets_that_come_back_become_table_1(run, dealt, tmp_path):
    package = dealt(judges=2, pairs=3)
    key = {row["item"]: row["version"] for row in read_csv(run / "pair-sheets-key.csv")}
    for judge in package.sheets:
        rows = sheet(run, judge)
        for row in rows:
            row["judgement"] = "correct" if key[row["item"]] == "V1" else "P"
        with (tmp_path / f"{judge} back.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    scored = score_study(PhraseStudy(run), tmp_path.glob("*back.csv"))
    assert (scored.exit_code, scored.returned.problems) == (0, ())
    rows = {(row["judge"], row["version"]): row for row in read_csv(scored.folder / "table1.csv")}
    assert float(rows["Average of all judges", "V1"]["correct_percent"]) == 100
    assert float(rows["judge-01", "V2"]["partial_percent"]) == 100
    judgements = read_csv(scored.folder / "judgements.csv")
    assert {row["judgement"] for row in judgements if row["version"] == "V1"} == {"correct"}
    assert len(judgements) == 6


def judge_all(folder, answers):
    for judge, answer in answers.items():
        path = folder / judge / "sheet.csv"
        rows = read_csv(path)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(row | {"judgement": answer(row["item"])} for row in rows)


def test_pairs_that_one_judge_calls_correct_and_another_incorrect_are_dealt_again(run, dealt):
    dealt(judges=2, pairs=3, per_pair=2, versions=("V1",))
    far, near, _ = (row["item"] for row in sheet(run, "judge-01"))
    given = {far: "incorrect", near: "partial"}
    judge_all(
        run / "pair-sheets",
        {"judge-01": lambda _: "correct", "judge-02": lambda item: given.get(item, "correct")},
    )
    # Three grades differ by two at most.
    assert score_study(PhraseStudy(run), [run / "pair-sheets"], apart=3).waiting == 1
    judges = ("judge-01", "judge-02")
    for judge in judges:
        assert [row["item"] for row in read_csv(run / "pair-second-pass" / judge / "sheet.csv")] == [far]
    judge_all(run / "pair-second-pass", dict.fromkeys(judges, lambda _: "partial"))
    scored = score_study(PhraseStudy(run), [run / "pair-sheets"], [run / "pair-second-pass"])
    assert scored.exit_code == 0
    rows = read_csv(scored.folder / "judgements.csv")
    found = {(row["judge"], row["item"]): row["judgement"] for row in rows}
    assert [found[judge, far] for judge in judges] == ["partial", "partial"]
    assert [found[judge, near] for judge in judges] == ["correct", "partial"]
    rows = read_csv(scored.folder / "passes.csv")
    assert [(row["pass"], row["agreed"]) for row in rows] == [("first", "1"), ("final", "2")]


def test_what_is_not_filled_in_is_reported_and_nothing_is_written(run, dealt):
    dealt(judges=1, pairs=2)
    scored = score_study(PhraseStudy(run), [run / "pair-sheets"])
    assert scored.exit_code == 2
    assert not scored.folder.exists()


def test_pairs_that_were_never_dealt_cannot_be_scored(run, tmp_path):
    with pytest.raises(JudgeError, match="orchestrator phrases deal"):
        score_study(PhraseStudy(run), [tmp_path])
