"""From a run and its scored sheets to automatic measures, from the command line."""

import csv

from paralattice.adapters.text import tokenize


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def fill(sheet):
    """Judge long sentences well; in the running text of sheets a comma or full stop is no word of its own."""
    rows = read_csv(sheet)
    for row in rows:
        row["grammaticality"] = row["fidelity"] = min(4, max(1, len(tokenize(row["sentence"])) - 6))
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def test_a_scored_run_is_measured_and_the_measures_are_held_against_the_scores(orchestrator, parsed_corpus):
    corpus = parsed_corpus(4, 8)
    done = orchestrator.run("submit", corpus, "--workers", 1, "--versions", "V1,V4")
    assert done.returncode == 0, done.stderr
    run = orchestrator.folder / "runs/corpus"

    alone = orchestrator.call("measure", run, "--order", 3)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "3-gram, interpolated Kneser-Ney, of the corpus" in alone.stdout
    assert "no judgements yet" in alone.stdout
    assert [row["version"] for row in read_csv(run / "measures/versions.csv")] == ["V1", "V4"]

    assert orchestrator.call("judge", "deal", run, "--judges", 1).returncode == 0
    fill(run / "sheets/judge-01/sheet.csv")
    assert orchestrator.call("judge", "score", run, run / "sheets").returncode == 0
    scored = orchestrator.call("measure", run, "--seen", "--save-model", "corpus.arpa")
    assert (scored.returncode, scored.stderr) == (0, "")
    rows = {
        (row["level"], row["measure"]): row
        for row in read_csv(run / "measures/correlations_overall.csv")
        if row["criterion"] == "fidelity"
    }
    assert float(rows["items", "length"]["pearson"]) > 0.9
    judged = [row for row in read_csv(run / "measures/items.csv") if row["fidelity"]]
    assert int(rows["items", "length"]["n"]) == len(judged) > 20
    assert (orchestrator.folder / "corpus.arpa").read_text("utf-8").startswith("\\data\\\nngram 1=")

    given = orchestrator.call("measure", run, "--model", "corpus.arpa")
    assert (given.returncode, given.stderr) == (0, "")
    assert "corpus.arpa, order 4; 0.0 %" in given.stdout


def test_a_folder_that_cannot_be_measured_is_reported_in_one_line(orchestrator):
    folder = orchestrator.folder / "no-run"
    folder.mkdir()
    done = orchestrator.call("measure", folder)
    assert done.returncode == 2
    assert done.stderr == f"error: there is no run '{folder}'; the runs in runs: none\n"
    (folder / "run.json").write_text("{}", "utf-8")
    both = orchestrator.call("measure", folder, "--save-model", "model.arpa")
    assert both.returncode == 2
    assert "--save-model needs --text or --seen" in both.stderr
