"""The other commands, and the flags of `submit`."""

import csv
import subprocess

import pytest

RAW = (
    "Dr. Ada Marsh didn't stay. She left (early) at 5:50 p.m. on Friday.\n\nNobody saw her well-known boat.\n"
)


@pytest.fixture
def raw_corpus(orchestrator):
    folder = orchestrator.folder / "raw"
    folder.mkdir()
    (folder / "boat.txt").write_text(
        "Ada Marsh didn't see the well-known boat on Friday.\n"
        "On Friday Ada Marsh saw the boat (twice).\n"
        "Ada Marsh saw the well-known boat on Monday.\n",
        "utf-8",
    )
    return folder


def test_raw_text_is_parsed_and_its_trees_can_take_the_parsers_place(orchestrator, raw_corpus):
    parsed = orchestrator.run("submit", raw_corpus, "--workers", 1, "--name", "parsed")
    assert parsed.returncode == 0, parsed.stderr
    files = orchestrator.folder / "files"
    exported = orchestrator.call("export", "parsed", "--format", "mrg", "-o", files)
    assert exported.returncode == 0, exported.stderr
    parses = files / "parses"
    assert "(VBD did) (RB n't)" in (parses / "boat.mrg").read_text("utf-8")
    again = orchestrator.run(
        "submit", raw_corpus, "--workers", 1, "--name", "given", "--parses", parses, "--store", "s"
    )
    assert again.returncode == 0, again.stderr
    assert orchestrator.files("parsed") == orchestrator.files("given")


def test_text_is_split_and_tokenised_and_comes_back_as_a_tokenised_cluster(orchestrator):
    (orchestrator.folder / "raw.txt").write_text(RAW, "utf-8")
    done = orchestrator.call("tokenize", "raw.txt")
    assert done.stdout.splitlines() == [
        "Dr. Ada Marsh did n't stay .",
        "She left ( early ) at 5:50 p.m. on Friday .",
        "Nobody saw her well - known boat .",
    ]
    piped = subprocess.run(
        [orchestrator.script, "tokenize"], input=RAW, capture_output=True, text=True, check=True
    )
    assert piped.stdout == done.stdout


def test_sheets_are_dealt_once_and_hide_the_versions(orchestrator, finished_copy):
    names = {path.stem for path in finished_copy.glob("*.txt")}
    dealt = orchestrator.call("judge", "deal", "runs/corpus", "--judges", 2)
    assert dealt.returncode == 0, dealt.stderr
    root = orchestrator.folder / "runs/corpus"
    for judge in ("judge-01", "judge-02"):
        with (root / "sheets" / judge / "sheet.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert {row["cluster"] for row in rows} == names
        assert not any("V4" in field for row in rows for field in row.values())
    assert (root / "sheets-key.csv").exists()
    refused = orchestrator.call("judge", "deal", "runs/corpus", "--judges", 2)
    assert refused.returncode == 2
    assert "its sheets may have been filled in" in refused.stderr


def test_sheets_of_a_folder_that_is_no_run_are_refused(orchestrator):
    refused = orchestrator.call("judge", "deal", "nowhere", "--judges", 2)
    assert refused.returncode == 2
    assert "nowhere" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_parser_in_the_package_is_listed(orchestrator):
    done = orchestrator.call("parser", "list")
    assert done.returncode == 0
    assert done.stdout.startswith("default")


def test_own_stop_words_change_v4_and_not_v1(orchestrator, parsed_corpus, finished_run):
    corpus = parsed_corpus(1)
    (orchestrator.folder / "stop.txt").write_text("ferry\nbridge\npilot\nharbour\ncrowd\ntower\n", "utf-8")
    options = ("--workers", 1, "--versions", "V1,V4", "--stop-words", "stop.txt")
    assert orchestrator.run("submit", corpus, *options).returncode == 0
    usual, own = finished_run.files, orchestrator.files()
    assert usual["V1/c000/alignment.json"] == own["V1/c000/alignment.json"]
    assert usual["V4/c000/alignment.json"] != own["V4/c000/alignment.json"]
