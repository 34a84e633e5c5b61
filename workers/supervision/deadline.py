"""A time limit for calls that have none of their own, such as the look-up of a host's name."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")


def within(seconds: float, function: Callable[[], _Result]) -> _Result:
    """Call a function in a thread, which is abandoned after a time; return or raise its outcome.

    Parameters
    ----------
    seconds
        The time limit.
    function
        The function.

    Raises
    ------
    TimeoutError
        It took longer.
    """
    results: list[_Result] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError(f"no answer within {seconds:g} seconds")
    return results[0]
