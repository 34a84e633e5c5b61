"""A newcomer's first minutes, with the package as its wheel installs it, where nothing is compiled."""

import json
import subprocess

import pytest

from support.console_script import Orchestrator
from support.tei import read_tei

TEXTS = {
    "bridge": [
        "The old bridge was closed on Friday after inspectors found a crack.",
        "Officials closed the bridge on Friday because of a crack in a beam.",
        "On Friday the bridge was closed after a crack was found in a beam.",
        "Drivers were told to take the tunnel while crews repair the bridge.",
    ],
    "ferry": [
        "The ferry sank near the harbour on Monday.",
        "The old ferry from Vardo went down near the harbour on Monday after a storm.",
        "Police said on Tuesday that the ferry from Vardo sank near the harbour.",
    ],
}
NEW = """
import json, paralattice
texts = ["The old bridge was closed on Friday.", "On Friday the bridge was shut."]
lattice = paralattice.Lattice.from_texts(texts, version="V4")
print(json.dumps([lattice.accepts(texts[0]), lattice._repr_svg_()[:4], paralattice.__file__]))
"""


@pytest.fixture
def newcomer(installed, tmp_path):
    script = Orchestrator(tmp_path)
    script.script = str(installed.programs / "orchestrator")
    (tmp_path / "texts").mkdir()
    for name, lines in TEXTS.items():
        (tmp_path / "texts" / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return script


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_from_the_installed_wheel_to_sentences_sheets_and_scores(newcomer, installed):
    planned = newcomer.run("submit", "texts", "--dry-run")
    assert planned.returncode == 0, planned.stderr
    assert not (newcomer.folder / "runs").exists()

    done = newcomer.run("submit", "texts", "--versions", "V1,V4,V6", timeout=1500)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "compiling loops first" in done.stdout
    assert "2 of 2 clusters done, 0 failed" in done.stdout
    assert "  open runs/texts/report.html" in done.stdout
    assert (newcomer.folder / "runs/texts/report.html").stat().st_size > 10_000

    state = json.loads(newcomer.run("status", "texts", "--json").stdout)
    assert (state["state"], state["workers"]) == ("done", None)
    samples = newcomer.run("samples", "texts", "--format", "jsonl").stdout.splitlines()
    found = [json.loads(line) for line in samples]
    assert {record["cluster"] for record in found} == set(TEXTS)
    assert all(record["text"] not in TEXTS[record["cluster"]] for record in found)

    again = newcomer.run("submit", "texts", "--versions", "V1,V4,V6")
    assert again.returncode == 0
    assert "nothing to compute: all results were there" in again.stdout

    assert newcomer.run("export", "texts", "--format", "tei", "-o", "tei").returncode == 0
    document = (newcomer.folder / "tei/V4/bridge/alignment.tei.xml").read_text("utf-8")
    assert len(read_tei(document)) == len(TEXTS["bridge"])

    assert newcomer.run("judge", "deal", "texts", "--judges", 2).returncode == 0
    refused = newcomer.run("judge", "deal", "texts", "--judges", 2)
    assert refused.returncode == 2
    assert "--force replaces them" in refused.stderr
    unknown = newcomer.run("report", "text")
    assert unknown.returncode == 2
    assert "did you mean 'texts'?" in unknown.stderr

    python = [installed.programs / "python", "-P", "-c", NEW]
    asked = subprocess.run(python, cwd=newcomer.folder, capture_output=True, text=True, check=True)
    accepted, picture, file = json.loads(asked.stdout)
    assert (accepted, picture) == (True, "<svg")
    assert str(installed.programs.parent) in file
