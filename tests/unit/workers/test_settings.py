"""Workers are told by the environment alone, take nothing but JSON, and acknowledge what is done."""

import gc
import importlib
import os
import subprocess
import sys

import pytest
from celery.app.defaults import NAMESPACES, flatten

from paralattice.errors import OptionError
from workers import main as main_module
from workers.app import app, use_broker
from workers.settings import (
    BROKER_VARIABLE,
    QUEUE,
    QUEUE_VARIABLE,
    STORE_ENDPOINT_VARIABLE,
    STORE_VARIABLE,
    TASK_TIME_LIMIT,
    TIME_LIMIT_VARIABLE,
    Settings,
    celery_settings,
    task_time_limit,
)
from workers.task_names import TASKS


def test_settings_survive_the_way_through_the_environment(monkeypatch):
    settings = Settings("redis://:secret@host:1/0", "s3://bucket/a", "a-queue", "http://host:1")
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.from_environment() == settings


def test_an_environment_without_settings_names_nothing_but_the_usual_queue(monkeypatch):
    for name in (BROKER_VARIABLE, STORE_VARIABLE, STORE_ENDPOINT_VARIABLE, QUEUE_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    assert Settings.from_environment() == Settings("", "", QUEUE)


def test_every_setting_is_one_that_celery_knows():
    known = {name for name, _ in flatten(NAMESPACES)}
    assert set(celery_settings("redis://host/0")) <= known


def test_nothing_but_json_is_sent_or_taken():
    made = celery_settings("redis://host/0")
    assert made["accept_content"] == ["json"]
    assert made["task_serializer"] == "json"


def test_a_message_belongs_to_no_one_before_its_task_is_done():
    made = celery_settings("redis://host/0")
    assert made["task_acks_late"]
    assert made["task_retry_on_worker_lost"]
    assert made["worker_prefetch_multiplier"] == 1
    # A message that is still worked on must not be given to another worker.
    assert made["broker_transport_options"]["visibility_timeout"] > 2 * TASK_TIME_LIMIT
    assert made["task_time_limit"] == TASK_TIME_LIMIT


def test_a_message_stays_with_its_worker_for_longer_than_any_time_limit_that_is_set():
    made = celery_settings("redis://host/0", time_limit=7200)
    assert made["task_time_limit"] == 7200
    assert made["broker_transport_options"]["visibility_timeout"] > 2 * 7200


def test_the_time_limit_of_a_task_is_that_of_the_environment_or_the_default(monkeypatch):
    monkeypatch.delenv(TIME_LIMIT_VARIABLE, raising=False)
    assert task_time_limit() == TASK_TIME_LIMIT == 900
    monkeypatch.setenv(TIME_LIMIT_VARIABLE, "60")
    assert task_time_limit() == 60


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "ten", "inf"])
def test_a_time_limit_that_is_none_is_refused_by_its_name(monkeypatch, text):
    monkeypatch.setenv(TIME_LIMIT_VARIABLE, text)
    with pytest.raises(OptionError, match=f"ORCHESTRATOR_TASK_TIME_LIMIT={text}: must be a whole number"):
        task_time_limit()


def test_broker_and_queue_can_be_named_after_the_start():
    before = app.conf.broker_url, app.conf.task_default_queue
    try:
        use_broker("redis://:secret@elsewhere:1/2", "a-queue")
        for name in ("broker_url", "broker_read_url", "broker_write_url"):
            assert app.conf[name] == "redis://:secret@elsewhere:1/2"
        assert app.conf.task_default_queue == "a-queue"
    finally:
        use_broker(*before)


def test_the_modules_that_the_application_names_register_all_tasks():
    for name in app.conf.include:
        importlib.import_module(name)
    assert set(app.tasks) >= TASKS


def test_sending_messages_imports_no_library_of_the_tasks():
    program = (
        "import sys, workers.app, tasks.task; "
        "print(*{'numpy', 'numba', 'torch', 'stanza'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.fixture
def served(monkeypatch):
    """Return the settings of the worker that arguments start, which serves nothing here."""

    def served(*arguments):
        settings = {}

        class Idle:
            def __init__(self, **given):
                settings.update(given)

            def start(self):
                settings["started"] = True

        monkeypatch.setattr(app, "Worker", Idle)
        main_module.main(list(arguments))
        return settings

    limit, thresholds = sys.get_int_max_str_digits(), gc.get_threshold()
    environment = dict(os.environ)
    yield served
    sys.set_int_max_str_digits(limit)
    # What a worker freezes for its children is hidden from those who look for references.
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    os.environ.clear()
    os.environ.update(environment)


def test_a_worker_serves_its_queue_with_so_many_processes(served, monkeypatch):
    monkeypatch.setenv(QUEUE_VARIABLE, "a-queue")
    settings = served("3")
    assert settings["started"]
    assert settings["pool_cls"] == "prefork"
    assert (settings["concurrency"], settings["queues"]) == (3, "a-queue")
    assert not settings["task_events"]


def test_a_worker_sends_task_events_if_it_is_told_to(served):
    assert served("1", main_module.EVENTS_FLAG)["task_events"]


def test_a_worker_process_keeps_to_one_thread_unless_it_is_told_otherwise(served, monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "2")
    served("1")
    assert (os.environ["OMP_NUM_THREADS"], os.environ["MKL_NUM_THREADS"]) == ("1", "2")


def test_a_worker_counts_paths_however_many_they_are(served):
    served("1")
    assert len(str(10**9999)) == 10_000


@pytest.mark.parametrize("arguments", [[], ["two"], ["1", "2"]])
def test_a_number_of_processes_that_is_none_is_refused(served, arguments):
    with pytest.raises(ValueError, match=r"unpack|invalid literal"):
        served(*arguments)


def test_a_broker_of_other_celery_programs_is_not_ours():
    foreign = dict.fromkeys(
        ("CELERY_BROKER_URL", "CELERY_BROKER_READ_URL", "CELERY_BROKER_WRITE_URL"), "redis://elsewhere:1/0"
    )
    program = (
        "from workers.app import app, use_broker; use_broker('redis://127.0.0.1:7/0');"
        "print(app.conf.broker_url, app.conf.broker_read_url, app.conf.broker_write_url)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **foreign},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["redis://127.0.0.1:7/0"] * 3
