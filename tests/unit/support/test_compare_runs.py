"""The comparison of run folders finds what differs and nothing else."""

import json
import shutil

import pytest

from support.compare_runs import main
from support.results import read_records, write_lines
from support.runs import make_run

CLUSTERS = {
    "ferry": ["the ferry sank at noon .", "at noon the old ferry sank ."],
    "bridge": ["the bridge fell .", "the old bridge fell down ."],
}


@pytest.fixture
def runs(tmp_path):
    """Make a run and a copy of it that was computed at another time and place."""
    one = make_run(tmp_path / "one", CLUSTERS)
    other = shutil.copytree(one, tmp_path / "other")
    change_record(other, id="another", submits=[], corpus="/elsewhere", store="/elsewhere")
    for name in ("status.json", "ledger.sqlite", "ledger.sqlite-wal", "run.lock", "logs/worker.log"):
        (other / name).parent.mkdir(exist_ok=True)
        (other / name).write_text("of this machine")
    return one, other


def change_record(run, **fields):
    path = run / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | fields), "utf-8")


@pytest.fixture
def compare(runs, capsys):
    """Compare the two runs; return the exit status and the lines that were printed."""

    def compare():
        status = main([str(run) for run in runs])
        return status, capsys.readouterr().out.splitlines()

    return compare


def test_runs_that_differ_in_time_and_place_alone_are_the_same(compare):
    assert compare() == (0, [])


def test_a_changed_byte_is_found_with_its_place(runs, compare):
    path = runs[1] / "results.csv"
    content = bytearray(path.read_bytes())
    content[40] ^= 1
    path.write_bytes(content)
    line = content[:40].count(b"\n") + 1
    size = len(content)
    assert compare() == (
        1,
        [f"results.csv: differs from byte 40, line {line} ({size} and {size} bytes)"],
    )


def test_an_end_that_is_missing_is_found(runs, compare):
    path = runs[1] / "results.csv"
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    status, (line,) = compare()
    assert status == 1
    assert line.startswith(f"results.csv: differs from byte {len(content) - 1}, ")


def test_a_file_that_one_run_lacks_is_found_on_either_side(runs, compare):
    (runs[0] / "results.csv").unlink()
    (runs[1] / "clusters.csv").unlink()
    assert compare() == (
        1,
        [f"clusters.csv: only in {runs[0]}", f"results.csv: only in {runs[1]}"],
    )


def test_clusters_in_another_order_are_the_same_and_another_record_is_found(runs, compare):
    records = {name: list(read_records(runs[1], name).values()) for name in CLUSTERS}
    shutil.rmtree(runs[1] / "results")
    for name in reversed(CLUSTERS):
        lines = [json.dumps(record) for record in records[name]]
        write_lines(runs[1] / "results", name, *lines)
    assert compare() == (0, [])
    write_lines(runs[1] / "results", "ferry", *lines[:1])
    write_lines(runs[1] / "results", "new", *lines)
    assert compare() == (1, ["results/ of ferry: differs", f"results/ of new: only in {runs[1]}"])


def test_another_signature_is_found_in_the_record(runs, compare):
    change_record(runs[1], signature={"corpus": {}})
    assert compare() == (1, ["run.json: differs in signature"])


def test_a_folder_that_is_no_run_is_refused(tmp_path, runs, capsys):
    with pytest.raises(SystemExit) as ended:
        main([str(runs[0]), str(tmp_path)])
    assert ended.value.code == 2
    assert "has no run.json" in capsys.readouterr().err
