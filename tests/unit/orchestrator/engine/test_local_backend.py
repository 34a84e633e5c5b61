"""One backend's server and workers: what dies is started again, not for ever, and nothing stays behind."""

import sys
import types
from urllib.parse import urlsplit

import psutil
import pytest
import redis

from orchestrator.engine import local_backend as local
from orchestrator.engine.local_backend import LocalBackend, WorkerError
from support.waiting import eventually
from workers.settings import QUEUE, TASK_TIME_LIMIT, Settings

SLEEPING = "import time; print('worker is up', flush=True); time.sleep(60)"


@pytest.fixture
def backend(tmp_path, monkeypatch, request):
    """Make a backend whose worker is another program."""

    def backend(program):
        script = tmp_path / "python"
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{program}"\n')
        script.chmod(0o755)
        monkeypatch.setattr(local.sys, "executable", str(script))
        made = LocalBackend(Settings("", str(tmp_path / "store")), 2, tmp_path / "logs" / "worker.log")
        request.addfinalizer(made.stop)
        return made

    # What it waits between two starts is no part of these tests.
    monkeypatch.setattr(local, "time", types.SimpleNamespace(sleep=lambda _seconds: None))
    return backend


def dead(backend):
    return eventually(lambda: not backend._worker.running)


def test_server_and_workers_run_inside_and_are_gone_outside(backend, tmp_path):
    log = tmp_path / "logs" / "worker.log"
    with backend(SLEEPING) as started:
        assert eventually(lambda: "worker is up" in log.read_text("utf-8"))
        with redis.Redis.from_url(started.broker_url) as client:
            assert client.ping()
        assert started.ensure_running() == ""
        worker = started._worker
        assert started.queue == QUEUE
    assert not worker.running
    with redis.Redis.from_url(started.broker_url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_the_workers_are_told_where_broker_and_store_are(backend, tmp_path):
    tell = "import os; print(*(v for k, v in sorted(os.environ.items()) if k.startswith('ORCHESTRATOR_')))"
    with backend(tell) as started:
        assert dead(started)
        told = (tmp_path / "logs" / "worker.log").read_text("utf-8").split()
    assert told == [started.broker_url, QUEUE, str(tmp_path / "store")]


def test_the_password_is_on_no_command_line(backend):
    with backend(SLEEPING) as started:
        password = urlsplit(started.broker_url).password
        assert len(password) > 20
        commands = [" ".join(process.cmdline()) for process in psutil.Process().children(recursive=True)]
        assert any("workers.main" in command or "time.sleep" in command for command in commands)
        assert not any(password in command for command in commands)


def test_a_worker_that_died_is_started_again(backend):
    with backend("raise SystemExit(3)") as started:
        assert dead(started)
        first = started._worker
        assert "was restarted" in started.ensure_running()
        assert started._worker is not first


def test_a_worker_that_dies_time_and_again_ends_the_run_with_the_end_of_its_log(backend):
    with backend("print('no such model'); raise SystemExit(3)") as started:
        for _ in range(local._RESTARTS_WITHOUT_PROGRESS):
            assert dead(started)
            assert started.ensure_running()
        assert dead(started)
        with pytest.raises(
            WorkerError, match=r"keeps dying; its log is .*worker\.log:\n(.*\n)*no such model"
        ):
            started.ensure_running()


def test_a_worker_that_dies_of_too_little_memory_says_so_in_a_line(backend):
    with backend("raise MemoryError") as started:
        for _ in range(local._RESTARTS_WITHOUT_PROGRESS):
            assert dead(started)
            assert started.ensure_running()
        assert dead(started)
        with pytest.raises(
            WorkerError, match=r"keeps dying; there is too little memory.*worker\.log$"
        ) as told:
            started.ensure_running()
        assert "\n" not in str(told.value)


def test_restarts_between_which_work_is_done_are_not_counted_together(backend):
    with backend("raise SystemExit(3)") as started:
        for _ in range(local._RESTARTS_WITHOUT_PROGRESS + 2):
            assert dead(started)
            assert started.ensure_running()
            started.on_progress()


def test_a_start_that_fails_leaves_no_server_behind(tmp_path):
    (tmp_path / "logs").write_text("a file in the way")
    backend = LocalBackend(Settings("", str(tmp_path / "store")), 1, tmp_path / "logs" / "worker.log")
    with pytest.raises(OSError, match="logs"):
        backend.__enter__()
    with redis.Redis.from_url(backend.broker_url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_an_item_is_lost_once_it_is_silent_for_longer_than_any_task_may_take(tmp_path):
    backend = LocalBackend(Settings("", str(tmp_path)), 1, tmp_path / "log")
    silences = {"new": 0.0, "slow": TASK_TIME_LIMIT + 1.0, "lost": TASK_TIME_LIMIT + 1000.0}
    assert backend.lost(silences) == {"lost"}
    backend.stop()


class Found:
    """A search that has found one lost item."""

    def lost(self, silences):
        return {"nowhere"} & set(silences)

    def close(self):
        """Do nothing."""


def test_an_item_of_which_neither_queue_nor_worker_has_a_message_is_lost(tmp_path):
    backend = LocalBackend(Settings("", str(tmp_path)), 1, tmp_path / "log")
    backend._lost_work = Found()
    assert backend.lost({"new": 0.0, "nowhere": 70.0}) == {"nowhere"}
    backend.stop()
