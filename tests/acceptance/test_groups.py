"""From groups of sentences to paraphrases, their judges and every table, from the command line."""

import csv
import json
import subprocess

import pytest

from support import tiny_wordnet
from support.console_script import Orchestrator
from support.messages import without_progress

OPENING = ["submit", "--method", "pang", "--workers", "1"]


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def script(tmp_path_factory, example_groups):
    """Run the example's groups, once for all tests that read the run."""
    script = Orchestrator(tmp_path_factory.mktemp("groups"))
    groups, trees = example_groups
    done = script.run(*OPENING, groups, "--parses", trees, "--versions", "pang,V1")
    assert done.returncode == 0, (done.stdout, done.stderr)
    script.output = done.stdout
    script.root = script.folder / "runs/groups"
    return script


def test_each_group_is_a_cluster_with_lattice_samples_and_picture_of_both_versions(script):
    rows = read_csv(script.root / "results.csv")
    assert {(row["version"], row["status"]) for row in rows} == {("pang", "done"), ("V1", "done")}
    assert {row["cluster"] for row in rows} == {"ferry", "baker", "council", "teacher", "lake", "letter"}
    files = script.files("groups")
    for name in ("alignment.json", "lattice.json", "lattice.fst.txt", "lattice.svg", "samples.jsonl"):
        assert files[f"pang/lake/{name}"]
    lattice = json.loads(files["pang/lake/lattice.json"])
    assert lattice["paths"] >= 5
    assert {arc["label"] for arc in lattice["arcs"]} >= {"rain", "rainfall", "raised", "lifted"}
    assert "constituents of trees" in (script.root / "report.html").read_text("utf-8")


def test_its_pairs_are_there_at_the_end_those_of_several_groups_apart(script):
    assert "paraphrases.tsv" in script.output
    with (script.root / "paraphrases.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = {(row["first"], row["second"]): row for row in rows}
    assert ("rain", "rainfall") in found
    assert (rows[0]["first"], rows[0]["second"], rows[0]["groups"]) == ("final", "last", "2")
    reliable = (script.root / "paraphrases-reliable.tsv").read_text("utf-8").splitlines()
    assert {tuple(line.split("\t")[:2]) for line in reliable[1:]} == {("final", "last")}


def test_pairs_go_to_judges_and_come_back_as_table_1(script):
    assert script.call("phrases", "list", script.root, "--version", "V1").returncode == 0
    dealt = script.call("phrases", "deal", script.root, "--judges", 2, "--pairs", 6)
    assert (dealt.returncode, dealt.stderr) == (0, "")
    assert "judge-02: 6 pairs" in dealt.stdout
    for judge in ("judge-01", "judge-02"):
        path = script.root / "pair-sheets" / judge / "sheet.csv"
        rows = read_csv(path)
        for row in rows:
            row["judgement"] = "correct"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    scored = script.call("phrases", "score", script.root, script.root / "pair-sheets")
    assert (scored.returncode, scored.stderr) == (0, "")
    rows = read_csv(script.root / "pair-scores/table1.csv")
    assert {row["correct_percent"] for row in rows} == {"100.0"}
    assert rows[-2]["judge"] == "Average of all judges"


def test_a_run_is_evaluated_on_workers_and_nothing_is_computed_twice(script, tmp_path):
    wordnet = tiny_wordnet.write_wordnet(
        tmp_path / "dict", [("a", ["last", "final"]), ("v", ["raise", "lift"]), ("n", ["boat", "vessel"])]
    )
    text = tmp_path / "text.txt"
    text.write_text("The last ferry left. The lake rose after heavy rain.\n" * 3, "utf-8")
    options = ["--wordnet", wordnet, "--text", text, "--order", 3, "--references", 4, "--workers", 1]
    done = script.run("phrases", "evaluate", script.root, *options)
    assert (done.returncode, done.stderr) == (0, "")
    folder = script.root / "evaluation"
    recall = [row for row in read_csv(folder / "table2.csv") if row["version"] == "pang"]
    assert sum(int(row["found"]) for row in recall) >= 3
    assert sum(int(row["groups"]) for row in recall) == 6
    for name in ("table3", "table4", "repetition", "edgain", "table5", "table6", "synonyms"):
        assert {row["version"] for row in read_csv(folder / f"{name}.csv")} == {"pang", "V1"}
        assert (folder / f"{name}.md").exists()
        assert "\\toprule" in (folder / f"{name}.tex").read_text("utf-8")
    assert [row["references"] for row in read_csv(folder / "table6.csv")] == list("12341234")
    record = json.loads((folder / "evaluation.json").read_text("utf-8"))
    assert record["language_model"]["lower_cased"] is True
    assert record["failed"] == {}
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    again = script.run("phrases", "evaluate", script.root, *options)
    assert without_progress(again.stdout) == without_progress(done.stdout)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert script.call("report", script.root).returncode == 0
    assert "Recall of WordNet" in (script.root / "report.html").read_text("utf-8")


def test_without_wordnet_and_text_their_tables_are_left_out_and_it_says_how_to_get_them(script, tmp_path):
    refused = script.call("phrases", "evaluate", script.root, "--wordnet", tmp_path)
    assert refused.returncode == 2
    assert "apt install wordnet-base" in refused.stderr
    done = script.run("phrases", "evaluate", script.root, "--versions", "pang", "--workers", 1)
    assert done.returncode == 0
    assert "no Table 4: it needs a language model (--text FILE or --model FILE)" in done.stderr
    assert not (script.root / "evaluation/table4.csv").exists()


def test_sentences_are_measured_against_a_lattice(script):
    sentences = "The heavy rain raised the water level of the lake .\nNothing of the kind .\n"
    command = [script.script, "distance", str(script.root / "pang/lake"), "--tokenized"]
    done = subprocess.run(command, input=sentences, capture_output=True, text=True, check=True)
    first, second = (line.split("\t") for line in done.stdout.splitlines())
    assert (first[0], first[2]) == ("0", "11")
    assert int(second[1]) >= int(second[0]) > 4
    assert done.stderr.startswith("2 sentences, 1 accepted;")


def test_both_versions_are_judged_without_capitals(script):
    done = script.call("judge", "deal", script.root, "--judges", 1)
    assert done.returncode == 0, done.stderr
    for name in ("sheet.csv", "originals.csv"):
        rows = read_csv(script.root / "sheets/judge-01" / name)
        assert rows
        assert all(row["sentence"] == row["sentence"].lower() for row in rows)
    measured = script.call("measure", script.root)
    assert (measured.returncode, measured.stderr) == (0, "")


@pytest.mark.slow
def test_a_run_goes_on_with_parts_left_out_when_that_is_asked_for_alone(orchestrator, example_groups):
    groups, trees = example_groups
    whole = orchestrator.run(*OPENING, groups, "--parses", trees)
    assert whole.returncode == 0, whole.stderr
    squeezed = orchestrator.files("groups")["pang/lake/lattice.json"]
    record = orchestrator.folder / "runs/groups/run.json"
    # As a version before these options would have left it.
    values = json.loads(record.read_text("utf-8"))
    del values["signature"]["options"]["pang"]
    record.write_text(json.dumps(values), "utf-8")
    assert orchestrator.run(*OPENING, groups, "--parses", trees).returncode == 0
    refused = orchestrator.run(*OPENING, groups, "--parses", trees, "--no-squeeze")
    assert refused.returncode == 2
    assert "options.pang.squeeze: true -> false" in refused.stderr
    updated = orchestrator.run(*OPENING, groups, "--parses", trees, "--no-squeeze", "--update")
    assert updated.returncode == 0, updated.stderr
    loose = orchestrator.files("groups")["pang/lake/lattice.json"]
    assert json.loads(loose)["paths"] < json.loads(squeezed)["paths"]
    signature = json.loads(record.read_text("utf-8"))["signature"]
    assert signature["options"]["pang"] == {"keyword_check": True, "squeeze": False}
