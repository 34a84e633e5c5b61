"""A shared server, and workers that are started by hand."""

import base64
import contextlib
import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

import psutil
import pytest
import redis

from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.store.identity import queue_of

SCRIPT = str(Path(sys.executable).with_name("orchestrator"))
USER, PASSWORD, QUOTED = "paralattice", "pass/word:1", "pass%2Fword%3A1"
# The rights that docs/howto/many-machines.md grants: the server's settings cannot be read.
ACL = ["reset", "on", f">{PASSWORD}", "+@all", "-@dangerous", "-@admin", "+info", "~*", "&*"]


class Place:
    """A shared server with the user of the guide, a store, and workers."""

    password, quoted, script = PASSWORD, QUOTED, SCRIPT

    def __init__(self, folder):
        self.folder = folder
        self.store = folder / "store"
        self.queue = queue_of(self.store)
        self.server = EmbeddedBroker()
        self.server.start()
        self.admin = redis.Redis.from_url(self.server.url)
        self.admin.execute_command("ACL", "SETUSER", USER, *ACL)
        self.url = f"redis://{USER}:{QUOTED}@127.0.0.1:{self.server.port}/0"

    def environment(self, **changes):
        """Return the environment of a process that uses this server and store."""
        settings = {"ORCHESTRATOR_BROKER_URL": self.url, "ORCHESTRATOR_STORE": str(self.store)}
        return {**os.environ, **settings, **changes}

    @contextlib.contextmanager
    def workers(self, *specifications):
        """Run workers, each of a command and changes of its environment, until the block ends.

        They listen when the block begins.  Yield the process and the log of each.
        """
        before, started = self._listening(), [self._start(*each) for each in specifications]
        try:
            listening = eventually(lambda: len(self._listening() - before) >= len(started))
            assert listening, [log.read_text() for _, log in started]
            yield [(psutil.Process(process.pid), log) for process, log in started]
        finally:
            for process, _ in started:
                process.terminate()
            for process, _ in started:
                process.wait(timeout=90)

    @contextlib.contextmanager
    def worker(self):
        """Run one worker of this code until the block ends; yield its process and log."""
        with self.workers(((SCRIPT, "worker", "--workers", "1"), {})) as (worker,):
            yield worker

    def _start(self, command, changes):
        log = self.folder / f"worker-{uuid.uuid4().hex}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                env=self.environment(**changes),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        return process, log

    def _listening(self):
        return {client["id"] for client in self.admin.client_list() if client["cmd"] == "brpop"}

    def put(self, task, body, kind="application/json"):
        """Put a message on the queue by hand, as anybody with the password can."""
        identity = str(uuid.uuid4())
        headers = {"lang": "py", "task": task, "id": identity, "root_id": identity, "retries": 0}
        message = {
            "body": base64.b64encode(body).decode(),
            "content-type": kind,
            "content-encoding": "binary" if "json" not in kind else "utf-8",
            "headers": headers,
            "properties": {
                "correlation_id": identity,
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": self.queue},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": str(uuid.uuid4()),
            },
        }
        self.admin.lpush(self.queue, json.dumps(message))

    def call(self, task, *arguments, **message):
        """Put a task on the queue by hand."""
        self.put(task, json.dumps([arguments, message, {}]).encode())

    def waiting(self):
        """Return how many messages wait or are held by a worker."""
        return self.admin.llen(self.queue) + self.admin.hlen("unacked")

    def close(self):
        self.admin.close()
        self.server.stop()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Run one server for all tests of a file."""
    place = Place(tmp_path_factory.mktemp("place"))
    yield place
    place.close()
