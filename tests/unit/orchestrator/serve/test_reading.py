"""Runs, their reports and files, and the search through their sentences, asked of a real server."""

import http.client
import io
import json
import zipfile
from dataclasses import replace

import pytest

from orchestrator.report.writing import write_report
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.sentences import write_sentence_files
from orchestrator.runs.view.status import Status
from orchestrator.serve import reading
from support import runs
from support.serving import served

FERRY = ["the ferry sank at noon .", "at noon the old ferry sank .", "the old ferry went down at noon ."]
NASTY = ["<img src=x onerror=alert(1)> sank at noon .", "at noon the <b>ferry</b> sank .", FERRY[2]]
STATUS = Status(
    "harbour", "harbour-1", "done", versions=("V1",),
    clusters={"total": 2, "done": 1, "failed": 1, "flying": 0, "waiting": 0},
)  # fmt: skip


def make_run(folder, clusters, status=STATUS, failed=()):
    """Write a run with sentences, report and status."""
    run = RunFolder(runs.make_run(folder, clusters, ["V1"], failed))
    write_sentence_files(run, [name for name in clusters if name not in failed], ["V1"])
    write_report(folder)
    shown = replace(status, name=folder.name)
    run.status.write_text(json.dumps(shown.to_dict()), encoding="utf-8")
    return run


@pytest.fixture
def harbour(tmp_path):
    return make_run(tmp_path / "harbour", {"ferry": FERRY, "pilot": FERRY}, failed=["pilot"])


@pytest.fixture
def client(tmp_path, harbour):  # noqa: ARG001 - it is served
    with served(tmp_path) as client:
        yield client


def test_the_list_has_each_run_with_its_state_and_what_can_be_opened(client, tmp_path):
    (tmp_path / "no run").mkdir()
    page = client.get("/runs").text
    assert page.count("<tr class=") == 1
    assert "1 of 2, <span class=bad>1 failed</span>" in page
    assert 'href="/runs/harbour/report.html"' in page
    assert 'href="/runs/harbour/files.zip"' in page
    assert "/try/harbour" not in page
    assert "data-running" not in page


def test_a_run_under_way_shows_how_far_it_is_and_is_loaded_again(client, harbour):
    with harbour.locked():
        counts = {"total": 4, "done": 1, "failed": 0, "flying": 2, "waiting": 1}
        status = replace(STATUS, state="running", clusters=counts)
        harbour.status.write_text(json.dumps(status.to_dict()), encoding="utf-8")
        page = client.get("/runs").text
        assert '<progress value="1" max="4"' in page
        assert '<div id="view" data-running>' in page
        page = client.get("/runs/harbour").text
        assert "running: 1 of 4 clusters done, 0 failed, 2 in flight, 1 waiting" in page
        assert "data-running" in page
    assert "lost" in client.get("/runs/harbour").text


def test_a_run_that_has_not_begun_is_in_the_list(client, harbour):
    harbour.status.unlink()
    harbour.report.unlink()
    assert "not begun" in client.get("/runs").text
    assert "has not begun to compute" in client.get("/runs/harbour").text
    assert client.get("/runs/harbour/report.html").status == 404


def test_a_long_list_ends_with_the_number_of_further_runs(client, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_RUNS", 1)
    make_run(tmp_path / "second", {"ferry": FERRY})
    page = client.get("/runs").text
    assert page.count("<tr class=") == 1
    assert "and 1 older runs" in page


def test_a_report_is_sent_as_it_is_with_its_own_policy(client, harbour):
    answer = client.get("/runs/harbour/report.html")
    assert answer.text == harbour.report.read_text(encoding="utf-8")
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert '<meta http-equiv="Content-Security-Policy"' in answer.text


def test_the_parts_of_a_report_are_sent_as_scripts(client, harbour):
    part = harbour.root / "report" / "part-0001-0123456789ab.js"
    part.parent.mkdir()
    part.write_text("part([]);\n", encoding="utf-8")
    answer = client.get(f"/runs/harbour/report/{part.name}")
    assert (answer.text, answer.headers["Content-Type"]) == ("part([]);\n", "text/javascript; charset=utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "/runs/nothing",
        "/runs/nothing/files.zip",
        "/runs/harbour/run.json",
        "/runs/harbour/ledger.sqlite",
        "/runs/../harbour/report.html",
        "/runs/%2e%2e/report.html",
        "/runs/..%2fharbour/report.html",
        "/runs/harbour/report/..%2frun.json",
        "/runs/harbour%00/report.html",
        "/runs/.serve/report.html",
    ],
)
def test_other_files_and_other_folders_cannot_be_read(client, path):
    assert client.get(path).status == 404


def test_the_search_finds_new_sentences_with_all_words(client):
    page = client.get("/runs?find=FERRY+old").text
    assert 'value="FERRY old"' in page
    assert 'href="/runs/harbour/report.html#cluster=ferry"' in page
    assert "0 sentences among" in client.get("/runs?find=zeppelin").text


def test_a_search_ends_with_its_bounds(client, monkeypatch):
    assert client.get("/runs?find=ferry").text.count("#cluster=") > 1
    monkeypatch.setattr(reading, "MOST_FOUND", 1)
    assert client.get("/runs?find=ferry").text.count("#cluster=") == 1
    monkeypatch.setattr(reading, "MOST_FOUND", 200)
    monkeypatch.setattr(reading, "MOST_READ", 1)
    assert "among 1;" in client.get("/runs?find=ferry").text
    monkeypatch.setattr(reading, "MOST_READ", 10**6)
    monkeypatch.setattr(reading, "MOST_SECONDS", -1.0)
    assert "among 1;" in client.get("/runs?find=ferry").text


def test_a_damaged_table_of_sentences_hides_no_other_run(client, tmp_path, harbour):
    make_run(tmp_path / "quay", {"ferry": FERRY})
    harbour.sentence_table.write_bytes(b"\xff\x00nothing")
    page = client.get("/runs?find=ferry").text
    assert "/runs/quay/report.html#cluster" in page
    assert "/runs/harbour/report.html#cluster" not in page


def test_texts_and_names_of_others_are_shown_as_texts(client, tmp_path):
    name = "a'&amp;#b"
    status = replace(STATUS, state="broken", versions=("<b>V1",))
    make_run(tmp_path / name, {"fer'&lt;ry": NASTY}, status)
    (tmp_path / name / "event.txt").write_text(f"{NASTY[0]}\n", encoding="utf-8")
    for path in ("/runs", "/runs?find=%3Cb%3E", "/runs?find=%22%3E%3Cimg", "/runs?find=sank"):
        page = client.get(path).text
        assert "<img" not in page
        assert "<b>" not in page
        assert "<i>" not in page
    assert "a&#x27;&amp;amp;#b" in client.get("/runs").text
    assert "&lt;b&gt;V1" in client.get("/runs/a'&amp;%23b").text


def test_the_files_come_without_logs_ledger_and_keys(client, harbour):
    for path in ("logs/worker.log", "ledger.sqlite", "sheets-key.csv", "sheets/judge-01/sheet.csv"):
        (harbour.root / path).parent.mkdir(parents=True, exist_ok=True)
        (harbour.root / path).write_text("secret", encoding="utf-8")
    connection = http.client.HTTPConnection("127.0.0.1", client.port)
    connection.request("GET", "/runs/harbour/files.zip")
    answer = connection.getresponse()
    assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''harbour.zip"
    with zipfile.ZipFile(io.BytesIO(answer.read())) as packed:
        assert packed.testzip() is None
        names = set(packed.namelist())
        assert packed.read("harbour/report.html") == harbour.report.read_bytes()
    assert {"harbour/run.json", "harbour/results.csv", "harbour/sentences.csv"} <= names
    assert not any("key" in name or "log" in name or "ledger" in name or "judge" in name for name in names)
    connection.close()


def test_files_that_are_too_large_are_refused(client, monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    answer = client.get("/runs/harbour/files.zip")
    assert answer.status == 413
    assert "copy the folder" in answer.text


def test_strangers_see_no_run(tmp_path, harbour):  # noqa: ARG001 - it is served
    with served(tmp_path, password="stored hash") as client:  # noqa: S106 - not a password
        for path in (
            "/runs",
            "/runs/harbour",
            "/runs/harbour/report.html",
            "/runs/harbour/files.zip",
            "/try",
        ):
            assert client.get(path).status == 302
