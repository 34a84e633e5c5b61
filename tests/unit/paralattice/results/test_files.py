"""The files of a cluster: today's formats, from what a run keeps."""

import json

import pytest

from paralattice.formats.features import write_features
from paralattice.lattice import from_att, read_lattice_record, to_dot, to_graphml, write_lattice
from paralattice.lattice.records.exports import FORMATS
from paralattice.lattice.records.plain import write_samples
from paralattice.results import Run
from paralattice.results.files import FILE_FORMATS, cluster_texts
from support.runs import make_run


@pytest.fixture
def results(tmp_path):
    return Run(make_run(tmp_path / "run", {"ferry": ["the ferry sank .", "it sank ."]}))["ferry"]


def texts(results, file_format, versions=("V1", "V2"), draw_limit=600):
    return dict(cluster_texts(results, file_format, versions, draw_limit))


def test_files_have_the_layout_of_a_folder_per_version(results):
    lattices = [f"lattice.{ending}" for ending in ("json", "fst.txt", "syms", "dot", "svg")]
    names = ["alignment.json", *lattices, "samples.jsonl", "sentences.csv"]
    expected = {
        f"{version}/ferry/{name}"
        for version in ("V1", "V2")
        for name in [*names, "samples.jsonl", "sentences.csv"]
    }
    assert set(texts(results, "files")) == expected | {"parses/ferry.mrg", "features/ferry.tsv"}


def test_every_file_reads_back_as_what_the_run_has(results):
    found, one = texts(results, "files"), results["V1"]
    lattice = json.loads(found["V1/ferry/lattice.json"])
    assert read_lattice_record(lattice) == one.lattice
    assert found["V1/ferry/lattice.json"] == write_lattice(one.lattice, one.statistics)
    assert found["V1/ferry/samples.jsonl"] == write_samples(one.samples)
    assert json.loads(found["V1/ferry/alignment.json"]) == one.alignment
    att = from_att(found["V1/ferry/lattice.fst.txt"].splitlines())
    assert [arc[:3] for arc in att.arcs] == [arc[:3] for arc in one.lattice.arcs]
    assert found["V1/ferry/lattice.dot"] == to_dot(one.lattice)
    assert found["features/ferry.tsv"] == write_features(results.sentences)


@pytest.mark.parametrize(
    ("file_format", "names"),
    [
        ("json", ["V2/ferry/lattice.json"]),
        ("openfst", ["V2/ferry/lattice.fst.txt", "V2/ferry/lattice.syms"]),
        ("node-link", ["V2/ferry/lattice.node-link.json"]),
        ("tei", ["V2/ferry/alignment.tei.xml"]),
        ("dot", ["V2/ferry/lattice.dot"]),
        ("svg", ["V2/ferry/lattice.svg"]),
        ("graphml", ["V2/ferry/lattice.graphml"]),
        ("mrg", ["parses/ferry.mrg"]),
        ("features", ["features/ferry.tsv"]),
    ],
)
def test_a_format_alone_gives_its_files_of_the_versions_asked_for(results, file_format, names):
    assert file_format in FILE_FORMATS
    assert list(texts(results, file_format, versions=("V2",))) == names


def test_every_format_of_other_tools_can_be_had():
    assert set(FORMATS) < set(FILE_FORMATS)


def test_graphml_is_that_of_the_lattice(results):
    assert texts(results, "graphml")["V1/ferry/lattice.graphml"] == to_graphml(results["V1"].lattice)


def test_a_lattice_of_more_boxes_than_the_limit_has_no_picture(results):
    assert texts(results, "svg", draw_limit=1) == {}
