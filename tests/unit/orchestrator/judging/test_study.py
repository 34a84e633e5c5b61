"""From returned files to a folder of tables and figures."""

import csv
import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.io.tables import table_file_names
from orchestrator.judging.sentence_study import SCORE_FILES, SentenceStudy
from orchestrator.judging.served import ServedStudy, serve_dealt
from orchestrator.judging.study import deal_study, score_study
from orchestrator.judging.summary import link_lines, problem_lines
from paralattice.errors import FormatError, JudgeError, OptionError
from paralattice.judging.sheets.assignment import SheetOptions
from paralattice.run_options import Options
from support.results import record_of, write_records

VERSIONS = ("V1", "V3", "V4")
JUDGES = ("judge-01", "judge-02", "judge-03")


def make_run(folder, clusters, versions=VERSIONS):
    """Write what dealing and scoring read of a run: ``clusters`` maps a name to its split."""
    folder.mkdir()
    record = {
        "id": "run-1",
        "signature": {"options": Options(versions=versions).to_dict()},
        "versions": list(versions),
    }
    rows = [f"{name},{split},{size}\n" for size, (name, split) in enumerate(clusters.items(), 5)]
    (folder / "clusters.csv").write_text("cluster,split,sentences\n" + "".join(rows), encoding="utf-8")
    (folder / "run.json").write_text(json.dumps(record), encoding="utf-8")
    for name in clusters:
        write_records(folder, name, [version_record(name, version) for version in versions])
    return folder


def version_record(name, version, word=""):
    samples = [([name, version, f"{word}{draw}"], {"novel", "chosen"}) for draw in range(4)]
    return record_of(name, version, [[name, "sank"]], samples)


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def fill(run, judge, rule, target=None, rows=None, folder="sheets"):
    """Fill in a judge's sheet: ``rule`` maps an item's key to its scores."""
    key = {row["item"]: row for row in read_csv(run / "sheets-key.csv")}
    sheet = run / folder / judge / "sheet.csv"
    filled = read_csv(sheet)
    for row in filled[:rows]:
        scores = zip([*row][-len(rule(key[row["item"]])) :], rule(key[row["item"]]), strict=True)
        row.update(scores)
    target = target or sheet
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, filled[0].keys())
        writer.writeheader()
        writer.writerows(filled)
    return target


def by_version(entry):
    draw = int(entry["draw"])
    return (4, 3 + draw % 2) if entry["version"] == "V4" else (2 + draw % 2, 2)


@pytest.fixture
def run(tmp_path):
    folder = make_run(tmp_path / "run", {"ferry": "train", "bridge": "test", "mayor": "test"})
    deal_study(SentenceStudy(folder), SheetOptions(judges=2))
    return folder


def names(folder):
    return {path.name for path in folder.iterdir()}


def test_sheets_filled_in_where_they_were_dealt_give_every_file(run):
    for judge in ("judge-01", "judge-02"):
        fill(run, judge, by_version)
    report = score_study(SentenceStudy(run), [run / "sheets"])
    assert (report.exit_code, report.returned.problems) == (0, ())
    others = {"judges.csv", "judges.md", "judges.tex", "judgements.csv", "problems.csv", "scores.json"}
    told = table_file_names("informativeness", "passes")
    assert names(run / "scores") == (SCORE_FILES - told) | others


def test_sheets_with_one_sentence_a_cluster_ask_how_well_it_tells_the_event(tmp_path):
    run = make_run(tmp_path / "run", {"bridge": "test", "mayor": "test"}, ("V6", "one", "boudin"))
    deal_study(SentenceStudy(run), SheetOptions(judges=2))
    assert "Does it report the event?" in (run / "sheets" / "judge-01" / "instructions.md").read_text("utf-8")
    for judge in ("judge-01", "judge-02"):
        fill(run, judge, lambda entry: (4, 4, 3 + (entry["version"] == "one")))
    report = score_study(SentenceStudy(run), [run / "sheets"])
    assert report.returned.problems == ()
    rows = {row["cluster"]: row for row in read_csv(run / "scores" / "informativeness.csv")}
    assert (rows["Overall"]["V6"], rows["Overall"]["one"], rows["bridge"]["one"]) == ("3.0", "4.0", "4.0")
    assert {row["informativeness"] for row in read_csv(run / "scores" / "judgements.csv")} == {"3", "4"}


def disagreeing(entry):
    """Return scores that differ by two, or by one, from the highest in some draws."""
    return {0: (2, 4), 1: (3, 3)}.get(int(entry["draw"]), (4, 4))


def judged_apart(run, rule=disagreeing):
    fill(run, "judge-01", lambda _: (4, 4))
    fill(run, "judge-02", rule)
    return [run / "sheets"]


def test_items_with_scores_far_apart_are_dealt_again_to_the_judges_who_had_them(tmp_path):
    run = make_run(tmp_path / "run", {"ferry": "train", "bridge": "test", "mayor": "test"})
    deal_study(SentenceStudy(run), SheetOptions(judges=3, per_cluster=2))
    key = {row["item"]: row for row in read_csv(run / "sheets-key.csv")}
    fill(run, "judge-01", lambda _: (4, 4))
    for judge in ("judge-02", "judge-03"):
        fill(run, judge, disagreeing)
    assert score_study(SentenceStudy(run), [run / "sheets"]).waiting == 0
    assert not (run / "second-pass").exists()
    report = score_study(SentenceStudy(run), [run / "sheets"], apart=2)
    first = {
        judge: {row["item"] for row in read_csv(run / "sheets" / judge / "sheet.csv")} for judge in JUDGES
    }
    others = first["judge-02"] | first["judge-03"]
    expected = {item for item in first["judge-01"] & others if key[item]["draw"] == "0"}
    assert len(expected) == report.waiting > 0
    for judge in JUDGES:
        sheet = run / "second-pass" / judge / "sheet.csv"
        again = {row["item"] for row in read_csv(sheet)} if sheet.exists() else set()
        assert again == expected & first[judge]
    originals = read_csv(run / "second-pass" / "judge-01" / "originals.csv")
    assert originals == read_csv(run / "sheets" / "judge-01" / "originals.csv")


def test_a_difference_of_one_may_be_a_disagreement_too(run):
    assert score_study(SentenceStudy(run), judged_apart(run), apart=1).waiting == 18
    shutil.rmtree(run / "second-pass")
    assert score_study(SentenceStudy(run), [run / "sheets"], apart=2).waiting == 9
    shutil.rmtree(run / "second-pass")
    assert score_study(SentenceStudy(run), [run / "sheets"], apart=3).waiting == 0


def test_scores_of_the_second_pass_replace_the_first_and_both_agreements_are_reported(run):
    score_study(SentenceStudy(run), judged_apart(run), apart=2)
    former = read_csv(run / "scores" / "judgements.csv")
    assert not (run / "scores" / "passes.csv").exists()
    for judge in ("judge-01", "judge-02"):
        fill(run, judge, lambda _: (3, 3), folder="second-pass")
    report = score_study(SentenceStudy(run), [run / "sheets"], [run / "second-pass"])
    assert (report.exit_code, report.waiting) == (0, 0)
    again = {row["item"] for row in read_csv(run / "second-pass" / "judge-01" / "sheet.csv")}
    for row, was in zip(read_csv(run / "scores" / "judgements.csv"), former, strict=True):
        scores = (row["grammaticality"], row["fidelity"])
        assert scores == (("3", "3") if row["item"] in again else (was["grammaticality"], was["fidelity"]))
    rows = read_csv(run / "scores" / "passes.csv")
    assert [(row["question"], row["pass"], row["agreed"]) for row in rows] == [
        ("grammaticality", "first", "18"),
        ("grammaticality", "final", "27"),
        ("fidelity", "first", "27"),
        ("fidelity", "final", "27"),
    ]
    score_study(SentenceStudy(run), [run / "sheets"])
    assert not (run / "scores" / "passes.csv").exists()


def test_sheets_dealt_again_from_the_start_have_no_second_pass(run):
    score_study(SentenceStudy(run), judged_apart(run), apart=2)
    deal_study(SentenceStudy(run), SheetOptions(judges=2), force=True)
    assert not (run / "second-pass").exists()
    with pytest.raises(OptionError, match="no second pass was dealt"):
        score_study(SentenceStudy(run), judged_apart(run), [run / "sheets"])


def test_the_command_deals_a_second_pass_of_sentences_serves_it_and_counts_its_scores(run):
    judged_apart(run)
    command = ["judge", "score", str(run), str(run / "sheets"), "--deal-again", "--serve"]
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    assert "9 items on which judges disagree: their sheets of a second pass are in" in done.output
    link = r"^judge-0\d: \S+/judge/run/second-pass/served/[0-9a-f]{32}$"
    assert len(re.findall(link, done.output, re.M)) == 2
    study = ServedStudy(run / "second-pass" / "served")
    for judge in study.judges:
        items = [row[0] for row in study.sheet(judge).content()["items"]]
        study.sheet(judge).save([(item, scale, 3, 1) for item in items for scale in (0, 1)])
    done = CliRunner().invoke(cli, command)
    assert (done.exit_code, "http" in done.output) == (0, False)
    assert "Agreement between judges." in done.output
    assert "passes.csv" in names(run / "scores")


def test_a_table_too_long_for_the_terminal_is_left_to_its_file(run, monkeypatch):
    monkeypatch.setattr("orchestrator.judging.summary._ROWS_SHOWN", 4)
    command = ["judge", "score", str(run), *map(str, judged_apart(run))]
    lines = CliRunner().invoke(cli, command, env={"COLUMNS": "200"}).output.splitlines()
    assert f"12 rows in {run / 'scores' / 'ttests.csv'}" in lines
    assert lines[lines.index("Average grammaticality scores on testing clusters.") + 1].startswith("Cluster")


def test_the_numbers_in_the_files_are_those_of_the_rule(run):
    for judge in ("judge-01", "judge-02"):
        fill(run, judge, by_version)
    score_study(SentenceStudy(run), [run / "sheets"])
    rows = {row["cluster"]: row for row in read_csv(run / "scores" / "table4.csv")}
    assert list(rows) == ["bridge", "mayor", "Overall"]
    assert [rows["mayor"][name] for name in ("V1", "V3", "V4", "V4_n")] == ["2.5", "2.5", "4.0", "8"]
    assert read_csv(run / "scores" / "table5.csv")[0]["V4"] == "3.5"
    assert len(read_csv(run / "scores" / "judgements.csv")) == 2 * 3 * 3 * 4
    gains = read_csv(run / "scores" / "gains.csv")
    assert {(row["clusters"], row["best"], row["gain_percent"]) for row in gains} == {
        ("training", "V4", "60.0"),
        ("testing", "V4", "60.0"),
        ("training", "V4", "75.0"),
        ("testing", "V4", "75.0"),
    }


def test_files_of_any_name_and_place_score_the_same(run, tmp_path):
    one = fill(run, "judge-01", by_version, tmp_path / "back" / "ada.csv")
    two = fill(run, "judge-02", by_version, tmp_path / "back" / "deep" / "bob.CSV")
    by_folder = score_study(SentenceStudy(run), [tmp_path / "back"])
    tables = {path.name: path.read_bytes() for path in (run / "scores").iterdir()}
    by_file = score_study(SentenceStudy(run), [two, one, tmp_path / "back"])
    assert by_folder.returned.judgements == by_file.returned.judgements
    assert by_file.exit_code == 0
    assert {path.name: path.read_bytes() for path in (run / "scores").iterdir()} == tables


def test_half_a_sheet_is_scored_and_the_rest_reported(run, tmp_path):
    half = fill(run, "judge-01", by_version, tmp_path / "half.csv", rows=10)
    report = score_study(SentenceStudy(run), [half])
    assert report.exit_code == 1
    assert len(report.returned.judgements) == 10
    assert report.returned.problem_counts() == {"missing": 36 - 10 + 1}
    judges = read_csv(run / "scores" / "judges.csv")
    assert [(row["scored"], row["missing"], row["returned"]) for row in judges] == [
        ("10", "26", "yes"),
        ("0", "36", "no"),
    ]
    problems = read_csv(run / "scores" / "problems.csv")
    assert {row["kind"] for row in problems} == {"missing"}
    assert problems[0]["file"] == str(half)
    assert problems[0]["line"] == "12"


def test_what_an_earlier_scoring_wrote_does_not_stay_and_what_others_wrote_does(run):
    for judge in ("judge-01", "judge-02"):
        fill(run, judge, by_version)
    score_study(SentenceStudy(run), [run / "sheets"])
    (run / "scores" / "notes.txt").write_text("mine")
    rows = [row for row in read_csv(run / "sheets" / "judge-01" / "sheet.csv") if row["cluster"] == "ferry"]
    target = run / "train.csv"
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    score_study(SentenceStudy(run), [target])
    left = names(run / "scores")
    assert {"table3.csv", "notes.txt"} <= left
    assert not {"table4.csv", "table6.tex", "figure5.svg", "agreement.md"} & left


def test_where_nothing_can_be_scored_nothing_is_written(run):
    report = score_study(SentenceStudy(run), [run / "sheets"])
    assert report.exit_code == 2
    assert not (run / "scores").exists()
    lines = list(problem_lines(report))
    # Of two judges, each with an empty table and an empty workbook.
    assert lines[-1] == "4 problems (missing 4)"
    assert "holds no valid score" in lines[0]


def test_a_sheet_of_another_run_with_the_same_seed_is_refused(run, tmp_path):
    other = make_run(tmp_path / "other", {"ferry": "train", "bridge": "test", "mayor": "test"})
    for name in ("ferry", "bridge", "mayor"):
        write_records(other, name, [version_record(name, version, "indeed ") for version in VERSIONS])
    deal_study(SentenceStudy(other), SheetOptions(judges=2))
    back = fill(other, "judge-01", by_version)
    report = score_study(SentenceStudy(run), [back])
    assert report.exit_code == 2
    assert report.returned.problem_counts() == {"other run": 1, "missing": 2}


def test_the_terminal_shows_grave_problems_first_and_counts_all(run, tmp_path):
    (tmp_path / "empty.csv").write_text("")
    half = fill(run, "judge-01", lambda _: (3, 9), tmp_path / "z.csv", rows=30)
    lines = list(problem_lines(score_study(SentenceStudy(run), [half, tmp_path / "empty.csv"])))
    assert lines[0].startswith("unreadable file: ")
    assert lines[1].startswith("out of range: ")
    assert lines[20:] == [
        "... and 18 more",
        "38 problems (unreadable file 1, out of range 30, missing 7); all in "
        + str(run / "scores" / "problems.csv"),
    ]


def test_the_record_tells_which_files_were_read(run, tmp_path):
    half = fill(run, "judge-01", by_version, tmp_path / "half.csv", rows=10)
    score_study(SentenceStudy(run), [half])
    record = json.loads((run / "scores" / "scores.json").read_text("utf-8"))
    assert record["run"] == "run-1"
    assert [Path(sheet["file"]).name for sheet in record["sheets"]] == ["half.csv"]
    assert len(record["sheets"][0]["sha256"]) == 64


def test_a_folder_without_sheets_is_refused(run, tmp_path):
    (tmp_path / "nothing").mkdir()
    (tmp_path / "nothing" / "letter.pdf").write_bytes(b"%PDF")
    (tmp_path / "nothing" / "~$sheet.xlsx").write_bytes(b"lock")
    with pytest.raises(JudgeError, match="no sheet to read"):
        score_study(SentenceStudy(run), [tmp_path / "nothing"])


@pytest.mark.parametrize("name", ["sheets-key.csv", "sheets.json"])
def test_a_run_whose_sheets_were_never_dealt_is_refused(run, name):
    (run / name).unlink()
    with pytest.raises(JudgeError, match="deal the sheets first"):
        score_study(SentenceStudy(run), [run / "sheets"])


def test_a_run_whose_record_is_gone_is_refused_by_score(run):
    (run / "run.json").unlink()
    with pytest.raises(FormatError, match=r"run\.json: there is no such file"):
        score_study(SentenceStudy(run), [run / "sheets"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.json", "{}"),
        ("run.json", '{"versions": ["V9"]}'),
        ("run.json", '{"versions": ["V1"]}'),
        ("clusters.csv", "cluster,split\na,test\n"),
        ("sheets.json", '{"loads": [{}]}'),
        ("sheets.json", "{"),
        ("sheets-key.csv", "item\n"),
    ],
)
def test_damaged_records_of_a_run_are_refused_with_their_name(run, name, text):
    (run / name).write_text(text)
    with pytest.raises(FormatError) as caught:
        score_study(SentenceStudy(run), [run / "sheets"])
    assert Path(caught.value.file).name in (name, "sheets-key.csv")


def test_the_documentation_names_every_file_and_column_of_the_scores(run):
    score_study(SentenceStudy(run), judged_apart(run), apart=2)
    for judge in ("judge-01", "judge-02"):
        fill(run, judge, by_version, folder="second-pass")
    score_study(SentenceStudy(run), [run / "sheets"], [run / "second-pass"])
    text = (Path(__file__).resolve().parents[4] / "docs" / "formats.md").read_text("utf-8")
    for path in (run / "scores").iterdir():
        assert path.stem in text
        if path.suffix == ".csv":
            header = path.read_text("utf-8-sig").splitlines()[0].split(",")
            assert [name for name in header if f"`{name}`" not in text and name[:2] not in VERSIONS] == []


def give(run, judge, count, score=3):
    """Save both scores of a judge's first items on the server."""
    sheet = ServedStudy(run / "served").sheet(judge)
    items = [row[0] for row in sheet.content()["items"][:count]]
    sheet.save([(item, scale, score, 1 + scale) for item in items for scale in (0, 1)])
    return items


@pytest.fixture
def served_run(run):
    serve_dealt(run, SentenceStudy.files)
    return run


def test_scores_on_the_server_are_scored_like_returned_sheets(served_run):
    with pytest.raises(JudgeError, match="no judge has given a score yet"):
        score_study(SentenceStudy(served_run), [])
    items = give(served_run, "judge-01", 5)
    report = score_study(SentenceStudy(served_run), [])
    assert {one.item for one in report.returned.judgements} == set(items)
    assert {one.judge for one in report.returned.judgements} == {"judge-01"}
    assert all(set(one.scores.values()) == {3} for one in report.returned.judgements)
    assert {problem.kind for problem in report.returned.problems} == {"missing"}


def test_scores_on_the_server_and_returned_sheets_mix(served_run, tmp_path):
    give(served_run, "judge-01", 5)
    returned = [fill(served_run, "judge-02", by_version, tmp_path / "returned" / "judge-02.csv")]
    report = score_study(SentenceStudy(served_run), returned)
    counts = {one.judge: one.scored for one in report.returned.judges}
    assert counts["judge-01"] == 5
    assert counts["judge-02"] == report.returned.judges[1].dealt
    # The same score on the server and in a file counts once, another one not at all; both are reported.
    same = fill(served_run, "judge-01", lambda _: (3, 3), tmp_path / "returned" / "judge-01.csv", rows=5)
    report = score_study(SentenceStudy(served_run), [same])
    assert len([one for one in report.returned.judgements if one.judge == "judge-01"]) == 5
    assert report.returned.problem_counts()["judged twice"] == 10


def test_sheets_that_no_server_shows_must_be_named(run):
    with pytest.raises(JudgeError, match="dealt without --serve"):
        score_study(SentenceStudy(run), [])


def test_sheets_dealt_again_have_neither_the_former_links_nor_the_former_scores(served_run):
    give(served_run, "judge-01", 5)
    dealt = ServedStudy(served_run / "served").dealt
    deal_study(SentenceStudy(served_run), SheetOptions(judges=2), force=True)
    assert not (served_run / "served").exists()
    tokens = serve_dealt(served_run, SentenceStudy.files)
    study = ServedStudy(served_run / "served")
    assert study.dealt != dealt
    assert study.returned() == {}
    assert [study.judge_of(token) for token in tokens.values()] == ["judge-01", "judge-02"]


def test_each_judge_gets_one_line_with_a_link(tmp_path):
    tokens = {"judge-01": "a" * 32, "judge-02": "b" * 32}
    url = "https://judging.example"
    lines = list(link_lines(tmp_path / "a run", SentenceStudy.files, tokens, f"{url}/"))
    links = [f"{judge}: {url}/judge/a%20run/served/{token}" for judge, token in tokens.items()]
    assert [line for line in lines if "https" in line] == links
