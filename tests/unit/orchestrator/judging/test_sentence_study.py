"""From a run folder to folders for judges."""

import csv
import json
import re
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from openpyxl import load_workbook

from orchestrator.judging.package import put_in_place
from orchestrator.judging.sentence_study import SentenceStudy
from orchestrator.judging.study import deal_study
from orchestrator.runs.folder import RunError
from orchestrator.runs.results import RESULT_COLUMNS
from paralattice.errors import FormatError, JudgeError, ProblemsError
from paralattice.judging.sheets.assignment import SheetOptions
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.sheet_tables import ORIGINALS_COLUMNS
from paralattice.results import Run
from paralattice.run_options import Options
from support.results import change_record, record_of, remove_record, write_lines, write_records

VERSIONS = ("V1", "V4")


def make_run(folder, clusters, chosen=10, draws=12, versions=VERSIONS):
    """Write what sheets read of a run: ``clusters`` maps a name to its split."""
    folder.mkdir()
    record = {
        "name": "run",
        "signature": {"options": Options(versions=versions).to_dict()},
        "versions": list(versions),
    }
    rows = [f"{name},{split},2\n" for name, split in clusters.items()]
    (folder / "clusters.csv").write_text("cluster,split,sentences\n" + "".join(rows), encoding="utf-8")
    (folder / "run.json").write_text(json.dumps(record), encoding="utf-8")
    for name in clusters:
        write_records(folder, name, [version_record(name, version, chosen, draws) for version in versions])
    return folder


def version_record(name, version, chosen, draws):
    originals = [[name, "sank", "."], ["The", name, "sank", "\u2028", "."]]
    samples = [
        ([name, "né", str(draw)], {"novel", "chosen"} if draw >= draws - chosen else {"novel"})
        for draw in range(draws)
    ]
    return record_of(name, version, originals, samples)


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def read_workbook(path, title="sheet"):
    head, *rows = load_workbook(path)[title].iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


def read_page(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(re.search('<script type="application/json" id="data">(.*?)</script>', text)[1])


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def clusters_of(items):
    return list(dict.fromkeys(item.cluster for item in items))


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", {"ferry": "train", "bridge": "test", "mayor": "test", "comet": ""})


def test_every_judge_gets_a_sheet_the_originals_and_instructions_and_nothing_else(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=3))
    expected = {
        f"judge-0{number}/{name}"
        for number in (1, 2, 3)
        for name in ("sheet.csv", "sheet.html", "sheet.xlsx", "originals.csv", "instructions.md")
    }
    assert set(contents(run / "sheets")) == expected


def test_the_key_links_every_item_to_the_sample_it_came_from(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=2))
    key = {row["item"]: row for row in read_csv(run / "sheets-key.csv")}
    sheet = read_csv(run / "sheets" / "judge-02" / "sheet.csv")
    assert len(sheet) == len(key) == 4 * 2 * 10
    for row in sheet:
        origin = key[row["item"]]
        sample = Run(run)[origin["cluster"]][origin["version"]].samples[int(origin["draw"])]
        assert sample.chosen
        assert " ".join(sample.words) == row["sentence"] == origin["sentence"]
        assert row["cluster"] == origin["cluster"]


def test_no_file_of_a_judge_tells_a_version(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=2))
    for folder in (run / "sheets").iterdir():
        with zipfile.ZipFile(folder / "sheet.xlsx") as book:
            texts = [book.read(name) for name in book.namelist()]
        texts += [path.read_bytes() for path in folder.iterdir() if path.suffix != ".xlsx"]
        # A digest of the page's script may hold any letters.
        texts = [re.sub(rb"'sha256-[^']*'", b"", text) for text in texts]
        assert [text for text in texts if b"V1" in text or b"V4" in text] == []


def test_the_tables_the_workbook_and_the_page_have_the_same_items_in_the_same_order(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=2))
    folder = run / "sheets" / "judge-02"
    expected = [(row["item"], row["sentence"]) for row in read_csv(folder / "sheet.csv")]
    assert [(row["item"], row["sentence"]) for row in read_workbook(folder / "sheet.xlsx")] == expected
    assert [(item, text) for item, _, text in read_page(folder / "sheet.html")["items"]] == expected


def test_originals_stand_beside_the_sheet_in_the_order_of_the_cluster(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=1))
    rows = read_csv(run / "sheets" / "judge-01" / "originals.csv")
    assert [row["cluster"] for row in rows] == [
        name for name in ("ferry", "bridge", "mayor", "comet") for _ in "12"
    ]
    assert rows[0] == {"cluster": "ferry", "number": "1", "sentence": "ferry sank."}


def test_tables_begin_with_a_byte_order_mark_so_that_spreadsheets_read_them_as_utf_8(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=1))
    for path in (run / "sheets-key.csv", run / "sheets" / "judge-01" / "sheet.csv"):
        assert path.read_bytes().startswith(b"\xef\xbb\xbfitem,")
        assert b"\r\r\n" not in path.read_bytes()


def test_a_split_limits_the_sheets_to_its_clusters(run):
    package = deal_study(SentenceStudy(run), SheetOptions(judges=2, split="test"))
    assert [clusters_of(items) for items in package.sheets.values()] == [["bridge", "mayor"]] * 2
    assert {row["cluster"] for row in read_csv(run / "sheets-key.csv")} == {"bridge", "mayor"}


def test_the_papers_test_phase_gives_each_of_six_judges_six_clusters_and_300_sentences(tmp_path):
    clusters = {f"c{number:02}": "test" for number in range(11)} | {"c11": "train", "c12": "dev"}
    versions = ("V1", "V2", "V3", "V4", "V5")
    run = make_run(tmp_path / "run", clusters, chosen=10, versions=versions)
    package = deal_study(SentenceStudy(run), SheetOptions(judges=6, per_cluster=3, split="test"))
    assert [len(clusters_of(items)) for items in package.sheets.values()] == [6] * 6
    assert [len(items) for items in package.sheets.values()] == [300] * 6
    readers = Counter(name for items in package.sheets.values() for name in clusters_of(items))
    assert set(readers) == {f"c{number:02}" for number in range(11)}
    assert min(readers.values()) >= 3
    key = {row["item"]: (row["cluster"], row["version"]) for row in read_csv(run / "sheets-key.csv")}
    for judge, items in package.sheets.items():
        folder = run / "sheets" / judge
        sheet = [row["item"] for row in read_csv(folder / "sheet.csv")]
        dealt = Counter(key[item] for item in sheet)
        assert dealt == {(name, version): 10 for name in clusters_of(items) for version in versions}
        assert [row["item"] for row in read_workbook(folder / "sheet.xlsx")] == sheet
        assert [item for item, _, _ in read_page(folder / "sheet.html")["items"]] == sheet


def test_the_same_seed_writes_the_same_bytes_and_another_seed_another_order(tmp_path):
    folders = [make_run(tmp_path / name, {"a": "", "b": ""}) for name in ("one", "two", "three")]
    for folder, seed in zip(folders, (5, 5, 6), strict=True):
        deal_study(SentenceStudy(folder), SheetOptions(judges=2, seed=seed))
    one, two, three = (contents(folder / "sheets") for folder in folders)
    assert one == two
    assert one["judge-01/sheet.csv"] != three["judge-01/sheet.csv"]


def test_fewer_sentences_than_the_run_keeps_are_reported_with_their_place(tmp_path):
    run = make_run(tmp_path / "run", {"a": "", "b": ""}, chosen=10)
    remove_record(run, "b", "V4")
    change_record(run, "a", "V1", lambda record: record["samples"].update(chosen=[2, 3, 4, 5, 6, 7, 8]))
    package = deal_study(SentenceStudy(run), SheetOptions(judges=1))
    found = [
        (entry.cluster, entry.version, entry.items, entry.wanted, entry.missing)
        for entry in package.shortfalls
    ]
    assert found == [("a", "V1", 7, 10, False), ("b", "V4", 0, 10, True)]
    assert len(package.sheets["judge-01"]) == 7 + 10 + 10


def test_a_cluster_without_a_novel_sentence_is_left_out_and_reported(tmp_path):
    run = make_run(tmp_path / "run", {"a": "", "b": ""})
    for version in VERSIONS:
        remove_record(run, "b", version)
    package = deal_study(SentenceStudy(run), SheetOptions(judges=2))
    assert clusters_of(package.sheets["judge-01"]) == ["a"]
    assert [entry.cluster for entry in package.shortfalls] == ["b", "b"]


def test_sheets_that_are_there_are_left_alone(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=1))
    (run / "sheets" / "judge-01" / "sheet.csv").write_text("filled in")
    before = contents(run)
    with pytest.raises(JudgeError, match="already exists"):
        deal_study(SentenceStudy(run), SheetOptions(judges=2))
    assert contents(run) == before


def test_a_key_that_is_there_is_left_alone_though_its_sheets_are_gone(run):
    (run / "sheets-key.csv").write_text("precious")
    with pytest.raises(JudgeError, match=r"sheets-key\.csv already exists"):
        deal_study(SentenceStudy(run), SheetOptions(judges=2))
    assert (run / "sheets-key.csv").read_text() == "precious"


def test_with_force_sheets_are_replaced_and_nothing_of_the_former_ones_stays(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=3))
    deal_study(SentenceStudy(run), SheetOptions(judges=2), force=True)
    assert sorted(path.name for path in (run / "sheets").iterdir()) == ["judge-01", "judge-02"]
    assert not list(run.glob(".sheets-*"))


def test_an_error_leaves_the_run_as_it_was(run):
    change_record(run, "mayor", "V4", lambda record: record["samples"].update(paths=3))
    before = contents(run)
    with pytest.raises(ProblemsError):
        deal_study(SentenceStudy(run), SheetOptions(judges=2))
    assert contents(run) == before
    assert not list(run.glob(".sheets-*"))


def test_damaged_records_are_reported_together_each_with_its_place(run):
    change_record(run, "mayor", "V4", lambda record: record["samples"].update(paths=3))
    write_lines(run / "results", "comet", "{")
    change_record(run, "ferry", "V1", lambda record: record["alignment"].update(sentences=[3]))
    with pytest.raises(ProblemsError) as caught:
        deal_study(SentenceStudy(run), SheetOptions(judges=2))
    part = str(run / "results/part-00000.jsonl.gz")
    places = {error.file.removeprefix(part) for error in caught.value.errors}
    assert places == {", mayor V4", ", ferry V1", ", comet"}


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(FormatError, match=r"run\.json: there is no such file"):
        deal_study(SentenceStudy(tmp_path), SheetOptions())


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"versions": []}', "\xff"])
def test_a_damaged_record_is_refused(run, text):
    (run / "run.json").write_text(text, encoding="latin-1")
    with pytest.raises((FormatError, RunError), match=r"run\.json: "):
        deal_study(SentenceStudy(run), SheetOptions())


def test_what_cannot_be_put_in_place_leaves_the_former_files_where_they_were(run, tmp_path):
    deal_study(SentenceStudy(run), SheetOptions(judges=1, seed=1))
    before = contents(run)
    incomplete = tmp_path / "incomplete"
    incomplete.mkdir()
    for name in ("sheets-key.csv", "sheets.json"):
        (incomplete / name).write_text("new")
    with pytest.raises(FileNotFoundError):
        put_in_place(incomplete, run, ("sheets-key.csv", "sheets.json", "sheets"))
    assert contents(run) == before


def test_a_record_whose_names_lead_out_of_the_run_is_refused(run):
    (run / "clusters.csv").write_text("cluster,split,sentences\n../../elsewhere,test,2\n")
    with pytest.raises(FormatError, match="cannot be file names"):
        deal_study(SentenceStudy(run), SheetOptions())


def test_a_split_without_clusters_is_refused(run):
    with pytest.raises(JudgeError, match="no novel sentence to judge in the 0 clusters of the split 'dev'"):
        deal_study(SentenceStudy(run), SheetOptions(split="dev"))


def test_the_record_says_how_the_sheets_were_dealt(run):
    deal_study(SentenceStudy(run), SheetOptions(judges=2, per_cluster=1, seed=7))
    record = json.loads((run / "sheets.json").read_text("utf-8"))
    assert (record["judges"], record["per_cluster"], record["seed"]) == (2, 1, 7)
    assert [load["judge"] for load in record["loads"]] == ["judge-01", "judge-02"]
    assert record["shortfalls"] == []


@pytest.mark.parametrize(
    "columns", [SENTENCE_FORM.columns, ORIGINALS_COLUMNS, SENTENCE_FORM.key_columns, RESULT_COLUMNS]
)
def test_the_documentation_names_every_column_of_every_table(columns):
    text = (Path(__file__).resolve().parents[4] / "docs" / "formats.md").read_text("utf-8")
    assert [name for name in columns if f"`{name}`" not in text] == []
