"""A run of four clusters with samples of two versions, and scores of three of them."""

import json

import pytest

from paralattice.formats.tables.paper_tables import csv_text
from paralattice.judging.judgements import Judgement
from paralattice.judging.tables import judgement_table
from support.results import record_of, write_records

VERSIONS = ("V1", "V4")
SUBJECTS = ("ferry", "bridge", "mayor", "comet")


def originals_of(name):
    return [["the", name, "fell", "."], ["at", "noon", "the", name, "fell", "."], ["a", name, "fell", "down"]]


def samples_of(name, version):
    """Three draws: an original, a novel sentence that is chosen, and the same again."""
    new = ["the", name, "fell", "down"] if version == "V1" else ["at", "noon", "a", name, "fell", "."]
    return [
        (originals_of(name)[0], set()),
        (new, {"novel", "chosen"}),
        (new, {"novel", "duplicate"}),
    ]


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"id": "run-1", "versions": VERSIONS}), "utf-8")
    rows = "".join(f"{name},,3\n" for name in SUBJECTS)
    (folder / "clusters.csv").write_text(f"cluster,split,sentences\n{rows}", "utf-8")
    for name in SUBJECTS:
        records = [record_of(name, each, originals_of(name), samples_of(name, each)) for each in VERSIONS]
        write_records(folder, name, records)
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
