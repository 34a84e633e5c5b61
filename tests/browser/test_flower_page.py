"""Flower's pages in a browser: what messages say is shown as text."""

import os
import subprocess
import sys
import time
import urllib.request
from base64 import b64encode
from urllib.parse import quote

import pytest
from flower.events import Events

from support.waiting import eventually
from workers.settings import FLOWER_VARIABLE

PASSWORD = "fl0wer"  # noqa: S105
HOSTILE = [
    "<script>window.name='harm'</script>",
    "<img src=x onerror=\"window.name='harm'\">",
    "<svg onload=\"window.name='harm'\">",
    "<iframe srcdoc=\"<script>parent.name='harm'</script>\"></iframe>",
    '"><a href="javascript:window.name=\'harm\'">x</a>',
    "{{7*7}} ${7*7} \u202e",
]


def write_history(folder):
    """Write Flower's own history of tasks of which every text is hostile."""
    events = Events(None, None, db=str(folder / "history"), persistent=True, max_tasks_in_memory=100)
    for number, text in enumerate(HOSTILE):
        place = {"hostname": f"worker@{text}", "uuid": f"id-{number}", "pid": 1}
        # Workers that were heard of long ago are not shown.
        times = dict.fromkeys(("timestamp", "local_received"), time.time() + 3600)
        texts = {"name": f"cluster{text}", "args": text, "kwargs": text, "root_id": text}
        for clock, kind in enumerate(("received", "started", "failed")):
            failure = {"exception": text, "traceback": text} if kind == "failed" else {}
            event = {**place, **times, **texts, **failure}
            events.state.event({**event, "type": f"task-{kind}", "clock": clock})
    events.save_state()


@pytest.fixture
def flower(tmp_path, free_port):
    """Serve the history of tasks whose texts are hostile, without a broker; return the URL."""
    write_history(tmp_path)
    command = [
        sys.executable,
        "-P",
        "-m",
        "workers.flower_process",
        "127.0.0.1",
        str(free_port),
        str(tmp_path),
    ]
    environment = {**os.environ, FLOWER_VARIABLE: PASSWORD, "ORCHESTRATOR_BROKER_URL": ""}
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    assert eventually(lambda: answers(f"http://127.0.0.1:{free_port}/healthcheck")), (
        tmp_path / "log"
    ).read_text()
    yield f"127.0.0.1:{free_port}"
    process.terminate()
    process.wait(90)


def answers(url):
    """Return whether a page comes."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - this test's own server
            return answer.status == 200
    except OSError:
        return False


def shown(driver):
    """Return the texts of HOSTILE that the page shows; it may break their lines."""
    page = "".join(driver.execute_script("return document.body.innerText").split())
    return {text for text in HOSTILE if "".join(text.split()) in page}


def test_hostile_texts_are_shown_as_text(driver, flower):
    login = f"Basic {b64encode(f'paralattice:{PASSWORD}'.encode()).decode()}"
    pages = {"tasks": set(HOSTILE), "workers": set(HOSTILE), "broker": set()}
    pages |= {f"task/id-{number}": {text} for number, text in enumerate(HOSTILE)}
    pages |= {f"worker/{quote(f'worker@{text}', safe='')}": {text} for text in HOSTILE}
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Authorization": login}})
    try:
        for path, texts in pages.items():
            driver.get(f"http://{flower}/{path}")
            assert eventually(lambda texts=texts: shown(driver) == texts), (path, shown(driver))
            # A window keeps its name from page to page.
            assert driver.execute_script("return window.name") != "harm", path
    finally:
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
