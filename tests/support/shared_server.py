"""A shared server, as people run one for several machines, with a store and workers started by hand."""

import os
import subprocess
import sys
import uuid
from pathlib import Path

import redis

from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.store.identity import queue_of

SCRIPT = str(Path(sys.executable).with_name("orchestrator"))
USER, PASSWORD, QUOTED = "paralattice", "pass/word:1", "pass%2Fword%3A1"
# The rights that docs/howto/many-machines.md grants: the server's settings cannot be read.
RIGHTS = ("+@all", "-@dangerous", "-@admin", "+info", "~*", "&*")


class SharedServer:
    """A server with the user of the guide, and a folder with a store.

    Attributes
    ----------
    url
        The server's URL, with the user and the password.
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
        self.admin.execute_command("ACL", "SETUSER", USER, "reset", "on", f">{PASSWORD}", *RIGHTS)
        self.url = f"redis://{USER}:{QUOTED}@127.0.0.1:{self.server.port}/0"

    def environment(self, **changes):
        """Return the environment of a process that uses this server and store."""
        settings = {"ORCHESTRATOR_BROKER_URL": self.url, "ORCHESTRATOR_STORE": str(self.store)}
        return {**os.environ, **settings, **changes}

    def start(self, command, **changes):
        """Start a process and return it with the file of what it prints."""
        log = self.folder / f"{uuid.uuid4().hex}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                env=self.environment(**changes),
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
