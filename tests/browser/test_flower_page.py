"""Flower's pages in a browser: what messages say is shown as text, and nothing else runs or is loaded."""

import json
import os
import subprocess
import sys
import urllib.request
from base64 import b64encode

import pytest

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


@pytest.fixture
def flower(tmp_path, free_port):
    """Serve the history of tasks whose arguments are hostile, without a broker; return the URL."""
    lines = []
    for number, text in enumerate(HOSTILE):
        event = {"type": "task-received", "uuid": f"id-{number}", "hostname": "worker@host", "timestamp": 1e9}
        event |= {"local_received": 1e9, "clock": number + 1, "pid": 1, "utcoffset": 0}
        lines.append(json.dumps({**event, "name": f"cluster{text}", "args": text, "kwargs": "{}"}))
    (tmp_path / "history.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
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
    assert eventually(lambda: policy_of(f"http://127.0.0.1:{free_port}/workers")), (
        tmp_path / "log"
    ).read_text()
    yield f"127.0.0.1:{free_port}"
    process.terminate()
    process.wait(90)


def policy_of(url):
    """Return the policy that a page comes with, or nothing if it does not come."""
    request = urllib.request.Request(url)  # noqa: S310 - this test's own server
    request.add_header("Authorization", f"Basic {b64encode(f'paralattice:{PASSWORD}'.encode()).decode()}")
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
            return answer.headers["Content-Security-Policy"]
    except OSError:
        return ""


SHOWN = "return document.body.innerText"


def test_hostile_arguments_are_text_and_the_pages_own_scripts_run(driver, flower):
    login = f"Basic {b64encode(f'paralattice:{PASSWORD}'.encode()).decode()}"
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Authorization": login}})
    driver.get_log("browser")
    try:
        driver.get(f"http://{flower}/tasks")
        assert eventually(lambda: all(text[:9] in driver.execute_script(SHOWN) for text in HOSTILE[:3]))
        for path in ("workers", "task/id-1", "broker", "tasks"):
            # Pages show the arguments, in their titles too; a window keeps its name from page to page.
            assert driver.execute_script("return window.name") != "harm"
            complaints = [entry["message"] for entry in driver.get_log("browser")]
            assert [text for text in complaints if "Content Security Policy" in text] == []
            driver.get(f"http://{flower}/{path}")
    finally:
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})


@pytest.mark.parametrize("path", ["tasks", "workers", "static/js/flower.js", "healthcheck"])
def test_every_answer_forbids_what_the_pages_do_not_need(path, flower):
    policy = policy_of(f"http://{flower}/{path}")
    assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
