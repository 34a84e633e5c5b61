"""A shared server, as people run one for several machines, with a store and workers started by hand."""

import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import redis

from support.paths import ROOT
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.store.identity import queue_of

SCRIPT = str(Path(sys.executable).with_name("orchestrator"))
PASSWORD, QUOTED = "pass/word:1", "pass%2Fword%3A1"
USERS = (ROOT / "deploy/users.acl").read_text(encoding="utf-8")
ROLES = ("orchestrator", "worker", "flower")


def grant(admin, password=PASSWORD):
    """Give a server the users that the guide sets up, all with the same password."""
    for line in USERS.splitlines()[1:]:
        _, name, *rights = re.sub(r"[A-Z]+_PASSWORD", password, line).split()
        admin.execute_command("ACL", "SETUSER", name, "reset", *rights)


def role_of(command):
    """Return which user a command needs, by its words."""
    return next((role for role in ("worker", "flower") if role in map(str, command)), "orchestrator")


class SharedServer:
    """A server with the user of the guide, and a folder with a store.

    Attributes
    ----------
    url
        The server's URL, with the orchestrator's user and the password.
    admin
        A client that may do everything.
    """

    def __init__(self, folder):
        self.folder = folder
        self.store = folder / "store"
        self.queue = queue_of(self.store)
        self.server = EmbeddedBroker()
        self.server.start()
        self.admin = redis.Redis.from_url(self.server.url)
        grant(self.admin)
        self.url = self.url_of("orchestrator")

    def url_of(self, role):
        """Return the server's URL with the user of a role."""
        return f"redis://paralattice-{role}:{QUOTED}@127.0.0.1:{self.server.port}/0"

    def environment(self, command=(), **changes):
        """Return the environment of a process that uses this server and store."""
        url = self.url_of(role_of(command))
        settings = {"ORCHESTRATOR_BROKER_URL": url, "ORCHESTRATOR_STORE": str(self.store)}
        return {**os.environ, **settings, **changes}

    def start(self, command, **changes):
        """Start a process and return it with the file of what it prints."""
        log = self.folder / f"{uuid.uuid4().hex}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                env=self.environment(command, **changes),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        return process, log

    def connections(self, command=""):
        """Return the connections to the server, or those whose last command was this one."""
        return {client["id"] for client in self.admin.client_list() if command in ("", client["cmd"])}

    def wait_for_workers(self, before, count=1):
        """Return whether so many workers begin to listen, beside the connections there were before."""
        return eventually(lambda: len(self.connections("brpop") - before) >= count)

    def close(self):
        """Stop the server."""
        self.admin.close()
        self.server.stop()
