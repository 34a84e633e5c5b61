"""A bucket whose server fails, is slow or is gone: the run waits and ends as if nothing had been."""

import itertools
import threading
import time

import pytest

from support.waiting import eventually

TROUBLE = 503, b"<Error><Code>SlowDown</Code></Error>"
BROKEN = 500, b"<Error><Code>InternalError</Code></Error>"


@pytest.fixture
def submit(trial, s3):  # noqa: ARG001 - gives the keys
    """Submit a run whose artefacts are in a bucket, on another prefix in each test."""

    def submit(endpoint, *arguments):
        flags = ("--store", f"s3://lattices/{trial.orchestrator.folder.name}", "--store-endpoint", endpoint)
        trial.submit(*flags, *arguments, window=2)

    return submit


@pytest.mark.slow
def test_a_bucket_whose_every_third_answer_is_an_error_costs_nothing_but_time(trial, submit, s3_proxy):
    answers = itertools.cycle((None, None, BROKEN, None, TROUBLE))
    submit(s3_proxy(lambda _: next(answers)).endpoint)
    trial.finish()


@pytest.mark.slow
def test_a_bucket_that_answers_slowly_costs_nothing_but_time(trial, submit, s3_proxy):
    slow = itertools.cycle((0.3, *[0] * 19))
    submit(s3_proxy(lambda _: time.sleep(next(slow))).endpoint)
    trial.finish()


def test_a_bucket_that_fails_midway_is_waited_for(trial, submit, s3_proxy):
    broken = []
    submit(s3_proxy(lambda _: BROKEN if broken else None).endpoint)
    trial.reach(3)
    broken.append(True)
    assert not eventually(lambda: trial.process.poll() is not None, 5)
    broken.clear()
    trial.finish()


@pytest.mark.slow
def test_a_bucket_that_is_gone_for_long_ends_the_run_in_a_line_and_the_same_command_goes_on(
    trial, submit, s3_proxy, s3
):
    gone = threading.Event()

    def answer(_):
        if gone.is_set():
            raise ConnectionResetError

    proxy = s3_proxy(answer)
    submit(proxy.endpoint)
    trial.reach(3)
    gone.set()
    proxy.close()
    assert trial.process.wait(280) in (1, 2), trial.output
    assert "cannot be reached" in trial.output
    assert "Traceback" not in trial.output
    submit(s3.endpoint)
    trial.finish()
