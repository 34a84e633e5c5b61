"""Places where a run is done while faults strike: one machine, a shared server, or a bucket as well."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import psutil
import redis

from support.checkouts import NO_SENTENCES, changed_checkout
from support.clocks import Clock, faketime_library
from support.console_script import Orchestrator
from support.processes import is_alive
from support.s3 import S3Proxy
from support.tcp_proxy import TcpProxy
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.settings import BROKER_VARIABLE, STORE_ENDPOINT_VARIABLE, STORE_VARIABLE, own_queue
from workers.store.identity import queue_of

MARK = "PARALATTICE_CHAOS"
PATIENCE_SECONDS = 2
_WINDOW = 3
_DAC = "-dac_override,-dac_read_search"


class NotNowError(Exception):
    """A fault cannot strike: what it would hit is not there."""


class Site:
    """A run on one machine, with its own server and workers.

    Parameters
    ----------
    folder
        Everything that the run writes, temporary files too, lies in it.
    corpus
        The folder of the clusters.

    Attributes
    ----------
    submits, restarts
        How often ``submit`` and workers were started.
    clocks
        The clocks of the submitting side and of the workers; empty without libfaketime.
    """

    kind = "alone"

    def __init__(self, folder, corpus):
        self.folder = folder
        self.corpus = corpus
        self.script = Orchestrator(folder)
        self.submits = self.restarts = 0
        self.process = None
        self.log = folder / "submit.log"
        (folder / "tmp").mkdir(parents=True)
        shared = bool(faketime_library())
        self.clocks = {role: Clock(folder / f"{role}.clock") for role in ("submit", "worker") if shared}

    @property
    def store(self):
        """The folder of the artefacts."""
        return self.folder / "runs/.store"

    @property
    def run(self):
        """The run's folder."""
        return self.folder / "runs/corpus"

    @property
    def output(self):
        """What all submits have printed."""
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def settings(self, role):
        """Return variables of the processes of a role; here none."""
        del role
        return {}

    def spawn(self, role, words, more=None):
        """Start the console script, bound by permissions, with the clock of its role and more variables."""
        environment = {MARK: str(self.folder), "TMPDIR": str(self.folder / "tmp"), **self.settings(role)}
        if role in self.clocks:
            environment |= self.clocks[role].environment
        bound = ["setpriv", f"--inh-caps={_DAC}", f"--bounding-set={_DAC}"] if os.geteuid() == 0 else []
        with (self.folder / f"{role}.log").open("ab") as log:
            return subprocess.Popen(
                [*bound, self.script.script, *map(str, words)],
                env={**os.environ, **environment, **(more or {})},
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def submit(self):
        """Begin the run, or go on with it."""
        self.submits += 1
        flags = ("--workers", 2, "--window", _WINDOW, "--patience", PATIENCE_SECONDS)
        self.process = self.spawn("submit", ("submit", self.corpus, *flags))

    def open(self):
        """Start what the run needs beside ``submit``."""

    def keep(self):
        """Start what has died and nobody else starts again."""

    def close(self):
        """Stop everything that this site has started; return what went wrong in doing so."""
        return []

    def processes(self, text):
        """Return the living processes of this site with a text in their command, the oldest first."""
        found = []
        for process in psutil.process_iter(["environ", "cmdline", "create_time"]):
            ours = (process.info["environ"] or {}).get(MARK) == str(self.folder)
            if ours and text in " ".join(process.info["cmdline"] or []) and is_alive(process):
                found.append(process)
        return sorted(found, key=lambda process: process.info["create_time"])

    def workers(self):
        """Return the processes of workers: those that talk to the server, and those that compute."""
        found = [each for each in self.processes("-m workers.main") if "guard.sh" not in _command(each)]
        numbers = {process.pid for process in found}
        with contextlib.suppress(psutil.NoSuchProcess):
            mains = [process for process in found if process.ppid() not in numbers]
            return mains, [process for process in found if process.ppid() in numbers]
        raise NotNowError

    def server(self):
        """Return the server's process, not its guard."""
        return one([each for each in self.processes("valkey-server") if "guard.sh" not in _command(each)])

    def queue(self):
        """Return the queue of the run."""
        return own_queue()

    @contextlib.contextmanager
    def client(self):
        """Connect to the server with all rights."""
        with redis.Redis.from_url(self.url(), socket_timeout=5) as client:
            yield client

    def url(self):
        """Return the server's URL."""
        with contextlib.suppress(OSError):
            place = (self.run / "logs/server").read_text().strip()
            return Path(place).read_text().strip()
        raise NotNowError


class Shared(Site):
    """A server and three workers that are started by hand, behind proxies; one is of other code."""

    kind = "shared"

    def __init__(self, folder, corpus):
        super().__init__(folder, corpus)
        self._broker = EmbeddedBroker()
        self._workers = []
        self.proxies = {}

    @property
    def store(self):
        """The folder of the artefacts."""
        return self.folder / "store"

    def settings(self, role):
        """Return server and store."""
        url = self._broker.url.replace(f":{self._broker.port}/", f":{self.proxies[role].port}/")
        return {BROKER_VARIABLE: url, STORE_VARIABLE: str(self.store)}

    def open(self):
        """Start the server, its proxies and the workers."""
        self._broker.start()
        self.proxies = {role: TcpProxy(self._broker.port) for role in ("submit", "worker")}
        self._other = changed_checkout(self.folder / "changed", *NO_SENTENCES)
        self._workers = [self._worker(number) for number in range(3)]

    def keep(self):
        """Start a dead server or worker again, as an operating system does."""
        self._broker.ensure_running()
        for number, worker in enumerate(self._workers):
            if worker.poll() is not None:
                self.restarts += 1
                self._workers[number] = self._worker(number)

    def close(self):
        """Ask the workers to stop, which they have to do; end server and proxies."""
        for worker in self._workers:
            # Nothing of this program runs in the first moments of Python's own start.
            eventually(lambda worker=worker: worker.poll() is not None or has_begun(worker))
            worker.terminate()
        problems = [problem for worker in self._workers if (problem := _ended(worker))]
        for proxy in self.proxies.values():
            proxy.close()
        self._broker.stop()
        return problems

    def server(self):
        """Return the server's process."""
        children = psutil.Process().children(recursive=True)
        return one([each for each in children if "valkey-server" in each.name() and is_alive(each)])

    def queue(self):
        """Return the queue of the store."""
        return queue_of(str(self.store))

    def url(self):
        """Return the server's URL."""
        return self._broker.url

    def _worker(self, number):
        return self.spawn("worker", ("worker", "--workers", 1), self._other if number == 2 else {})


class Bucket(Shared):
    """As the shared site, with the artefacts in a bucket whose server fails when told to."""

    kind = "bucket"

    def __init__(self, folder, corpus, s3):
        super().__init__(folder, corpus)
        self._s3 = s3
        self.trouble = lambda: None
        self._proxy = S3Proxy(s3, lambda _: self.trouble())
        self._location = f"s3://lattices/{folder.name}"

    def settings(self, role):
        """Return server, bucket and keys."""
        bucket = {STORE_VARIABLE: self._location, STORE_ENDPOINT_VARIABLE: self._proxy.endpoint}
        return super().settings(role) | bucket | self._s3.users["worker"]

    def queue(self):
        """Return the queue of the bucket; the claim of its identity is in the bucket itself."""
        with self.client() as client:
            names = [name.decode() for name in client.keys("paralattice-*")]
        if not names:
            raise NotNowError
        return names[0]

    def close(self):
        """End the proxy before the bucket as well."""
        problems = super().close()
        self._proxy.close()
        return problems


def one(found):
    """Return the first thing found; raise :class:`NotNowError` if there is none."""
    if not found:
        raise NotNowError
    return found[0]


def has_begun(process):
    """Return whether a process has loaded a compiled module, which Python's own start does not."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return any("lib-dynload" in each.path for each in psutil.Process(process.pid).memory_maps())
    return False


def _command(process):
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def _ended(worker):
    """Wait for the end of a worker; return what is wrong with it."""
    try:
        code = worker.wait(timeout=90)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
        return "a worker that was asked to stop went on for 90 s"
    return "" if code in (0, 1, 2) else f"a worker that was asked to stop ended with {code}"


def left_behind(site):
    """Return what a closed site has left: processes, temporary files, unfinished files that no sweep finds.

    A killed writer's file stays in the store for a day, since its writer may be on another machine.
    """
    eventually(lambda: not site.processes(""), 60)
    found = [f"process {process.pid}: {_command(process)[:150]}" for process in site.processes("")]
    place = site.folder / "tmp"
    return found + [str(path) for path in (place.iterdir() if place.is_dir() else ())]


def remove(site):
    """Remove the folder of a site."""
    shutil.rmtree(site.folder, ignore_errors=True)
