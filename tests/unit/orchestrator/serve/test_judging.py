"""Judges' links and the organiser's pages, asked of a real server."""

import io
import json
import re
import threading
import zipfile
from operator import attrgetter

import pytest

from orchestrator.judging.served import HIGHEST_STAMP, ServedSheet
from orchestrator.serve.password import hashed
from paralattice.judging.sheets.forms import ACCEPTABILITY, PHRASE_FORM
from paralattice.judging.sheets.study_files import PHRASE_FILES, REWORDING_FILES
from support.serving import serve_sheets, served

WORDS = "a long password"


@pytest.fixture
def links(tmp_path):
    return serve_sheets(tmp_path)


@pytest.fixture
def client(tmp_path, links):
    assert links
    with served(tmp_path, password=hashed(WORDS)) as client:
        yield client


@pytest.fixture
def organiser(client):
    organiser = client.other()
    assert organiser.send("/sign-in", password=WORDS).status == 302
    return organiser


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


def test_a_link_opens_the_sheet_with_the_scores_that_were_saved_from_any_device(client, links):
    link = links["judge-01"]
    answer = client.save(link, [["ferry0", 0, 3, 20], ["ferry0", 1, 4, 21]])
    assert answer.status == 200
    assert json.loads(answer.text)["seen"] == 2
    page = client.other().get(link)
    assert page.status == 200
    assert data_of(page.text)["served"]["scores"] == [["ferry0", 0, 3, 20], ["ferry0", 1, 4, 21]]
    assert "connect-src 'self'" in page.text
    assert client.cookies == {}


@pytest.mark.parametrize(
    "files",
    [PHRASE_FILES, PHRASE_FILES.again, REWORDING_FILES, REWORDING_FILES.again],
    ids=attrgetter("served"),
)
def test_sheets_of_pairs_of_rewordings_and_of_a_second_pass_are_served_too(tmp_path, files):
    form = PHRASE_FORM if files.key == PHRASE_FILES.key else ACCEPTABILITY
    links = serve_sheets(tmp_path, "quay", form=form, files=files)
    with served(tmp_path) as client:
        assert client.save(links["judge-02"], [["pilot0", 0, 2, 1]]).status == 200
        assert data_of(client.get(links["judge-02"]).text)["served"]["scores"] == [["pilot0", 0, 2, 1]]
        here = re.search(r'href="(/judging/quay/[^"]+)"', client.get("/judging").text)[1]
        assert "<td>judge-02</td><td>1</td><td>5</td>" in client.get(here).text
        assert client.get(f"{here}/scores.zip").status == 200


def test_an_answer_has_what_other_devices_have_saved_meanwhile(client, links):
    link = links["judge-01"]
    client.save(link, [["ferry0", 0, 3, 20]])
    reply = json.loads(client.save(link, [["ferry1", 0, 2, 30]], seen=0).text)
    assert reply["scores"] == [["ferry0", 0, 3, 20], ["ferry1", 0, 2, 30]]


def test_doubled_late_and_repeated_requests_change_nothing(client, links, tmp_path):
    link, new, old = links["judge-01"], [["ferry0", 0, 3, 20]], [["ferry0", 0, 1, 10]]
    for scores in (new, new, old, new):
        assert client.save(link, scores).status == 200
    assert ServedSheet(tmp_path / "harbour" / "served", "judge-01").since(0) == ([("ferry0", 0, 3, 20)], 1)


def test_a_token_opens_its_judges_sheet_and_nothing_else(client, links, tmp_path):
    serve_sheets(tmp_path, "quay")
    one, other = links.values()
    assert data_of(client.get(one).text)["judge"] == "judge-01"
    assert data_of(client.get(other).text)["judge"] == "judge-02"
    token = one.rpartition("/")[2]
    assert client.get(f"/judge/quay/served/{token}").status == 404
    assert client.get(f"/judge/harbour/pair-served/{token}").status == 404
    assert client.get(f"/judge/harbour/served/{token[::-1]}").status == 404
    for path in ("/judging", "/judging/harbour/served", "/judging/harbour/served/scores.zip"):
        assert client.get(path).status == 302
        assert client.get(f"{path}?token={token}", Authorization=f"Bearer {token}").status == 302


@pytest.mark.parametrize("name", ["..", "%2e%2e", "..%2f..%2fharbour", "%00", "harbour%2f..%2fharbour", "."])
def test_no_name_of_a_run_leads_elsewhere(client, links, name):
    token = links["judge-01"].rpartition("/")[2]
    assert client.get(f"/judge/{name}/served/{token}").status == 404


BODIES = ("", "[]", "{}", '{"scores": [], "seen": "x"}', "[" * 100_000, '{"scores": 1, "seen": 0}')


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_body_that_is_none_of_the_pages_is_refused_with_a_reason(client, links, body):
    answer = client.ask("POST", links["judge-01"], body, Accept="application/json")
    assert answer.status == 400
    assert "load the page again" in json.loads(answer.text)["error"]


def test_very_many_scores_at_once_are_refused(client, links):
    assert client.save(links["judge-01"], [["ferry0", 0, 3, 1]] * 20_000).status == 413


def test_a_full_disk_is_told_and_nothing_counts_as_saved(client, links, tmp_path):
    path = tmp_path / "harbour" / "served" / "judge-01.scores"
    path.symlink_to("/dev/full")
    answer = client.save(links["judge-01"], [["ferry0", 0, 3, 20]])
    assert answer.status == 507
    assert "cannot write" in json.loads(answer.text)["error"]
    path.unlink()
    assert client.save(links["judge-01"], [["ferry0", 0, 3, 20]]).status == 200


def test_a_judge_who_sends_without_end_is_slowed_down_and_others_are_not(client, links):
    one, other = links.values()
    answers = {client.save(one, []).status for _ in range(150)}
    assert answers == {200, 429}
    assert client.save(other, []).status == 200


def test_fifty_judges_at_once_lose_nothing(tmp_path):
    links = serve_sheets(tmp_path, "busy", judges=50)
    with served(tmp_path) as client:

        def judge(link):
            own = client.other()
            for stamp, item in enumerate(("ferry0", "ferry1", "pilot2"), 1):
                assert own.save(link, [[item, 0, 4, stamp]]).status == 200

        threads = [threading.Thread(target=judge, args=(link,)) for link in links.values()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for name in links:
        assert len(ServedSheet(tmp_path / "busy" / "served", name).scores()) == 3


def test_the_organiser_sees_progress_and_reminders_and_agreement_when_asked(client, links, organiser):
    for number, link in enumerate(links.values()):
        client.save(link, [["ferry0", 0, 3, 1000], ["ferry0", 1, 4, 2000], ["ferry1", 0, 2 + number, 3000]])
    assert "harbour</a></td><td>sentences</td><td>2</td><td>2 of 12" in organiser.get("/judging").text
    page = organiser.get("/judging/harbour/served").text
    assert "<td>judge-01</td><td>1</td><td>5</td>" in page
    assert "You have judged 1 of 6 sentences; 5 are left" in page
    assert "alpha" not in page
    page = organiser.get("/judging/harbour/served?agreement=1").text
    assert "<td>grammaticality</td><td>0.000</td><td>2</td>" in page


def test_the_organisers_page_stands_a_score_from_the_end_of_all_years(client, links, organiser):
    scores = [["ferry0", scale, 3, HIGHEST_STAMP] for scale in (0, 1)]
    assert client.save(links["judge-01"], scores).status == 200
    assert "9999-12-3" in organiser.get("/judging/harbour/served").text


def test_the_organiser_closes_reopens_and_renews_links(client, links, organiser):
    link, here = links["judge-01"], "/judging/harbour/served"
    assert organiser.send(here, judge="judge-01", action="close").status == 302
    assert client.get(link).status == client.save(link, []).status == 410
    assert "closed" in client.get(link).text
    assert client.get(links["judge-02"]).status == 200
    assert organiser.send(here, judge="judge-01", action="open").status == 302
    assert client.save(link, [["ferry0", 0, 3, 1]]).status == 200
    page = organiser.send(here, judge="judge-01", action="renew").text
    new = re.search(r'class="link">http://127.0.0.1:\d+(/judge/harbour/served/[0-9a-f]{32})<', page)[1]
    assert client.get(link).status == 404
    assert data_of(client.get(new).text)["served"]["scores"] == [["ferry0", 0, 3, 1]]
    assert new not in organiser.get(here).text
    assert organiser.send(here, judge="judge-09", action="close").status == 400


def test_a_strangers_form_changes_no_link(client, organiser):
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    for browser in (client, organiser):
        answer = browser.ask("POST", "/judging/harbour/served", "judge=judge-01&action=close", **form)
        assert answer.status == 403


def test_all_scores_are_exported_as_sheets(client, links, organiser):
    client.save(links["judge-02"], [["ferry0", 0, 3, 1]])
    answer = organiser.get("/judging/harbour/served/scores.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert archive.namelist() == ["judge-02.csv"]
        assert ",3," in archive.read("judge-02.csv").decode("utf-8-sig")
    assert answer.headers["Content-Disposition"].endswith("harbour-served.zip")


def test_the_log_has_neither_tokens_nor_texts(client, links, caplog):
    with caplog.at_level("INFO"):
        client.get(links["judge-01"])
        client.save(links["judge-01"], [["ferry0", 0, 3, 1]])
        client.get(links["judge-01"][::-1])
    for link in links.values():
        assert link.rpartition("/")[2] not in caplog.text
    assert "ferry" not in caplog.text


def test_a_damaged_study_is_named_to_the_organiser_and_not_to_judges(client, links, organiser, tmp_path):
    (tmp_path / "harbour" / "served" / "links.json").write_text('{"dealt": "x"}')
    answer = organiser.get("/judging/harbour/served")
    assert answer.status == 500
    assert "links.json: not a record of served sheets" in answer.text
    answer = client.get(links["judge-01"])
    assert answer.status == 500
    assert "links.json" not in answer.text
