"""What a check finds, and how it is performed: within a time, and never with a trace."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

CHECK_SECONDS = 10.0
"""How long one check may take."""


class Level(StrEnum):
    """How much a finding matters."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes
    ----------
    check
        The name of the check; one check may find several things.
    level
        Whether a run can be trusted to work all the same.
    text
        What was found, in one line.
    advice
        What to do about it; empty where it is ok.
    facts
        The same for machines: values that JSON can hold, by names.
    """

    check: str
    level: Level
    text: str
    advice: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the finding as one line without its level."""
        return f"{self.check}: {self.text}" + (f"; {self.advice}" if self.advice else "")


def ok(check: str, text: str, **facts: Any) -> Finding:
    """Return a finding that all is well."""
    return Finding(check, Level.OK, text, "", facts)


def warning(check: str, text: str, advice: str, **facts: Any) -> Finding:
    """Return a finding that runs work, but not as well as they could."""
    return Finding(check, Level.WARNING, text, advice, facts)


def problem(check: str, text: str, advice: str, **facts: Any) -> Finding:
    """Return a finding that keeps a run from working."""
    return Finding(check, Level.PROBLEM, text, advice, facts)


Check = Callable[[], Iterator[Finding]]


def performed(name: str, check: Check, seconds: float = CHECK_SECONDS) -> list[Finding]:
    """Return what a check finds; that it failed or hung is a finding as well.

    Parameters
    ----------
    name
        What its findings are called.
    check
        Called in a thread, which is left to itself when its time is over.
    seconds
        Its time.
    """
    found: list[Finding] = []

    def look() -> None:
        try:
            found.extend(check())
        except Exception as error:  # whatever a broken installation raises
            reason = " ".join(str(error).split()) or type(error).__name__
            found.append(problem(name, reason, "mend that and look again"))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        late = problem(name, f"no result within {seconds:g} seconds", "look for what keeps it from answering")
        return [*found, late]
    return found
