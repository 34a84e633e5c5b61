"""Sheets for judges of rewordings go out, come back in any form, and a second time where judges disagree."""

import csv
import io
import json
import re
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from orchestrator.cli import cli
from orchestrator.io.tables import table_file_names
from orchestrator.judging.rewording_study import (
    RewordingSheetOptions,
    RewordingStudy,
    read_rewordings,
)
from orchestrator.judging.served import ServedStudy, serve_dealt
from orchestrator.judging.study import deal_study, score_study
from paralattice.errors import FormatError, JudgeError, OptionError, ProblemsError
from paralattice.judging.sheets.study_files import REWORDING_FILES

PR = [
    {
        "sentence": "A boat sank.",
        "system": "pr",
        "rewordings": [{"text": "A ship sank."}, {"text": "The boat sank."}],
    },
    {
        "sentence": "He left.",
        "system": "pr",
        "rewordings": [{"text": "He went."}, {"text": "=He left again."}],
    },
    {"sentence": "Nothing.", "system": "pr", "rewordings": []},
]
WN = [{"sentence": "A boat sank.", "system": "wn", "rewordings": [{"text": "A gravy boat sank."}]}]


@pytest.fixture
def sources(tmp_path):
    paths = []
    for name, lines in (("pr", PR), ("wn", WN)):
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return paths


def filled(folder, judge, accept, name="sheet.csv", column="acceptable"):
    """Fill a judge's sheet; ``accept`` tells the answer to a sentence."""
    path = folder / judge / "sheet.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
    for row in rows:
        row[column] = accept(row["sentence"])
    target = folder / judge / name
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return target


def table_of(folder, name):
    return list(csv.DictReader(io.StringIO((folder / "scores" / f"{name}.csv").read_text("utf-8-sig"))))


def test_every_judge_gets_all_rewordings_of_a_sentence_together_in_an_order_of_ones_own(sources, tmp_path):
    folder = tmp_path / "judging"
    assert len(deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(judges=6)).items) == 5
    orders = set()
    for number in range(1, 7):
        place = folder / f"judge-{number:02}"
        assert {path.name for path in place.iterdir()} == {
            *("sheet.csv", "sheet.xlsx", "sheet.html", "originals.csv", "instructions.md")
        }
        rows = list(csv.DictReader(io.StringIO((place / "sheet.csv").read_text("utf-8-sig"))))
        assert list(rows[0]) == ["item", "cluster", "number", "sentence", "acceptable"]
        assert [row["cluster"] for row in rows] == ["s0001"] * 3 + ["s0002"] * 2
        orders.add(tuple(row["sentence"] for row in rows))
    assert len(orders) > 1
    assert any("'=He left again." in order for order in orders)
    originals = (folder / "judge-01" / "originals.csv").read_text("utf-8-sig")
    assert "A boat sank." in originals
    sheet = load_workbook(folder / "judge-01" / "sheet.xlsx")["sheet"]
    (choice,) = sheet.data_validations.dataValidation
    assert choice.formula1 == '"yes,no"'
    page = (folder / "judge-01" / "sheet.html").read_text("utf-8")
    assert '"column":"acceptable"' in page.replace(": ", ":")
    assert "<title>judging, judge-01: rewordings to judge</title>" in page
    assert "whether it is a paraphrase of the original" in page


def test_answers_come_back_and_disagreements_go_out_again(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    one = filled(folder, "judge-01", lambda text: "no" if "gravy" in text else "yes")
    two = filled(folder, "judge-02", lambda text: 1 if "gravy" in text or "went" in text else 2)
    report = score_study(RewordingStudy(folder), [one, two], apart=1)
    assert (report.returned.problems, report.exit_code, report.results.facts) == ((), 0, {"disagreements": 1})
    assert all(path.read_bytes().startswith(BOM_UTF8) for path in (folder / "scores").glob("*.csv"))
    rows = table_of(folder, "table2")
    assert [(row["system"], row["rank"], row["accepted"], row["items"]) for row in rows] == [
        ("pr", "2", "2", "2"),
        ("pr", "1", "1", "2"),
        ("wn", "1", "0", "1"),
    ]
    assert [row["agreement_percent"] for row in table_of(folder, "agreement")] == ["80.0", "80.0"]
    assert {(row["system"], row["rank"]): row["mean_distance"] for row in table_of(folder, "distances")} == {
        ("pr", "1"): "2.0",
        ("pr", "2"): "2.0",
        ("wn", "1"): "1.0",
    }

    again = [filled(folder / "second-pass", f"judge-0{n}", lambda _: "Yes") for n in (1, 2)]
    assert "went" in again[0].read_text("utf-8")
    assert len(again[0].read_text("utf-8").splitlines()) == 2
    report = score_study(RewordingStudy(folder), [one, two], again, apart=1)
    assert report.results.facts == {"disagreements": 0}
    assert table_of(folder, "table2")[0]["accepted"] == "2"
    went = [row for row in table_of(folder, "judgements") if "went" in row["sentence"]]
    assert [(row["judge"], row["version"], row["acceptable"]) for row in went] == [
        ("judge-01", "pr", "yes"),
        ("judge-02", "pr", "yes"),
    ]
    assert [row["agreement_percent"] for row in table_of(folder, "agreement")] == ["80.0", "100.0"]


def test_a_sheet_that_comes_after_the_second_pass_was_dealt_changes_nothing_of_it(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(seed=3))
    one = filled(folder, "judge-01", lambda _: "yes")
    two = filled(folder, "judge-02", lambda text: "no" if "went" in text or "left" in text else "", "two.csv")
    assert score_study(RewordingStudy(folder), [one, two], apart=1).results.facts == {"disagreements": 2}
    late = filled(
        folder, "judge-02", lambda text: "" if "went" in text or "left" in text else "no", "late.csv"
    )
    again = []
    for judge in ("judge-01", "judge-02"):
        sheet = filled(folder / "second-pass", judge, lambda _: "yes")
        # Only the items and their numbers tell the judge.
        again.append(sheet.rename(tmp_path / f"{len(again)}.csv"))
    report = score_study(RewordingStudy(folder), [one, two, late], again, apart=1)
    assert (report.returned.problems, report.results.facts) == ((), {"disagreements": 3})


def test_a_second_pass_whose_record_is_damaged_is_refused_with_its_name(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    sheets = [filled(folder, f"judge-0{n}", lambda _, n=n: "yes" if n == 1 else "no") for n in (1, 2)]
    score_study(RewordingStudy(folder), sheets, apart=1)
    (folder / "second-pass" / "sheets.json").write_text('{"loads": {"judge-01": ["unknown"]}}', "utf-8")
    with pytest.raises(FormatError, match=r"second-pass/sheets\.json: not a record of dealt sheets"):
        score_study(RewordingStudy(folder), sheets, [folder / "second-pass"], apart=1)


def test_qualities_make_table_3(sources, tmp_path):
    folder = tmp_path / "qualities"
    deal_study(
        RewordingStudy(folder, sources), RewordingSheetOptions("qualities", judges=1, ranks=1, sentences=1)
    )
    sheet = filled(folder, "judge-01", lambda text: "yes" if "gravy" in text else "no", column="info_added")
    score_study(RewordingStudy(folder), [sheet], apart=1)
    rows = {row["quality"]: row for row in table_of(folder, "table3")}
    assert rows["Info added"]["wn_percent"] == "100.0"
    assert rows["Info added"]["pr_percent"] == "0.0"
    assert rows["Rearrangement"]["pr_items"] == "0"


def test_what_does_not_count_is_told(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    odd = filled(folder, "judge-01", lambda text: "maybe" if "went" in text else 3 if "gravy" in text else 2)
    report = score_study(RewordingStudy(folder), [odd], apart=1)
    problems = report.returned.problems
    assert sorted(problem.kind for problem in problems) == ["missing", "not a score", "out of range"]
    assert any("none of yes, no" in problem.message for problem in problems)
    assert "no sheet of judge-02 came back (5 rewordings)" in {problem.message for problem in problems}
    assert report.exit_code == 1
    assert [row["kind"] for row in table_of(folder, "problems")] == [problem.kind for problem in problems]
    before = (folder / "scores" / "table2.csv").read_bytes()
    empty = filled(folder, "judge-02", lambda _: "")
    report = score_study(RewordingStudy(folder), [empty], apart=1)
    assert (report.results, report.exit_code) == (None, 2)
    assert (folder / "scores" / "table2.csv").read_bytes() == before
    with pytest.raises(OptionError, match="no second pass was dealt"):
        score_study(RewordingStudy(folder), [odd], [odd], apart=1)
    with pytest.raises(
        JudgeError, match=r"sheets-key\.csv is absent: deal the sheets first \(orchestrator reword deal\)"
    ):
        score_study(RewordingStudy(tmp_path), [odd], apart=1)
    (folder / "ratings.json").write_text("{}", "utf-8")
    with pytest.raises(FormatError, match=r"ratings\.json: not a record of dealt sheets"):
        score_study(RewordingStudy(folder), [odd], apart=1)


def test_the_scores_have_the_tables_and_the_record_of_every_study(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    sheets = [filled(folder, f"judge-0{number}", lambda _: "yes") for number in (1, 2)]
    score_study(RewordingStudy(folder), sheets, apart=1)
    tables = ("table2", "agreement", "distances", "judges")
    assert {path.name for path in (folder / "scores").iterdir()} == {
        *table_file_names(*tables),
        *("judgements.csv", "problems.csv", "scores.json"),
    }
    assert [(row["judge"], row["scored"]) for row in table_of(folder, "judges")] == [
        ("judge-01", "5"),
        ("judge-02", "5"),
    ]
    record = json.loads((folder / "scores" / "scores.json").read_text("utf-8"))
    assert (record["kind"], record["judgements"], record["problems"]) == ("acceptability", 10, 0)
    assert [sheet["file"] for sheet in record["sheets"]] == list(map(str, sheets))


def test_an_answer_that_a_judge_gives_twice_counts_only_if_both_are_the_same(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(judges=1))
    one = filled(folder, "judge-01", lambda _: "yes", "one.csv")
    two = filled(folder, "judge-01", lambda text: "no" if "went" in text else "yes", "two.csv")
    report = score_study(RewordingStudy(folder), [one, two], apart=1)
    assert {problem.kind for problem in report.returned.problems} == {"judged twice"}
    assert len(table_of(folder, "judgements")) == 4


def test_force_replaces_the_sheets_and_leaves_none_of_the_former_ones(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(judges=3))
    sheets = [filled(folder, f"judge-0{n}", lambda _, n=n: "yes" if n == 1 else "no") for n in (1, 2, 3)]
    score_study(RewordingStudy(folder), sheets, apart=1)
    assert (folder / "second-pass").is_dir()
    (folder / "notes.txt").write_text("ours", "utf-8")
    deal_study(RewordingStudy(folder, sources[:1]), RewordingSheetOptions("qualities", seed=1), force=True)
    assert {path.name for path in folder.iterdir()} == {
        *("judge-01", "judge-02", "sheets-key.csv", "ratings.json", "scores", "notes.txt")
    }
    assert "info_added" in (folder / "judge-01" / "sheet.csv").read_text("utf-8-sig")
    sheets = [filled(folder, f"judge-0{n}", lambda _: "yes", column="info_added") for n in (1, 2)]
    score_study(RewordingStudy(folder), sheets, apart=1)
    assert not (folder / "scores" / "table2.csv").exists()


def test_force_touches_no_folder_without_sheets_and_no_files_of_others(sources, tmp_path):
    folder = tmp_path / "judging"
    (folder / "judge-tool").mkdir(parents=True)
    with pytest.raises(JudgeError, match="holds no sheets of rewordings: name a new folder"):
        deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(), force=True)
    (folder / "judge-tool").rmdir()
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    (folder / "judge-tool").mkdir()
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(judges=1), force=True)
    assert {path.name for path in folder.iterdir()} == {
        *("judge-01", "judge-tool", "sheets-key.csv", "ratings.json")
    }


def test_sheets_may_be_filled_in_where_they_were_dealt(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    filled(folder, "judge-01", lambda _: "yes")
    filled(folder, "judge-02", lambda text: "no" if "went" in text else "yes")
    assert score_study(RewordingStudy(folder), [folder], apart=1).exit_code == 0
    for judge in ("judge-01", "judge-02"):
        filled(folder / "second-pass", judge, lambda _: "yes")
    report = score_study(RewordingStudy(folder), [folder], [folder / "second-pass"], apart=1)
    assert (report.exit_code, report.results.facts) == (0, {"disagreements": 0})
    assert {row["acceptable"] for row in table_of(folder, "judgements")} == {"yes"}


def test_an_interrupt_while_sheets_are_replaced_leaves_the_former_ones(sources, tmp_path, monkeypatch):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(judges=3))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    rename, done = Path.rename, []

    def interrupted(path, target):
        done.append(path)
        renamed = rename(path, target)
        if len(done) == stop:
            raise KeyboardInterrupt
        return renamed

    # A former judge is removed; key, record and two judges make room and are renamed.
    for stop in range(1, 10):
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", interrupted)
            with pytest.raises(KeyboardInterrupt):
                deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(seed=stop), force=True)
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_the_command_prints_tables_and_says_what_is_missing_and_where_to_go_on(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    one = filled(folder, "judge-01", lambda _: "yes")
    two = filled(folder, "judge-02", lambda text: "" if "gravy" in text else "no")
    done = CliRunner().invoke(cli, ["reword", "score", str(folder), str(one), str(two)])
    assert done.exit_code == 1
    assert "Human acceptability judgments." in done.stdout
    assert "4 items on which judges disagree" in done.stdout
    assert "missing: " in done.stderr
    assert f"1 problem (missing 1); all in {folder / 'scores' / 'problems.csv'}" in done.stderr
    done = CliRunner().invoke(cli, ["reword", "score", str(folder), str(one), "--json"])
    assert list(json.loads(done.stdout)) == ["table2", "agreement", "distances"]
    (tmp_path / "empty.csv").write_text("item,acceptable\n", "utf-8")
    done = CliRunner().invoke(cli, ["reword", "score", str(folder), str(tmp_path / "empty.csv")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "nothing can be scored, and nothing was written" in done.stderr


def test_lines_that_are_no_rewordings_are_told_and_sheets_are_never_overwritten(sources, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"sentence": "a"}\n[]\n' + json.dumps(WN[0]) + "\nx\n", "utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_rewordings([bad])
    assert [error.line for error in caught.value.errors] == [1, 2, 4]
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    with pytest.raises(JudgeError, match="already exists"):
        deal_study(RewordingStudy(folder, sources), RewordingSheetOptions())
    empty = tmp_path / "empty.jsonl"
    empty.write_text(json.dumps(PR[2]) + "\n", "utf-8")
    with pytest.raises(JudgeError, match="no rewording to judge"):
        deal_study(RewordingStudy(tmp_path / "other", [empty]), RewordingSheetOptions())
    assert not (tmp_path / "other").exists()


def test_answers_on_the_server_count_and_those_of_a_second_pass_are_files(sources, tmp_path):
    folder = tmp_path / "judging"
    deal_study(RewordingStudy(folder, sources), RewordingSheetOptions(judges=2))
    serve_dealt(folder, REWORDING_FILES)
    study = ServedStudy(folder / "served")
    for judge, answer in (("judge-01", 2), ("judge-02", 1)):
        items = [row[0] for row in study.sheet(judge).content()["items"]]
        study.sheet(judge).save([(item, 0, answer, 1) for item in items])
    report = score_study(RewordingStudy(folder), [], apart=1)
    assert report.exit_code == 0
    assert len(report.returned.judgements) == 10
    second = [filled(folder / "second-pass", judge, lambda _: "yes") for judge in ("judge-01", "judge-02")]
    assert report.results.facts["disagreements"] == 5
    assert score_study(RewordingStudy(folder), [], apart=1).results.facts["disagreements"] == 5
    assert score_study(RewordingStudy(folder), [], second, apart=1).results.facts["disagreements"] == 0


def test_a_second_pass_is_served_and_its_answers_replace_the_first_ones(sources, tmp_path):
    folder = tmp_path / "judging"
    deal = ["reword", "deal", *map(str, sources), "-o", str(folder), "--serve"]
    links = CliRunner().invoke(cli, deal).output
    assert (
        len(re.findall(r"^judge-0\d: http://127.0.0.1:8080/judge/judging/served/[0-9a-f]{32}$", links, re.M))
        == 2
    )

    def answer(files, answers):
        study = ServedStudy(folder / files.served)
        for judge, given in zip(study.judges, answers, strict=True):
            items = [row[0] for row in study.sheet(judge).content()["items"]]
            study.sheet(judge).save([(item, 0, given, 1) for item in items])

    answer(REWORDING_FILES, (2, 1))
    score = ["reword", "score", str(folder), "--serve"]
    links = CliRunner().invoke(cli, score).output
    assert (
        len(re.findall(r"^judge-0\d: \S+/judge/judging/second-pass/served/[0-9a-f]{32}$", links, re.M)) == 2
    )
    answer(REWORDING_FILES.again, (2, 2))
    again = CliRunner().invoke(cli, score)
    assert again.exit_code == 0
    assert "http" not in again.output
    assert json.loads((folder / "scores" / "scores.json").read_text())["disagreements"] == 0
