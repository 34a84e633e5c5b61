"""From a corpus with splits and a grid of options to ranked settings, from the command line."""

import csv
import json
import signal
from itertools import product
from statistics import fmean

import pytest

from paralattice.results import Run
from workers.store import open_store
from workers.store.packs import pack_keys

SPLITS = '[splits]\ntrain = ["c000", "c001", "c002"]\ndev = ["c003"]\ntest = ["c004"]\n'
GRID = "[align]\ntrace_length_discount = [0.5, 2.0]\nposition_limit = [0.05, 0.4]\n"
SETTINGS = [
    f"trace_length_discount={discount},position_limit={limit}"
    for discount, limit in product((0.5, 2.0), (0.05, 0.4))
]
WORDS = ("--grid", "grid.toml", "--versions", "V4,V5", "--workers", 1)


@pytest.fixture
def corpus(orchestrator, parsed_corpus):
    """Make a corpus with three clusters to tune on, and a grid of four settings beside it."""
    folder = parsed_corpus(5, 6)
    (folder / "corpus.toml").write_text(SPLITS, "utf-8")
    (orchestrator.folder / "grid.toml").write_text(GRID, "utf-8")
    return folder


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def edits(one, other):
    """Return the Levenshtein distance of two sentences."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (a != b))
    return row[-1]


def distance(run, version):
    """Return the mean over clusters of the mean distance of the chosen sentences from the originals."""
    means = []
    for cluster in Run(run).values():
        originals = cluster[version].originals
        chosen = [sample.words for sample in cluster[version].samples if sample.chosen]
        if chosen:
            means.append(fmean(min(edits(words, other) for other in originals) for words in chosen))
    return fmean(means)


def artefacts(folder):
    """Return the numbers of the artefacts in a store with trees and with orders of merging."""
    store = open_store(folder)
    keys = [key for path in folder.glob("??/*") for key in pack_keys(path.read_bytes())]
    texts = [b"".join(store.get(key).files.values()) for key in keys]
    return {kind: sum(f'"{kind}":'.encode() in text for text in texts) for kind in ("trees", "order")}


def judge(orchestrator, run, grammaticality, fidelity):
    """Give all sentences of a run the same two scores."""
    assert orchestrator.call("judge", "deal", run, "--judges", 1).returncode == 0
    sheet = run / "sheets/judge-01/sheet.csv"
    rows = read_csv(sheet)
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        scores = {"grammaticality": grammaticality, "fidelity": fidelity}
        writer.writerows({**row, **scores} for row in rows)
    assert orchestrator.call("judge", "score", run, run / "sheets").returncode == 0


def test_settings_are_ranked_on_train_and_the_best_applied_to_dev(orchestrator, corpus):
    plan = orchestrator.call("tune", corpus, *WORDS, "--dry-run")
    assert plan.returncode == 0, plan.stderr
    assert (
        "4 settings (2 align.trace_length_discount x 2 align.position_limit) over 3 clusters" in plan.stdout
    )
    assert "features         12 needed        3 to compute        9 shared or stored" in plan.stdout
    assert not (orchestrator.folder / "runs").exists()

    command = ("tune", corpus, *WORDS, "--measure", "edit-distance", "--top", 2)
    done = orchestrator.run(*command)
    assert (done.returncode, done.stderr) == (0, "")
    root = orchestrator.folder / "runs/corpus-tune"

    values = {name: fmean(distance(root / "settings" / name, v) for v in ("V4", "V5")) for name in SETTINGS}
    assert len(set(values.values())) > 1
    ranking = sorted(SETTINGS, key=lambda name: -values[name])
    rows = read_csv(root / "tuning.csv")
    assert [row["setting"] for row in rows] == [name for name in ranking for _ in range(2)]
    assert [row["version"] for row in rows] == ["V4", "V5"] * 4
    for row in rows:
        assert float(row["value"]) == pytest.approx(values[row["setting"]])
        assert int(row["rank"]) == 1 + sum(other > values[row["setting"]] for other in values.values())
        assert float(row["distance"]) == pytest.approx(
            distance(root / "settings" / row["setting"], row["version"])
        )

    assert {path.name for path in (root / "dev").iterdir()} == set(ranking[:2])
    for name in ranking[:2]:
        assert {row["cluster"] for row in read_csv(root / "dev" / name / "results.csv")} == {"c003"}
    assert {row["setting"] for row in read_csv(root / "tuning-dev.csv")} == set(ranking[:2])

    store = orchestrator.folder / "runs/.store"
    found = artefacts(store)
    assert (found["trees"], found["order"]) == (4, 4 * 3 + 2)
    assert json.loads((root / "tuning.json").read_text("utf-8"))["artefacts"]["features"] == {
        "needed": 4 * 3 + 2,
        "computed": 4,
        "reused": 10,
    }

    before = {path: path.stat().st_mtime_ns for path in store.rglob("*")}
    tables = {path.name: path.read_bytes() for path in root.glob("tuning*.*") if path.suffix != ".json"}
    again = orchestrator.call(*command)
    assert (again.returncode, again.stderr) == (0, "")
    assert "alignments       28 needed        0 computed       28 reused" in again.stdout
    assert {path: path.stat().st_mtime_ns for path in store.rglob("*")} == before
    assert {name: (root / name).read_bytes() for name in tables} == tables

    # Judged, the worst setting becomes the best, and those that nobody judged have no rank.
    judge(orchestrator, root / "settings" / ranking[0], 2, 1)
    judge(orchestrator, root / "settings" / ranking[-1], 4, 3)
    judged = orchestrator.call("tune", corpus, *WORDS, "--measure", "judged", "--top", 0)
    assert (judged.returncode, judged.stderr) == (0, "")
    rows = read_csv(root / "tuning.csv")[::2]
    assert [(row["rank"], row["setting"], row["value"]) for row in rows[:2]] == [
        ("1", ranking[-1], "3.5"),
        ("2", ranking[0], "1.5"),
    ]
    assert [(row["rank"], row["judged"]) for row in rows[2:]] == [("", "")] * 2
    assert not (root / "tuning-dev.csv").exists()

    # A setting's run is the run that its options make without any tuning.
    name = SETTINGS[1]
    alone = orchestrator.run(
        *("submit", corpus, "--split", "train", "--versions", "V4,V5", "--workers", 1, "--name", "alone"),
        *("--set", "align.trace_length_discount=0.5", "--set", "align.position_limit=0.4"),
    )
    assert alone.returncode == 0, alone.stderr
    assert (root / "settings" / name / "results.csv").read_bytes() == (
        orchestrator.folder / "runs/alone/results.csv"
    ).read_bytes()
    signatures = [
        json.loads((folder / "run.json").read_text("utf-8"))["signature"]
        for folder in (root / "settings" / name, orchestrator.folder / "runs/alone")
    ]
    assert signatures[0] == signatures[1]


@pytest.mark.slow
def test_a_tuning_that_was_interrupted_goes_on_and_ends_as_if_it_had_not_been(orchestrator, corpus):
    # So many settings that the signal cannot come too late.
    limits = [number / 20 for number in range(6)]
    (orchestrator.folder / "grid.toml").write_text(f"[align]\nposition_limit = {limits}\n", "utf-8")
    process = orchestrator.start("tune", corpus, *WORDS, "--name", "stopped")
    try:
        for line in process.stdout:
            if line.startswith("train 1 of 6"):
                process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    finally:
        process.kill()
        process.communicate()
    root = orchestrator.folder / "runs"
    assert not (root / "stopped/tuning.json").exists()
    done = orchestrator.run("tune", corpus, *WORDS, "--name", "stopped")
    assert (done.returncode, done.stderr) == (0, "")
    whole = orchestrator.run("tune", corpus, *WORDS, "--store", orchestrator.folder / "other")
    assert (whole.returncode, whole.stderr) == (0, "")
    for name in ("tuning.csv", "tuning-dev.csv"):
        assert (root / "stopped" / name).read_bytes() == (root / "corpus-tune" / name).read_bytes()


def test_a_bad_grid_and_absent_splits_are_reported_in_one_line_each(orchestrator, corpus):
    grid = orchestrator.folder / "grid.toml"
    grid.write_text("[align]\nlimit = [1]\nposition_limit = [0.4, 'x']\n", "utf-8")
    done = orchestrator.call("tune", corpus, "--grid", grid)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert lines[0].startswith(f"error: {grid}:2: unknown option align.limit: choose from ")
    assert lines[1] == f"error: {grid}:3: align.position_limit = 'x': must be a number from 0 to 1"

    grid.write_text("[align]\ncasefold = [false, true]\n", "utf-8")
    done = orchestrator.call("tune", corpus, "--grid", grid, "--casefold")
    assert done.stderr == f"error: {grid}:2: align.casefold is given on the command line as well\n"

    (corpus / "corpus.toml").write_text('[splits]\ndev = ["c000"]\n', "utf-8")
    done = orchestrator.call("tune", corpus, "--grid", grid)
    assert done.returncode == 2
    assert done.stderr == (
        f"error: {corpus}/corpus.toml: no cluster is in split 'train'; "
        "name its clusters: [splits] train = […]\n"
    )
    done = orchestrator.call("submit", corpus, "--split", "test")
    assert done.returncode == 2
    assert "corpus.toml: no cluster is in split 'test'" in done.stderr
    assert not (orchestrator.folder / "runs").exists()


MAYOR = """\
Tess Calloway said on Wednesday that she will leave office next year .
The mayor of Lindmoor , Tess Calloway , announced her plans in the city hall .
Mayor Tess Calloway , who is 58 , announced her plans after a long meeting .
Tess Calloway , 58 , announced her plans in the city hall on Wednesday .
"""


@pytest.mark.slow
def test_options_of_new_sentences_are_tuned_like_others(orchestrator):
    folder = orchestrator.folder / "corpus"
    folder.mkdir()
    for name in ("mayor", "other"):
        (folder / f"{name}.txt").write_text(MAYOR, "utf-8")
    (folder / "corpus.toml").write_text('[splits]\ntrain = ["mayor"]\ndev = ["other"]\n', "utf-8")
    (orchestrator.folder / "grid.toml").write_text("[exchange]\ndistance = [3, 7]\n", "utf-8")
    done = orchestrator.run(
        *("tune", folder, "--grid", "grid.toml", "--versions", "V6", "--workers", 1),
        *("--measure", "edit-distance", "--top", 0, "--seen"),
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    near, far = (
        [
            sample.words
            for sample in Run(orchestrator.folder / "runs/corpus-tune/settings" / setting)["mayor"][
                "V6"
            ].samples
        ]
        for setting in ("distance=3", "distance=7")
    )
    originals = [line.split() for line in MAYOR.splitlines()]
    assert min(min(edits(words, other) for other in originals) for words in near) < 7
    assert len(near) > len(far)
