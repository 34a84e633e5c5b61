"""A shared broker with workers started by hand: several machines, here on one."""

import contextlib
import itertools
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from support.console_script import Orchestrator
from support.messages import without_progress
from support.results import exported, finished_clusters
from support.shared_server import PASSWORD, SCRIPT, SharedServer
from support.waiting import eventually
from workers.events import stream_name
from workers.store.identity import queue_of

CLUSTERS = 16
PARTS = 5


class Site(SharedServer):
    """A shared server, and workers that are there until they are stopped."""

    def __init__(self, folder):
        super().__init__(folder)
        self.workers = []

    def using(self, store=None, url=None):
        """Return the environment of a process that may use another store or URL."""
        return self.environment(**_settings(store, url))

    def start_worker(self, command=(SCRIPT, "worker", "--workers", "1"), store=None, url=None):
        """Start a worker and wait until it listens."""
        before = self.connections()
        worker = Worker(*self.start(command, **_settings(store, url or self.url_of("worker"))))
        self.workers.append(worker)
        assert self.wait_for_workers(before), worker.log.read_text()
        return worker

    def censuses(self):
        """Return how often workers have been asked what they hold."""
        calls = self.admin.info("commandstats").get("cmdstat_publish", {"calls": 0})
        return calls["calls"]

    def close(self):
        for worker in self.workers:
            worker.kill()
        super().close()


def _settings(store, url):
    settings = {"ORCHESTRATOR_BROKER_URL": url, "ORCHESTRATOR_STORE": store and str(store)}
    return {name: value for name, value in settings.items() if value}


class Worker:
    """A worker process with its children."""

    def __init__(self, process, log):
        self.process = process
        self.log = log

    def tree(self):
        if self.process.poll() is not None:
            return []
        parent = psutil.Process(self.process.pid)
        return [parent, *parent.children(recursive=True)]

    def pool(self):
        """Return the processes that compute: children of the one that talks to the broker."""
        mains = [process for process in self.tree() if "-m workers.main" in " ".join(process.cmdline())]
        return [process for process in mains if process.parent() in mains and _is_python(process.parent())]

    def pause(self):
        """Stop computing, without a word to anybody."""
        for process in self.pool():
            process.suspend()

    @contextlib.contextmanager
    def paused(self):
        self.pause()
        try:
            yield
        finally:
            for process in self.pool():
                process.resume()

    def kill(self):
        """End everything at once, as a machine that loses its power does."""
        tree = self.tree()
        for send in (signal.SIGSTOP, signal.SIGKILL):
            for process in tree:
                try:
                    process.send_signal(send)
                except psutil.NoSuchProcess:
                    continue
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=90)


def _is_python(process):
    return "guard.sh" not in " ".join(process.cmdline())


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Run one site for all tests of this file, with one worker that is always there."""
    site = Site(tmp_path_factory.mktemp("site"))
    try:
        site.start_worker()
        yield site
    finally:
        site.close()


@pytest.fixture
def submit(orchestrator, site):
    """Start ``orchestrator submit`` on the site; what still runs at the end of the test is killed."""
    processes = []

    def start(corpus, *arguments, store=None, url=None, environment=None):
        log = orchestrator.folder / f"submit-{len(processes)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [orchestrator.script, "submit", str(corpus), *map(str, arguments)],
                env=environment or site.using(store, url),
                cwd=orchestrator.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        process.log = log
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()


def output_of(process, code=0):
    """Wait for the end of a process and return what it printed."""
    ended = process.wait(timeout=200)
    output = process.log.read_text("utf-8")
    assert ended == code, output
    assert "pass/word" not in output
    assert "pass%2F" not in output
    return output


def finished(orchestrator, run="corpus"):
    return len(finished_clusters(orchestrator.folder / "runs" / run))


def stream_of(orchestrator, run="corpus"):
    record = json.loads((orchestrator.folder / "runs" / run / "run.json").read_text("utf-8"))
    return stream_name(record["id"])


def tree_of(rng):
    """Return a short sentence as a bracketed tree."""
    who, whom = rng.sample(["pilot", "crowd", "ferry", "tower", "guard"], 2)
    verb, adverb = rng.choice(["saw", "left", "passed"]), rng.choice(["slowly", "later", "again"])
    return (
        f"(ROOT (S (NP (DT The) (NN {who})) (VP (VBD {verb}) (NP (DT the) (NN {whom})) "
        f"(ADVP (RB {adverb}))) (. .)))"
    )


class Embedded:
    """A run with a server and workers of its own, over clusters for all tests of this file."""

    def __init__(self, folder):
        self.folder = folder
        corpus = folder / "corpus"
        corpus.mkdir()
        rng = random.Random(71)
        for number in range(PARTS * CLUSTERS):
            trees = [tree_of(rng) for _ in range(6)]
            words = [" ".join(re.findall(r" ([^() ]+)\)", tree)) for tree in trees]
            (corpus / f"c{number:03}.mrg").write_text("\n".join(trees) + "\n", "utf-8")
            (corpus / f"c{number:03}.txt").write_text("\n".join(words) + "\n", "utf-8")
        self.rest = sorted(path.stem for path in corpus.glob("*.txt"))
        subprocess.run(
            [SCRIPT, "submit", corpus, "--workers", "2"], cwd=folder, check=True, capture_output=True
        )

    def take(self, folder):
        """Put clusters that no test has had yet into a folder; return their names."""
        names, self.rest = self.rest[:CLUSTERS], self.rest[CLUSTERS:]
        folder.mkdir()
        for name, kind in itertools.product(names, ("txt", "mrg")):
            shutil.copy(self.folder / "corpus" / f"{name}.{kind}", folder)
        return names


def results_of(root, names):
    """Return the results of some clusters of a run as files, and their rows of its results."""
    rows = (root / "results.csv").read_text("utf-8").splitlines()
    files = exported(root).items()
    ours = {path: text for path, text in files if {Path(path).stem, Path(path).parent.name} & set(names)}
    return {"rows": [row for row in rows if row.partition(",")[0] in names], **ours}


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    """Run all clusters of this file once, without a shared broker."""
    return Embedded(tmp_path_factory.mktemp("embedded"))


@pytest.fixture
def expected(orchestrator, embedded):
    """Make a corpus that the site's store does not know; return it and a check of its results."""
    corpus = orchestrator.folder / "corpus"
    names = embedded.take(corpus)

    def check():
        wanted = results_of(embedded.folder / "runs/corpus", names)
        assert len(wanted) > CLUSTERS * PARTS * len(("alignment", "lattice", "samples"))
        assert results_of(orchestrator.folder / "runs/corpus", names) == wanted

    return corpus, check


def test_a_run_on_a_shared_broker_gives_the_same_files_and_leaves_nothing_there(
    orchestrator, submit, site, expected
):
    corpus, check_results = expected
    output = output_of(submit(corpus))
    assert f"{CLUSTERS} of {CLUSTERS} clusters done" in output
    check_results()
    record = (orchestrator.folder / "runs/corpus/run.json").read_text("utf-8")
    assert f'"broker": "redis://127.0.0.1:{site.server.port}/0"' in record
    assert PASSWORD not in record
    assert not site.admin.exists(stream_of(orchestrator))
    assert site.admin.llen(queue_of(site.store)) == 0


@pytest.mark.slow
def test_two_runs_at_once_do_not_disturb_each_other(orchestrator, submit, parsed_corpus):
    corpora = [parsed_corpus(CLUSTERS, name=f"corpus{seed}", seed=seed) for seed in (21, 22)]
    runs = [submit(corpus) for corpus in corpora]
    for run in runs:
        assert f"{CLUSTERS} of {CLUSTERS} clusters done, 0 failed" in output_of(run)
    one, other = orchestrator.files("corpus21"), orchestrator.files("corpus22")
    assert len(one) == len(other)
    assert one["results.csv"] != other["results.csv"]


def test_a_password_given_on_the_command_line_does_not_stay_there(orchestrator, submit, site, parsed_corpus):
    flags = ["--broker", site.url, "--store", "empty", "--patience", 1, "--quiet"]
    process = submit(parsed_corpus(1), *flags, environment=dict(os.environ))
    started = psutil.Process(process.pid)
    assert eventually(lambda: "--store" in started.cmdline() and "--broker" not in started.cmdline())
    assert not any("pass%2F" in word for word in started.cmdline())
    assert eventually((orchestrator.folder / "runs/corpus/status.json").exists)
    process.terminate()
    output_of(process, 130)


def test_messages_that_a_killed_worker_held_are_sent_again_before_long(orchestrator, submit, site, expected):
    corpus, check_results = expected
    steady, victim = site.workers[0], site.start_worker()
    victim.pause()
    with steady.paused():
        # Long enough for a busy machine to answer a census in time.
        process = submit(corpus, "--patience", 8)
        assert eventually(lambda: site.admin.hlen("unacked") == 2), "each of them takes one message"
    # The victim goes on answering, with a message in its hands; the other worker does the rest.
    assert eventually(lambda: finished(orchestrator) >= CLUSTERS - 2)
    censuses = site.censuses()
    assert eventually(lambda: site.censuses() > censuses + 1)
    assert process.poll() is None, "what a living worker holds must not be sent again"
    victim.kill()
    output_of(process)
    check_results()


def test_a_worker_that_is_stopped_hands_its_messages_back(orchestrator, submit, site, expected):
    corpus, check_results = expected
    second = site.start_worker()
    process = submit(corpus, "--window", 4)
    assert eventually(lambda: finished(orchestrator) > 0)
    assert second.stop() == 0
    output_of(process)
    check_results()


def test_a_killed_orchestrator_goes_on_where_it_was_while_the_workers_live(
    orchestrator, submit, site, expected
):
    corpus, check_results = expected
    process = submit(corpus, "--window", 4)
    assert eventually(lambda: finished(orchestrator) > 0)
    process.kill()
    process.wait()
    stream = stream_of(orchestrator)
    assert site.admin.exists(stream)
    output_of(submit(corpus))
    check_results()
    # Also if a worker finishes late what was sent twice.
    assert not site.admin.exists(stream)


def test_a_run_without_workers_says_so_once_and_why_other_workers_take_no_part(submit, site, parsed_corpus):
    old = "import paralattice; paralattice.__version__ = '0.0.9'; from workers.main import main; main(['1'])"
    worker = site.start_worker([sys.executable, "-c", old])
    process = submit(parsed_corpus(1), "--patience", 1, store=site.folder / "other")
    lines = (
        r"no worker of version",
        r"cannot take part: 1 worker of version 0\.0\.9 \(\S+@\S+\)",
        rf"cannot take part: 1 worker on another store, its {site.store} \(\S+@\S+\)",
    )
    assert eventually(lambda: all(re.search(line, process.log.read_text()) for line in lines))
    censuses = site.censuses()
    assert eventually(lambda: site.censuses() > censuses + 1)
    process.send_signal(signal.SIGINT)
    output = output_of(process, 130)
    assert [len(re.findall(line, output)) for line in lines] == [1, 1, 1]
    assert "the next submit continues from there" in output
    worker.kill()


def test_a_run_goes_on_after_its_broker_lost_all_messages(orchestrator, submit, expected, tmp_path):
    corpus, check_results = expected
    second = Site(tmp_path)
    try:
        # The server forgets the user of the other tests when it dies.
        url = second.server.url
        worker = second.start_worker(url=url)
        process = submit(corpus, "--window", 4, "--patience", 3, store=second.store, url=url)
        assert eventually(lambda: finished(orchestrator) > 0)
        second.admin.flushall()
        _kill_server(second)
        assert eventually(second.server.ensure_running)
        output_of(process)
        check_results()
        assert worker.process.poll() is None
    finally:
        second.close()


def _kill_server(site):
    (server,) = [
        process
        for process in psutil.Process().children(recursive=True)
        if f":{site.server.port}" in (line := _command_line(process)) and "guard.sh" not in line
    ]
    server.kill()


def _command_line(process):
    """Return the command line of a process; nothing of one that has ended meanwhile."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


@pytest.mark.parametrize("command", [["submit", "CORPUS"], ["worker"]], ids=["submit", "worker"])
@pytest.mark.parametrize(
    ("url", "store", "words"),
    [
        ("redis://:pass%2Fword@127.0.0.1:1/0", "store", "cannot be reached: Error 111"),
        ("redis://:pass%2Fword@127.0.0.1:{port}/0", "store", "refuses user and password"),
        ("redis://127.0.0.1:{port}/0", "store", "refuses user and password"),
        ("redis://:pass/word@127.0.0.1:{port}/0", "store", "the broker's URL cannot be read"),
        ("amqp://:pass%2Fword@127.0.0.1/0", "store", "the broker's URL cannot be read"),
        ("redis://:pass%2Fword@127.0.0.1/0?timeout=1", "store", "the broker's URL has options"),
        ("{good}", "/dev/null/store", "cannot use the store /dev/null/store: Not a directory"),
    ],
)
def test_a_broker_or_store_that_cannot_be_used_is_refused_in_one_line_without_the_password(
    orchestrator, site, parsed_corpus, command, url, store, words
):
    url = url.format(port=site.server.port, good=site.url)
    command = [str(parsed_corpus(1)) if word == "CORPUS" else word for word in command]
    done = orchestrator.call(*command, **site.using(store, url))
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert "pass/word" not in done.stdout + done.stderr
    assert "pass%2F" not in done.stdout + done.stderr


def test_a_server_that_never_answers_is_refused_before_long(submit, parsed_corpus):
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"redis://:pass%2Fword@127.0.0.1:{server.getsockname()[1]}/0"
        output = output_of(submit(parsed_corpus(1), url=url), 2)
    assert output.count("\n") == 1
    assert "cannot be reached: Timeout" in output


def test_a_shared_broker_needs_a_shared_store(orchestrator, site, parsed_corpus):
    done = orchestrator.call("submit", parsed_corpus(1), "--broker", site.url)
    assert done.returncode == 2
    assert (
        done.stderr
        == "error: --broker needs --store: a folder that this machine and all workers share, or s3://BUCKET/PREFIX\n"
    )


def test_a_run_is_seen_and_ended_from_another_machine(submit, site, parsed_corpus, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def ask(*words):
        return subprocess.run(
            [SCRIPT, *words],
            env=site.environment(),
            cwd=elsewhere,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def told():
        done = Orchestrator(elsewhere).call("status", "far", "--json", **site.environment())
        return json.loads(done.stdout) if done.returncode == 0 else {}

    corpus = parsed_corpus(40, name="far", seed=77)
    with site.workers[0].paused():
        process = submit(corpus, "--window", 30)
        assert eventually(lambda: told().get("clusters", {}).get("flying") == 30)
        status = told()
        assert (status["state"], status["process"]) == ("running", process.pid)
        assert status["clusters"] == {"total": 40, "done": 0, "failed": 0, "flying": 30, "waiting": 10}
        assert ["far", "running"] in [line.split()[:2] for line in ask("runs").stdout.splitlines()[1:]]
        assert site.admin.llen(queue_of(site.store)) > 20
        ended = ask("cancel", "far")
        assert (ended.returncode, ended.stdout) == (0, "run far is cancelled\n"), ended.stderr
        assert site.admin.llen(queue_of(site.store)) == 0
    assert "cancelled; the same command continues from here" in output_of(process, code=130)
    assert PASSWORD not in ended.stdout + ended.stderr
    assert ask("status", "far").returncode == 3
    # The task that a worker had in hand when the run was cancelled does no harm.
    output = output_of(submit(corpus))
    assert "40 of 40 clusters done, 0 failed" in output


def test_documents_are_matched_by_the_workers_of_a_shared_server(orchestrator, site):
    event = orchestrator.folder / "event"
    event.mkdir()
    for number in range(3):
        text = f"The ferry Dorval sank. Nobody saw day {number}. The captain of the Dorval was saved.\n"
        (event / f"d{number}.txt").write_text(text, "utf-8")
    here = orchestrator.call("match", "run", event)
    there = subprocess.run(
        [orchestrator.script, "match", "run", str(event)],
        env=site.environment(),
        cwd=orchestrator.folder,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert there.returncode == 0
    assert without_progress(there.stderr) == without_progress(here.stderr)
    assert there.stdout == here.stdout
    assert len(there.stdout.splitlines()) > 3
    # No server or workers of its own: there is no log of any.
    assert not (orchestrator.folder / "runs/.match/worker.log").exists()
