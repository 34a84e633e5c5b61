"""Corpora of other languages than English: from texts to sheets for judges, as a person runs it."""

import csv
import json

import pytest

from support.paths import ROOT

# Each has words that only its own rules write as its texts do.
EXAMPLES = [
    ("french", "fr", "« Le pont restera fermé jusqu'à lundi », annonce la mairie.", ": l'eau est"),
    ("german", "de", "„Die Brücke bleibt bis Montag gesperrt“, sagte die Bürgermeisterin.", "3. Mai"),
]

TREES = """(SENT (NP (DET Le) (NC pont)) (VN (V est) (VPP fermé)) (PONCT .))
(SENT (NP (DET Le) (ADJ vieux) (NC pont)) (VN (V est) (VPP fermé)) (NP (NC mardi)) (PONCT .))
"""


@pytest.mark.parametrize(("example", "code", "original", "piece"), EXAMPLES)
def test_a_corpus_of_a_language_gives_sentences_tables_and_sheets(
    orchestrator, example, code, original, piece
):
    corpus = ROOT / "examples" / example
    versions = "V1,V2,V3"
    done = orchestrator.run("submit", corpus, "--language", code, "--versions", versions, "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    assert "V6" not in done.stderr
    run = orchestrator.folder / "runs" / example
    assert json.loads((run / "run.json").read_text("utf-8"))["signature"]["parser"]["name"] == "none"
    text = (run / "sentences.txt").read_text("utf-8")
    assert piece in text
    orchestrator.call("judge", "deal", example, "--judges", 1)
    folder = run / "sheets" / "judge-01"
    assert "judge them only if you are a native speaker" in (folder / "instructions.md").read_text("utf-8")
    with (folder / "originals.csv").open(encoding="utf-8-sig", newline="") as file:
        assert original in {row["sentence"] for row in csv.DictReader(file)}
    with (folder / "sheet.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["sentence"] for row in rows} <= set(text.splitlines())
    with (orchestrator.folder / "judge-01.csv").open("w", encoding="utf-8", newline="") as file:
        returned = csv.DictWriter(file, rows[0])
        returned.writeheader()
        returned.writerows(row | {"grammaticality": 3, "fidelity": 4} for row in rows)
    scored = orchestrator.call("judge", "score", example, "judge-01.csv")
    assert "problem" not in scored.stdout
    assert "V3" in scored.stdout
    measured = orchestrator.call("measure", example)
    assert "V3" in measured.stdout


def test_versions_with_syntax_take_trees_of_the_language(orchestrator, tmp_path):
    (tmp_path / "pont.mrg").write_text(TREES, encoding="utf-8")
    done = orchestrator.run(
        "submit", tmp_path / "pont.mrg", "--language", "fr", "--versions", "V4,pang", "--workers", 1
    )
    assert done.returncode == 0, done.stderr
    with (orchestrator.folder / "runs" / "pont" / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["version"]: row["status"] for row in csv.DictReader(file)}
    assert rows == {"V4": "done", "pang": "done"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--language fr --versions V4", "V4 need trees, and the parser 'default' reads English, not French"),
        ("--language fr --versions V6", "V6 has rules of English and does not read French"),
        ("--language zh --versions V1", "Chinese is written without spaces between words: give tokens"),
        ("--language xx --versions V1", "language = 'xx': must be one of de, en, es, fr"),
        ("--strict", "2 clusters (ecole, pont): French, it seems, and the run reads English: --language fr"),
    ],
)
def test_what_does_not_go_with_the_language_is_refused_before_anything_is_computed(
    orchestrator, options, message
):
    done = orchestrator.call("submit", ROOT / "examples" / "french", *options.split())
    assert done.returncode == 2
    assert message in done.stderr
    assert not (orchestrator.folder / "runs" / "french").exists()


def test_a_dry_run_lists_the_warnings(orchestrator):
    done = orchestrator.call("submit", ROOT / "examples" / "french", "--dry-run", "--json")
    assert json.loads(done.stdout)["warnings"] == [
        "2 clusters (ecole, pont): French, it seems, and the run reads English: --language fr"
    ]
    assert "warning: 2 clusters" in done.stderr


def test_words_are_told_apart_by_the_rules_of_their_language(orchestrator, tmp_path):
    text = tmp_path / "texte.txt"
    text.write_text("M. Dupont n'est pas là. L'eau monte-t-elle ?", encoding="utf-8")
    done = orchestrator.call("tokenize", "--language", "fr", text)
    assert done.stdout == "M. Dupont n' est pas là .\nL' eau monte -t-elle ?\n"


def test_without_versions_those_are_made_that_need_no_parser(orchestrator):
    done = orchestrator.run("submit", ROOT / "examples" / "french", "--language", "fr", "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert "versions V1, V2, V3, which need no parser" in done.stdout


def test_one_sentence_of_a_language_has_its_stop_words_and_spaces(orchestrator):
    words = ("submit", ROOT / "examples" / "french", "--language", "fr", "--method", "compression")
    assert orchestrator.run(*words, "--workers", 1).returncode == 0
    shown = orchestrator.call("samples", "french", "--one", "--version", "filippova").stdout.splitlines()
    assert len(shown) == 2
    assert not any("original" in line for line in shown)
    assert not any("l' " in line.lower() for line in shown)
