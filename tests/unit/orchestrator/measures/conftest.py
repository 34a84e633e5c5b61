"""A run of four clusters with samples of two versions, and scores of three of them."""

import json

import pytest

from paralattice.formats.tables import csv_text
from paralattice.judging.judgements import Judgement
from paralattice.judging.tables import judgement_table

VERSIONS = ("V1", "V4")
SUBJECTS = ("ferry", "bridge", "mayor", "comet")


def originals_of(name):
    return [["the", name, "fell", "."], ["at", "noon", "the", name, "fell", "."], ["a", name, "fell", "down"]]


def samples_of(name, version):
    """Three draws: an original, a novel sentence that is chosen, and the same again."""
    new = ["the", name, "fell", "down"] if version == "V1" else ["at", "noon", "a", name, "fell", "."]
    flags = [(False, False, False), (True, True, False), (True, False, True)]
    return [
        {"tokens": words, "novel": novel, "chosen": chosen, "duplicate": duplicate, "states": [0, 1]}
        for words, (novel, chosen, duplicate) in zip([originals_of(name)[0], new, new], flags, strict=True)
    ]


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"id": "run-1", "versions": VERSIONS}), "utf-8")
    rows = "".join(f"{name},,3\n" for name in SUBJECTS)
    (folder / "clusters.csv").write_text(f"cluster,split,sentences\n{rows}", "utf-8")
    for name in SUBJECTS:
        for version in VERSIONS:
            path = folder / version / name
            path.mkdir(parents=True)
            (path / "alignment.json").write_text(json.dumps({"sentences": originals_of(name)}), "utf-8")
            lines = [json.dumps(line) + "\n" for line in samples_of(name, version)]
            (path / "samples.jsonl").write_text("".join(lines), "utf-8")
    return folder


@pytest.fixture
def judged(run):
    """Scores of three clusters: V4 is the better the later the cluster."""
    judgements = [
        Judgement(
            f"judge-{judge}",
            f"{name}-{version}",
            name,
            version,
            1,
            {"grammaticality": 1 + (version == "V4") * place, "fidelity": judge + place},
        )
        for judge in (1, 2)
        for place, name in enumerate(SUBJECTS[:3])
        for version in VERSIONS
    ]
    (run / "scores").mkdir()
    table = csv_text(judgement_table(judgements, {}))
    (run / "scores/judgements.csv").write_text(table, "utf-8-sig", newline="")
    return run
