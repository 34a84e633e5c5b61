"""Findings, and checks performed within a time limit and without tracebacks."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from workers.supervision.deadline import within

CHECK_SECONDS = 10.0
"""Time limit of one check."""


class Level(StrEnum):
    """The importance of a finding."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check.

    Attributes
    ----------
    check
        The name of the check, which may have several findings.
    level
        Its importance.
    text
        The finding in one line.
    advice
        How to fix it; empty if all is well.
    facts
        The figures of the finding for programs: JSON values by name.
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
    """Return a finding that prevents runs from working."""
    return Finding(check, Level.PROBLEM, text, advice, facts)


Check = Callable[[], Iterator[Finding]]


def performed(name: str, check: Check, seconds: float = CHECK_SECONDS) -> list[Finding]:
    """Return the findings of a check; if it fails or hangs, that is a finding as well.

    Parameters
    ----------
    name
        The name of the check.
    check
        Called in a thread, which is abandoned when the time is over.
    seconds
        The time limit.
    """
    found: list[Finding] = []
    try:
        within(seconds, lambda: found.extend(check()))
    except TimeoutError as error:
        return [*found, problem(name, str(error), "find out why it does not answer")]
    except Exception as error:  # a broken installation may raise anything
        reason = " ".join(str(error).split()) or type(error).__name__
        return [*found, problem(name, reason, "fix that and check again")]
    return found
