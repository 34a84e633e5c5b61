"""The server and `submit` on one host, workers on another, and the link between them is cut for a while."""

import os
import subprocess
from contextlib import closing

import pytest

from orchestrator.runs.ledger import Ledger
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker, server_binary
from workers.settings import BROKER_VARIABLE

NEAR, FAR, NETWORK = "10.213.77.1", "10.213.77.2", "24"


class NotAllowedError(Exception):
    """Nobody may make network namespaces here."""


class Namespaces:
    """Two network namespaces, wired to a switch in a third: when that is off, packets are just lost.

    Attributes
    ----------
    near, far
        Words before a command that run it on the one host or the other.
    url
        The server's URL, for both hosts.
    """

    def __init__(self):
        self._names = [f"paralattice-{part}-{os.getpid()}" for part in ("near", "far", "switch")]
        self.near, self.far = (["ip", "netns", "exec", name] for name in self._names[:2])
        self.url = self.far_url = f"redis://:word@{NEAR}:6379/0"
        self._server = None
        try:
            self._wire()
        except (OSError, subprocess.CalledProcessError) as error:
            self.close()
            raise NotAllowedError from error
        self._server = subprocess.Popen(
            [*self.near, server_binary(), "--bind", NEAR, "--requirepass", "word", "--save", ""],
            stdout=subprocess.DEVNULL,
        )

    def _wire(self):
        switch = self._names[2]
        for name in self._names:
            _ip("netns add", name)
            _ip(f"-n {name} link set lo up")
        _ip(f"-n {switch} link add switch type bridge")
        for name, port, address in zip(self._names, ("near", "far"), (NEAR, FAR), strict=False):
            _ip(f"link add wire netns {name} type veth peer name {port} netns {switch}")
            _ip(f"-n {switch} link set {port} master switch up")
            _ip(f"-n {name} addr add {address}/{NETWORK} dev wire")
            _ip(f"-n {name} link set wire up")
        self.mend()

    def cut(self):
        """Switch the switch off; no host sees its own wire go down."""
        _ip(f"-n {self._names[2]} link set switch down")

    def mend(self):
        """Switch the switch on."""
        _ip(f"-n {self._names[2]} link set switch up")

    def close(self):
        """End the server and remove the namespaces."""
        if self._server:
            self._server.kill()
            self._server.wait()
        for name in self._names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def _ip(*words):
    subprocess.run(["ip", *" ".join(words).split()], capture_output=True, check=True)


class Loopback:
    """Two addresses of this machine, and a proxy between them."""

    near, far = [], []

    def __init__(self, proxy_to):
        self._server = EmbeddedBroker()
        self._server.start()
        self._proxy = proxy_to(self._server.port, host="127.0.0.2")
        self.url = self._server.url
        self.far_url = self.url.replace(f"127.0.0.1:{self._server.port}", f"127.0.0.2:{self._proxy.port}")
        self.cut, self.mend = self._proxy.cut, self._proxy.mend

    def close(self):
        """End the server."""
        self._server.stop()


@pytest.fixture(params=["namespaces", pytest.param("loopback", marks=pytest.mark.slow)])
def hosts(request, proxy_to):
    """Make two hosts with a server on the near one."""
    if request.param == "loopback":
        hosts = Loopback(proxy_to)
    else:
        try:
            hosts = Namespaces()
        except NotAllowedError:
            hosts = Loopback(proxy_to)
    with closing(hosts):
        yield hosts


def test_a_link_that_is_cut_for_a_while_is_waited_for_and_costs_nothing_else(
    trial, hosts, worker, monkeypatch
):
    store = trial.orchestrator.folder / "store"
    monkeypatch.setenv(BROKER_VARIABLE, hosts.url)
    trial.orchestrator.prefix = hosts.near
    far = worker(hosts.far_url, store, hosts.far)
    trial.submit("--store", store, window=2)
    trial.reach(4)
    hosts.cut()
    # By then what was under way on either side has come to its end.
    assert eventually(lambda: "no worker of version" in trial.output), trial.output
    assert trial.finished() < 24
    assert trial.process.poll() is far.poll() is None
    hosts.mend()
    trial.finish()
    with closing(Ledger(trial.folder / "ledger.sqlite")) as ledger:
        assert set(ledger.attempts().values()) == {1}
