"""Trials in the browser's place: a real server, its workers, and the runs that it writes."""

import json
import re
import time
import zlib
from base64 import b64decode
from contextlib import closing

import pytest

from orchestrator.runs.folder import RunFolder
from orchestrator.serve import trials
from support.serving import served
from support.shared_server import SCRIPT, SharedServer
from support.waiting import eventually

FERRY = """\
The ferry sank off Norvik on Friday after it struck a rock.
On Friday, the old ferry hit a rock and sank off Norvik.
The ferry struck a rock off Norvik and sank on Friday, the owner said.
The owner of the ferry said that it sank on Friday.
"""
NASTY = """\
<img src=x onerror=alert(1)> sank off Norvik on Friday.
The </script><script>alert(1)</script> ferry sank off Norvik on Friday.
{{facts}} sank off Norvik on Friday & was lost &lt;there&gt;.
"""


def unpacked(packed):
    """Return the text that a page unpacks."""
    return zlib.decompress(b64decode(packed), wbits=-zlib.MAX_WBITS).decode()


class Page:
    """The page of trials without a browser."""

    def __init__(self, client):
        self.client = client
        page = client.get("/try").text
        self.token = json.loads(re.search(r'id="facts">(.*?)</script>', page)[1])["token"]

    def ask(self, text=FERRY, versions=("V4",), **options):
        """Ask for a trial; return the answer."""
        body = json.dumps({"text": text, "versions": versions, **options})
        return self.client.ask("POST", "/try", body, X_XSRFToken=self.token, Accept="application/json")

    def name(self, **values):
        """Ask for a trial and return its name."""
        answer = self.ask(**values)
        assert answer.status == 200, answer.text
        return json.loads(answer.text)["name"]

    def results(self, name, have=""):
        """Return the state of a trial, not more often than a client may ask."""
        time.sleep(0.06)
        return json.loads(self.client.get(f"/try/{name}/results?have={have}").text)

    def end(self, name):
        """Return the results of a trial at its end."""
        assert eventually(lambda: self.results(name, "V6,V4")["state"] == "ended", 120)
        return self.results(name)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return tmp_path_factory.mktemp("served") / "runs"


@pytest.fixture(scope="module")
def page(runs):
    with served(runs) as client:
        yield Page(client)


def test_quick_versions_are_ready_before_slow_ones_and_the_run_is_kept(page, runs):
    text = f"{FERRY}A boat took the crew ashore.\n"
    name = page.name(text=text, versions=["V6", "V4"])
    seen = []

    def ended():
        found = page.results(name)
        seen.append((found["state"], tuple(found.get("versions", ()))))
        assert not any("cannot be read" in unpacked(packed) for packed in found.get("clusters", {}).values())
        return found["state"] == "ended"

    assert eventually(ended, 120)
    assert ("computing", ("V4",)) in seen
    assert seen[-1] == ("ended", ("V6", "V4"))
    found = page.results(name)
    assert (found["error"], list(found["clusters"])) == ("", ["event"])
    assert {row[found["columns"].index("status")] for row in found["rows"]} == {"done"}
    folder = RunFolder(runs / name)
    assert folder.versions() == ("V6", "V4")
    assert folder.report.exists()
    assert folder.texts("event") == text.splitlines()
    assert text.splitlines()[0] in page.client.get(f"/try/{name}").text


def test_a_page_that_asks_before_the_end_gets_the_results_of_the_end(page, monkeypatch):
    shown, read = [], trials._shown

    def noted(*arguments):
        shown.append(read(*arguments))
        return shown[-1]

    monkeypatch.setattr(trials, "_shown", noted)
    text = f"{FERRY}A boat from Norvik took the crew ashore.\n"
    found = page.end(page.name(text=text, versions=["V6", "V4"]))
    whole = [each["clusters"] for each in shown if tuple(each.get("versions", ())) == ("V6", "V4")]
    assert len(whole) > 1
    assert all(each == found["clusters"] for each in whole)


def test_a_page_gets_only_results_that_it_lacks(page):
    name = page.name(versions=["V6", "V4"])
    page.end(name)
    assert "clusters" in page.results(name, "V4")
    assert "clusters" not in page.results(name, "V6,V4")


def test_the_same_input_is_answered_at_once_and_nothing_is_computed(page, runs):
    name = page.name(versions=["V4"])
    page.end(name)
    record = (runs / name / "run.json").stat().st_mtime_ns
    assert page.name(versions=["V4"]) == name
    assert page.results(name)["state"] == "ended"
    assert (runs / name / "run.json").stat().st_mtime_ns == record


def test_an_option_makes_another_trial_with_other_sentences(page, runs):
    few = page.name(versions=["V4"], sample={"keep": 1})
    assert page.end(few)["error"] == ""
    rows = [record.row for record in RunFolder(runs / few).sentence_records()]
    assert sum(row.chosen for row in rows) == 1


def test_several_events_are_clusters_of_one_run(page):
    text = f"# ferry\n{FERRY}\n# boat\n{FERRY.replace('ferry', 'boat')}"
    found = page.end(page.name(text=text, versions=["V1"]))
    assert list(found["clusters"]) == ["ferry", "boat"]


def test_hostile_sentences_are_data(page, runs):
    name = page.name(text=NASTY, versions=["V4"])
    assert page.end(name)["error"] == ""
    html = page.client.get(f"/try/{name}").text
    assert "<img src=x" not in html
    assert "</script><script>alert" not in html
    assert RunFolder(runs / name).given_texts("event") == NASTY.splitlines()


def test_a_problem_of_the_text_is_told_by_its_line_without_paths(page, runs):
    text = f"# ferry\n{FERRY}\n# ferry\n{FERRY}"
    found = page.end(page.name(text=text, versions=["V1"]))
    assert found["error"] == "line 7: the group 'ferry' is there already, in line 1"
    assert str(runs) not in found["error"]
    assert "clusters" not in found


def test_texts_that_do_not_fit_are_computed_with_a_warning(page):
    text = "Le bac a coulé vendredi au large de la ville après avoir heurté un rocher.\n" * 2
    found = page.end(page.name(text=f"{text}Vendredi le vieux bac a coulé dans la baie.\n", versions=["V1"]))
    assert any("French" in warning for warning in found["warnings"])


def test_a_refused_request_begins_nothing(page, runs):
    before = set(runs.iterdir())
    for answer in (page.ask(text="word " * 5000), page.ask(versions=["V7"])):
        assert answer.status == 400
        assert json.loads(answer.text)["error"]
    body = page.client.ask("POST", "/try", "{", X_XSRFToken=page.token, Accept="application/json")
    assert json.loads(body.text)["error"] == "This request cannot be read."
    assert page.client.ask("POST", "/try", "{}").status == 403
    assert set(runs.iterdir()) == before
    assert page.client.get("/").status == 200
    assert page.client.get("/try/try-0123456789abcdef").status == 404
    assert page.client.get("/try/try-0123456789abcdef/results").status == 404


def test_trials_wait_in_turn_and_too_many_are_refused(page, monkeypatch):
    names = [page.name(text=f"{FERRY}The boat {number} came.", versions=["V6"]) for number in range(3)]
    found = page.results(names[2])
    assert (found["state"], found["before"] in (1, 2)) == ("waiting", True)
    monkeypatch.setattr(trials, "MOST_WAITING", 1)
    answer = page.ask(text=f"{FERRY}No boat came.")
    assert answer.status == 400
    assert "trials are waiting already" in answer.text
    assert [page.end(name)["error"] for name in names] == ["", "", ""]
    monkeypatch.setattr(trials, "MOST_RUNS", 1)
    assert "remove some of its folders" in page.ask(text=f"{FERRY}No boat came.").text


def test_a_trial_that_takes_too_long_is_stopped_and_the_next_one_is_computed(page, monkeypatch):
    monkeypatch.setattr(trials, "MOST_SECONDS", 0.05)
    many = [
        f"The {word} ferry sank off {word} on Friday after it struck a rock, said the owner of {word}."
        for word in (f"n{number}orvik" for number in range(100))
    ]
    slow = page.name(text="\n".join(many), versions=["V6"])
    assert "took longer than 0 s" in page.end(slow)["error"]
    monkeypatch.undo()
    assert page.end(page.name(text=f"{FERRY}It is lost.", versions=["V4"]))["error"] == ""


def test_what_was_kept_is_shown_by_the_next_server_and_what_was_not_is_said(page, runs):
    name = page.name(versions=["V4"])
    page.end(name)
    unfinished = runs / "try-00000000000000aa"
    unfinished.mkdir()
    (unfinished / "trial.json").write_text('{"text": "x", "versions": ["V4"]}', encoding="utf-8")
    with served(runs) as client:
        other = Page.__new__(Page)
        other.client = client
        assert list(other.results(name)["clusters"]) == ["event"]
        assert "server was stopped" in other.results(unfinished.name)["error"]


def test_a_server_that_ends_stops_its_workers_at_once(tmp_path):
    with served(tmp_path / "runs") as client:
        Page(client).name(versions=["V6"])
        pointer = tmp_path / "runs" / ".serve" / "logs" / "server"
        assert eventually(pointer.exists, 60)
        begun = time.monotonic()
    assert time.monotonic() - begun < 30
    assert not pointer.exists()


def test_workers_end_when_nothing_is_asked_for_and_start_again(tmp_path, monkeypatch):
    monkeypatch.setattr(trials, "_IDLE_SECONDS", 0.5)
    with served(tmp_path / "runs") as client:
        pointer = tmp_path / "runs" / ".serve" / "logs" / "server"
        page = Page(client)
        assert eventually(pointer.exists, 60)
        assert eventually(lambda: not pointer.exists(), 60)
        assert page.end(page.name(versions=["V1"]))["error"] == ""


def test_a_damaged_record_is_that_of_no_trial_and_the_trial_is_computed_again(page, runs):
    name = page.name(versions=["V1"])
    page.end(name)
    (runs / name / "trial.json").write_text("{", encoding="utf-8")
    assert page.client.get(f"/try/{name}").status == 404
    assert page.name(versions=["V1"]) == name
    assert page.end(name)["error"] == ""


def test_workers_of_a_shared_broker_compute_trials_and_their_absence_is_told(tmp_path, monkeypatch):
    server, runs = SharedServer(tmp_path), tmp_path / "runs"
    with closing(server), served(runs, broker=server.url, store=str(server.store)) as client:
        page = Page(client)
        monkeypatch.setattr(trials, "MOST_SECONDS", 3.0)
        name = page.name(versions=["V4"])
        assert "No worker" in page.end(name)["error"]
        monkeypatch.undo()
        worker, log = server.start([SCRIPT, "worker", "--workers", "1"])
        try:
            assert page.name(versions=["V4"]) == name
            found = page.end(name)
            assert (found["error"], list(found["clusters"])) == ("", ["event"]), log.read_text("utf-8")
        finally:
            worker.terminate()
            worker.wait()
    assert not (runs / ".serve/logs").exists()
    assert not (runs / ".store").exists()
