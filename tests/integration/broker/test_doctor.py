"""The doctor looks at a real server and real workers: of this code, of other code, of another version."""

import json
import re
import socket
import sys

import pytest

import paralattice
from orchestrator.doctor import rights
from support.checkouts import changed_checkout
from support.shared_server import USERS, grant
from workers.app import app, use_broker
from workers.source_digest import code_digest
from workers.store.identity import queue_of

OLD = "import paralattice; paralattice.__version__ = '0.0.9'; from workers.main import main; main(['1'])"


@pytest.fixture
def doctor(place, orchestrator):
    """Run the command and return what it prints, which is never the password."""
    before = app.conf.broker_url, app.conf.task_default_queue

    def doctor(*arguments, code, **environment):
        hidden = {"ORCHESTRATOR_BROKER_URL": "", "ORCHESTRATOR_STORE": ""}
        done = orchestrator.call("doctor", *arguments, **hidden | environment)
        assert (done.returncode, done.stderr) == (code, ""), done.stdout
        assert place.password not in done.stdout
        assert place.quoted not in done.stdout
        return done.stdout

    yield doctor
    use_broker(*before)


def checks_of(text, name):
    return [check for check in json.loads(text)["checks"] if check["check"] == name]


def test_without_a_broker_all_that_a_local_run_needs_is_there_and_nothing_is_made(doctor, tmp_path):
    lines = doctor(code=0).splitlines()
    names = [line.split()[1].rstrip(":") for line in lines]
    assert {"python", "paralattice", "machine", "disk", "model", "store"} <= set(names)
    assert any("embedded server: " in line for line in lines)
    assert {line.split()[0] for line in lines} <= {"ok", "warning"}
    assert list(tmp_path.iterdir()) == []


def test_programs_get_one_object_with_the_figures(doctor, tmp_path):
    told = json.loads(doctor("--json", "--store", tmp_path, code=0))
    assert told["version"] == paralattice.__version__
    assert told["ok"] is True
    assert told["problems"] == 0
    (store,) = [check for check in told["checks"] if check["check"] == "store"]
    assert store["facts"]["location"] == str(tmp_path)
    assert set(store) == {"check", "level", "text", "advice", "facts"}


def test_a_problem_ends_with_1_and_says_what_to_do(doctor):
    text = doctor("--store", "/dev/null/store", code=1)
    (line,) = [line for line in text.splitlines() if line.startswith("problem")]
    assert "store: /dev/null/store" in line
    assert "name a folder, or a bucket, that this user can write" in line


def test_a_shared_broker_without_workers_is_described_with_its_queue(doctor, place):
    place.admin.rpush(place.queue, "not a message")
    text = doctor("--json", "--broker", place.url, "--store", place.store, code=0)
    place.admin.delete(place.queue)
    (broker,) = checks_of(text, "broker")
    assert broker["facts"]["url"] == f"redis://127.0.0.1:{place.server.port}/0"
    assert 0 < broker["facts"]["latency_ms"] < 1000
    (memory,) = checks_of(text, "broker memory")
    assert memory["facts"]["policy"] == "noeviction"
    (persistence,) = checks_of(text, "broker persistence")
    assert persistence["facts"]["appendonly"] is True
    assert "may not ask" in persistence["facts"]["save"]
    queue, parsing = checks_of(text, "queue")
    assert parsing["facts"]["queue"].startswith(f"{place.queue}-")
    assert parsing["facts"]["waiting"] == 0
    assert queue["facts"] == {"queue": place.queue, "waiting": 1}
    (workers,) = checks_of(text, "workers")
    assert workers["level"] == "warning"
    assert "orchestrator worker" in workers["advice"]
    assert checks_of(text, "embedded server") == []


def test_workers_of_this_code_of_other_code_and_of_another_version_or_store_are_told_apart(doctor, place):
    ours = (place.script, "worker", "--workers", "2")
    old = (sys.executable, "-c", OLD), {"ORCHESTRATOR_BROKER_URL": place.url_of("worker")}
    with place.workers((ours, {}), old):
        text = doctor(
            "--json", code=0, ORCHESTRATOR_BROKER_URL=place.url, ORCHESTRATOR_STORE=str(place.store)
        )
        ours, old = sorted(checks_of(text, "workers"), key=lambda check: check["level"])
        elsewhere = doctor("--broker", place.url, "--store", place.folder / "none", code=0)
    assert (ours["level"], ours["facts"]["queue"], ours["facts"]["processes"]) == ("ok", place.queue, 2)
    assert ours["facts"]["code"] == code_digest()
    assert ours["facts"]["store"] == str(place.store)
    assert old["level"] == "warning"
    assert "of version 0.0.9: it listens to paralattice-0.0.9 and takes no part" in old["text"]
    assert f"install version {paralattice.__version__} there" in old["advice"]
    assert "2 on this broker, for any store; give the store" in elsewhere


def test_workers_of_other_code_and_on_another_store_take_no_part(doctor, place, tmp_path):
    other = tmp_path / "other"
    command = (place.script, "worker", "--workers", "1")
    changed = changed_checkout(tmp_path / "changed", "paralattice/judging/means.py", "\n", "\n# changed\n")
    with place.workers((command, changed), (command, {"ORCHESTRATOR_STORE": str(other)})):
        text = doctor("--broker", place.url, "--store", place.store, code=0)
    assert re.search(r"workers: worker-\d+@\S+ with other code, [0-9a-f]{12}: it listens to", text)
    assert f"install the files of this machine there, with the code {code_digest()}" in text
    assert f"on another store, its {other}: it listens to {queue_of(other)} and takes no part" in text


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis://:{quoted}@127.0.0.1:1/0", "cannot be reached"),
        ("redis://:{quoted}x@127.0.0.1:{port}/0", "refuses user and password"),
        ("redis://:{password}@127.0.0.1:{port}/0", "the broker's URL cannot be read"),
    ],
)
def test_a_broker_that_cannot_be_used_is_one_problem_without_its_password(doctor, place, url, words):
    text = doctor(
        "--broker", url.format(port=place.server.port, quoted=place.quoted, password=place.password), code=1
    )
    (line,) = [line for line in text.splitlines() if line.startswith("problem")]
    assert words in line
    assert "workers" not in text


@pytest.mark.parametrize(
    ("role", "purpose"),
    [("orchestrator", "submit runs"), ("worker", "compute them"), ("flower", "show them in Flower")],
)
def test_the_users_of_the_guide_have_the_rights_of_their_roles_alone(doctor, place, role, purpose):
    (found,) = checks_of(doctor("--json", "--broker", place.url_of(role), code=0), "broker rights")
    assert (found["level"], found["text"]) == ("ok", f"its user may {purpose}")
    assert [name for name, lacks in found["facts"]["lacks"].items() if not lacks] == [role]


@pytest.mark.parametrize(
    ("role", "taken", "named", "purpose"),
    [
        ("worker", "-hincrby -script|load", "+hincrby +script|load", "compute them"),
        ("worker", "resetkeys ~paralattice* ~*pidbox* ~_kombu.binding*", "~unacked*", "compute them"),
        ("worker", "resetchannels", "&/0.celery.pidbox &/0.celeryev/*", "compute them"),
        ("orchestrator", "-xread", "+xread", "submit runs"),
        ("orchestrator", "-set", "+set", "submit runs"),
        ("orchestrator", "-multi", "+multi, perhaps more", "submit runs"),
        ("flower", "-psubscribe", "+psubscribe", "show them in Flower"),
    ],
)
def test_rights_that_the_brokers_user_lacks_are_named(doctor, place, role, taken, named, purpose):
    place.admin.execute_command("ACL", "SETUSER", f"paralattice-{role}", *taken.split())
    try:
        text = doctor("--json", "--broker", place.url_of(role), code=1)
    finally:
        grant(place.admin)
    (found,) = checks_of(text, "broker rights")
    assert found["level"] == "problem"
    assert found["text"] == f"its user lacks rights: to {purpose} it needs {named}"
    # Nothing was done with the key of the trial.
    assert not place.admin.exists("K")


def test_every_command_that_the_guide_grants_is_tried():
    tried = {form.split()[0] for form in rights._FORMS.split(";")}
    assert tried == set(re.findall(r"(?<= \+)\S+", USERS))


def test_a_user_who_may_do_everything_lacks_no_right(doctor, place):
    place.admin.execute_command("ACL", "SETUSER", "all", "reset", "on", "nopass", "~*", "&*", "+@all")
    (found,) = checks_of(
        doctor("--json", "--broker", f"redis://all:x@127.0.0.1:{place.server.port}/0", code=0),
        "broker rights",
    )
    assert found["text"] == "its user may submit runs and compute them and show them in Flower"


@pytest.mark.timeout(60)
def test_a_server_that_never_answers_does_not_hold_up_the_doctor(doctor, place):
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"redis://:{place.quoted}@127.0.0.1:{server.getsockname()[1]}/0"
        assert "problem  broker: " in doctor("--broker", url, code=1)
