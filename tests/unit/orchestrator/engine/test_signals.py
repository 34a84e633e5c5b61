"""Stop signals are collected in the main thread, and left alone in others."""

import os
import signal
import threading

from orchestrator.engine.signals import stop_signals


def test_a_signal_is_collected_in_the_main_thread():
    with stop_signals() as received:
        os.kill(os.getpid(), signal.SIGTERM)
        assert received == [signal.SIGTERM]


def test_another_thread_leaves_the_handlers_as_they_are():
    before = signal.getsignal(signal.SIGTERM)
    seen = []

    def work():
        with stop_signals() as received:
            seen.append((received, signal.getsignal(signal.SIGTERM)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [([], before)]
