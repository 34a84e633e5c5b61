"""The record of a run is read whole, or refused with the file's name."""

import json

import pytest

from paralattice.errors import FormatError
from paralattice.results import Run
from paralattice.results.run_record import read_record, require_record


def test_a_record_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "run.json"
    assert read_record(path) is None
    path.write_text(json.dumps({"versions": ["V1", "V2"], "name": "boats"}), "utf-8")
    assert read_record(path) == require_record(path) == Run(tmp_path).record
    assert require_record(path) == {"versions": ["V1", "V2"], "name": "boats"}


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[]", b"null", 100_000 * b"["])
def test_a_damaged_record_is_named(tmp_path, content):
    path = tmp_path / "run.json"
    path.write_bytes(content)
    for read in (lambda: read_record(path), lambda: require_record(path), lambda: Run(tmp_path)):
        with pytest.raises(FormatError, match=r"run\.json: is "):
            read()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such file: not the folder of a run"),
        ({}, "it names no versions"),
        ({"versions": []}, "it names no versions"),
        ({"versions": "V1"}, "it names no versions"),
        ({"versions": [1]}, "holds version names that cannot be file names"),
        ({"versions": ["../V1"]}, "holds version names that cannot be file names"),
    ],
)
def test_the_library_refuses_a_record_without_usable_versions_as_commands_do(tmp_path, content, message):
    if content is not None:
        (tmp_path / "run.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(FormatError, match=rf"run\.json: .*{message}"):
        Run(tmp_path)
