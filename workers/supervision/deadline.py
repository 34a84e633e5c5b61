"""A time limit for calls without their own, such as host name lookups."""

import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")


def within(seconds: float, function: Callable[[], _Result]) -> _Result:
    """Call a function in a thread; return its result, raise its exception, or abandon it after a time.

    Parameters
    ----------
    seconds
        The time limit.
    function
        The function.

    Raises
    ------
    TimeoutError
        The call took longer.
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
