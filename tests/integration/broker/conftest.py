"""A shared server, and workers that are started by hand."""

import base64
import contextlib
import json
import uuid

import psutil
import pytest

from support.shared_server import PASSWORD, QUOTED, SCRIPT, SharedServer


class Place(SharedServer):
    """A shared server whose queue a test fills by hand, with workers for a while."""

    password, quoted, script = PASSWORD, QUOTED, SCRIPT

    @contextlib.contextmanager
    def workers(self, *specifications):
        """Run workers, each of a command and changes of its environment, until the block ends.

        They listen when the block begins.  Yield the process and the log of each.
        """
        before = self.connections()
        started = [self.start(command, **changes) for command, changes in specifications]
        try:
            assert self.wait_for_workers(before, len(started)), [log.read_text() for _, log in started]
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


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Run one server for all tests of a file."""
    place = Place(tmp_path_factory.mktemp("place"))
    yield place
    place.close()
