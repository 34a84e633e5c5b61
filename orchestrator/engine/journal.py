"""The journal of the scheduler, from which a later process can continue."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from workers.events import START, Event


@dataclass(slots=True)
class Changes:
    """Changes that are written together with the position in the stream of events.

    Attributes
    ----------
    position
        Identity of the last event that led to the changes.
    events
        Messages that were reported done.
    results
        Rows by (target, name) of the targets that are complete.
    done
        Targets whose results are all collected.
    failed
        Reasons by target.
    attempts
        Attempts so far by target.
    """

    position: str = START
    events: list[Event] = field(default_factory=list)
    results: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    attempts: dict[str, int] = field(default_factory=dict)


class Journal(Protocol):
    """Keeps the changes, in the ledger of a run or in memory."""

    def position(self) -> str:
        """Return the identity of the last event that was recorded."""

    def record(self, changes: Changes) -> Counter[str]:
        """Write changes in one transaction; return the units by stage that are new."""

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the targets that have failed."""


class MemoryJournal:
    """A journal in memory, for work that keeps only its artefacts."""

    def __init__(self) -> None:
        self._position = START
        self._failures: dict[str, str] = {}

    def position(self) -> str:
        """Return the identity of the last event that was recorded."""
        return self._position

    def record(self, changes: Changes) -> Counter[str]:
        """Note position and failures; items have no units to count."""
        self._position = changes.position
        self._failures |= changes.failed
        return Counter()

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the targets that have failed."""
        return self._failures
