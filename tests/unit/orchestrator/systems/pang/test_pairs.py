"""Tables and sheets of paraphrase pairs, from the folder of a run."""

import csv
import json

import openpyxl
import pytest

from orchestrator.judging.pair_score import score_pairs
from orchestrator.judging.pair_sheets import PairSheetOptions, pair_sheet_lines, write_pair_sheets
from orchestrator.runs.folder import RunError
from orchestrator.runs.folder.files import read_lattice
from orchestrator.systems.pang.pairs import pair_lines, write_pair_tables
from paralattice.errors import FormatError, JudgeError, OptionError, ProblemsError
from paralattice.lattice import extract_pairs
from paralattice.lattice.options import PairOptions
from paralattice.lattice.pairs import PAIR_COLUMNS
from support.runs import make_run

CLUSTERS = {
    "ferry": ["the last ferry left the pier", "the last boat left the pier", "the last boat sailed"],
    "lake": ["a boat left the lake", "a ferry left the lake", "a ferry sailed over the lake"],
    "note": ["the last note came", "The final note came", "the final note , at last , came"],
}
VERSIONS = ("V1", "V2")


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", CLUSTERS, VERSIONS)


def extractions(run, version, options):
    return [
        (name, extract_pairs(read_lattice(run / version / name / "lattice.json"), options))
        for name in CLUSTERS
    ]


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def counted_pairs(found):
    """Return each pair with its contexts by cluster: pairs of most clusters first, composed ones last."""
    contexts = {}
    for name, extraction in found:
        for pair, context in extraction.pairs.items():
            contexts.setdefault(pair, {})[name] = context
    return sorted(contexts.items(), key=lambda entry: (-len(entry[1]), is_composed(entry[1]), entry[0]))


def is_composed(contexts):
    return all(context.composed for context in contexts.values())


def table_text(counted):
    """Return the text of ``paraphrases.tsv``."""
    lines = [PAIR_COLUMNS]
    for pair, contexts in counted:
        about = (*map(" ".join, pair), str(len(contexts)), "yes" if is_composed(contexts) else "no")
        for name, context in contexts.items():
            around = (" ".join(context.left), " ".join(context.right))
            lines.append((*about, name, str(context.places), *around))
    return "".join("\t".join(line) + "\n" for line in lines)


@pytest.mark.parametrize("options", [PairOptions(), PairOptions(longest=2, composed=False)])
def test_the_tables_have_the_pairs_of_all_clusters(run, options):
    report = write_pair_tables(run, "V1", options)
    found = extractions(run, "V1", options)
    counted = counted_pairs(found)
    reliable = [(pair, contexts) for pair, contexts in counted if len(contexts) > 1]
    assert report.table.read_text("utf-8") == table_text(counted)
    assert report.reliable_table.read_text("utf-8") == table_text(reliable)
    assert (report.table.name, report.reliable_table.name) == (
        "paraphrases-V1.tsv",
        "paraphrases-V1-reliable.tsv",
    )
    assert report.pairs == len(counted) > 1
    assert report.reliable == len(reliable) > 0
    assert report.lexical == sum(len(pair.first) == len(pair.second) == 1 for pair, _ in counted)
    assert report.composed == sum(is_composed(contexts) for _, contexts in counted)
    assert (report.unread, report.too_long) == (
        sum(extraction.unread for _, extraction in found),
        sum(extraction.too_long for _, extraction in found),
    )
    record = json.loads(report.table.with_suffix(".json").read_text("utf-8"))
    assert record["options"]["longest"] == options.longest
    assert record["pairs"] == report.pairs


def test_what_is_left_out_is_said(run):
    report = write_pair_tables(run, "V1", PairOptions(paths=2))
    assert report.unread
    assert list(pair_lines(report))[-1].startswith(f"left out: {report.unread} paths")


def test_a_failed_cluster_is_left_out(run):
    for path in (run / "V1" / "lake").iterdir():
        path.unlink()
    assert write_pair_tables(run, "V1").clusters == 2


def test_a_damaged_lattice_is_named(run):
    (run / "V1" / "lake" / "lattice.json").write_text("{")
    with pytest.raises(ProblemsError, match=r"lake/lattice.json: not JSON"):
        write_pair_tables(run, "V1")
    assert not (run / "paraphrases-V1.tsv").exists()


def test_a_version_that_the_run_has_not_is_refused(run):
    with pytest.raises(RunError, match="has no version 'pang', but V1, V2"):
        write_pair_tables(run)


def test_a_folder_that_is_no_runs_is_refused(tmp_path):
    with pytest.raises(FormatError, match="the folder is no run's"):
        write_pair_tables(tmp_path)


@pytest.fixture
def dealt(run):
    """Write the tables of both versions; return what deals pairs."""
    for version in VERSIONS:
        write_pair_tables(run, version)

    def dealt(force=False, **options):
        return write_pair_sheets(run, PairSheetOptions(**options), force)

    return dealt


def sheet(report, judge):
    return read_csv(report.folder / judge / "sheet.csv")


def test_judges_get_as_many_pairs_of_each_version(dealt):
    report = dealt(judges=2, pairs=4)
    key = {row["item"]: row for row in read_csv(report.key)}
    assert len(key) == 8
    for judge in ("judge-01", "judge-02"):
        rows = sheet(report, judge)
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
    everything = [row["item"] for judge in report.loads for row in sheet(report, judge)]
    assert sorted(everything) == sorted(key)


def test_each_pair_may_go_to_several_judges(dealt):
    report = dealt(judges=3, per_pair=2, pairs=3)
    items = [item for hand in report.loads.values() for item in hand]
    assert {items.count(item) for item in items} == {2}


def test_nothing_in_a_sheet_tells_the_version(dealt):
    report = dealt(judges=1, pairs=50, composed=True)
    rows = sheet(report, "judge-01")
    shown = "".join(row[name] for row in rows for name in ("first", "second", "context"))
    assert shown == shown.lower()
    assert all(row["first"] != row["second"] for row in rows)
    for path in (report.folder / "judge-01").iterdir():
        assert b"V1" not in path.read_bytes() or path.suffix == ".xlsx", path


def test_a_pair_stands_in_its_context(dealt):
    report = dealt(judges=1, pairs=50)
    for row in sheet(report, "judge-01"):
        assert "___" in row["context"].split()
        left, _, right = row["context"].partition("___")
        texts = [f" {text.lower()} " for text in CLUSTERS[row["cluster"]]]
        for phrase in (row["first"], row["second"]):
            assert any(f" {phrase} " in text for text in texts) or len(phrase.split()) > 1
        assert any(f" {left.strip()} ".replace("  ", " ") in f" {text}" for text in texts)
        assert any(right.strip() in text for text in texts)
    book = openpyxl.load_workbook(report.folder / "judge-01" / "sheet.xlsx")
    assert book["sheet"]["G1"].value == "judgement"
    (choice,) = book["sheet"].data_validations.dataValidation
    assert choice.formula1 == '"correct,partial,incorrect"'


def test_the_same_seed_deals_the_same_pairs_and_another_one_others(dealt):
    first = dealt(judges=2, pairs=2)
    assert dealt(force=True, judges=2, pairs=2).loads == first.loads
    assert dealt(force=True, judges=2, pairs=2, seed=1).loads != first.loads


def test_sheets_that_are_there_are_not_overwritten(dealt):
    dealt(judges=1, pairs=2)
    with pytest.raises(JudgeError, match="is there already"):
        dealt(judges=1, pairs=2)


def test_there_may_be_fewer_pairs_than_asked_for(dealt):
    report = dealt(judges=1, pairs=5000, versions=("V2",))
    assert f"short: V2: {report.found['V2']} of 5000 pairs" in list(pair_sheet_lines(report))


def test_pairs_of_one_cluster_are_left_out_where_that_is_asked_for(run, dealt):
    report = dealt(judges=1, pairs=50, reliable=True, versions=("V1",))
    rows = (run / "paraphrases-V1-reliable.tsv").read_text("utf-8").splitlines()[1:]
    known = {tuple(row.lower().split("\t")[:2]) for row in rows}
    assert {(row["first"], row["second"]) for row in sheet(report, "judge-01")} <= known


def test_a_run_without_tables_says_what_makes_them(run):
    with pytest.raises(JudgeError, match="orchestrator pairs"):
        write_pair_sheets(run, PairSheetOptions())


def test_more_judges_a_pair_than_judges_are_refused():
    with pytest.raises(OptionError, match="per_pair = 3"):
        PairSheetOptions(judges=2, per_pair=3)


def test_sheets_that_come_back_become_table_1(run, dealt, tmp_path):
    report = dealt(judges=2, pairs=3)
    key = {row["item"]: row["version"] for row in read_csv(report.key)}
    for judge in report.loads:
        rows = sheet(report, judge)
        for row in rows:
            row["judgement"] = "correct" if key[row["item"]] == "V1" else "P"
        with (tmp_path / f"{judge} back.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    scored = score_pairs(run, tmp_path.glob("*back.csv"))
    assert (scored.exit_code, scored.returned.problems) == (0, ())
    rows = {(row["judge"], row["version"]): row for row in read_csv(scored.folder / "table1.csv")}
    assert float(rows["Average of all judges", "V1"]["correct_percent"]) == 100
    assert float(rows["judge-01", "V2"]["partial_percent"]) == 100
    judgements = read_csv(scored.folder / "judgements.csv")
    assert {row["judgement"] for row in judgements if row["version"] == "V1"} == {"correct"}
    assert len(judgements) == 6


def test_what_is_not_filled_in_is_reported_and_nothing_is_written(run, dealt):
    report = dealt(judges=1, pairs=2)
    scored = score_pairs(run, [report.folder])
    assert scored.exit_code == 2
    assert not scored.folder.exists()


def test_pairs_that_were_never_dealt_cannot_be_scored(run, tmp_path):
    with pytest.raises(JudgeError, match="orchestrator pair-sheets"):
        score_pairs(run, [tmp_path])
