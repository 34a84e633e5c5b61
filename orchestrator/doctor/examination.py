"""All checks in their order, and their findings as JSON."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import paralattice
from orchestrator.doctor import machine
from orchestrator.doctor.findings import Check, Finding, Level, performed
from workers.store import StoreError, is_remote, settled_location


@dataclass(frozen=True, slots=True)
class Subject:
    """The broker, store and runs to examine.

    Attributes
    ----------
    broker
        URL of a shared broker; empty for runs with the embedded server.
    store
        Location of the artefacts; if empty, that of local runs, or unknown with a shared broker.
    runs
        Folder of all runs.
    endpoint
        URL of the server with the store's bucket; empty for Amazon S3.
    """

    broker: str
    store: str
    runs: Path
    endpoint: str = ""


def examine(subject: Subject) -> Iterator[Finding]:
    """Yield the findings of all checks, each as soon as it is known.

    No check takes longer than :data:`orchestrator.doctor.findings.CHECK_SECONDS`,
    and no finding holds the broker's password.
    """
    secrets = _secrets(subject.broker)
    for name, check in _checks(subject):
        yield from (_without(finding, secrets) for finding in performed(name, check))
    if subject.broker:
        from orchestrator.doctor.shared import broker_findings

        found = broker_findings(subject.broker, _queue(subject))
        yield from (_without(finding, secrets) for finding in found)


def _checks(subject: Subject) -> Iterator[tuple[str, Check]]:
    yield "python", machine.python
    yield "machine", machine.cores_and_memory
    yield "disk", partial(machine.disk, subject.runs)
    yield "compiled code", machine.compiled_code
    yield "model", machine.model
    location = subject.store or ("" if subject.broker else str(subject.runs / ".store"))
    yield "store", partial(machine.store_access, location, subject.endpoint, bool(subject.broker))
    if not subject.broker:
        yield "embedded server", machine.embedded_server


def _queue(subject: Subject) -> str:
    """Return the queue of our workers; empty if the store is unknown, absent or cannot be used."""
    from workers.store.identity import queue_of

    if not subject.store or not (is_remote(subject.store) or Path(subject.store).is_dir()):
        return ""
    try:
        return queue_of(settled_location(subject.store), subject.endpoint)
    except StoreError:
        return ""


def _secrets(url: str) -> list[str]:
    """Return the password of a URL, with and without its %-escapes."""
    try:
        password = urlsplit(url).password or ""
    except ValueError:
        return []
    # Shorter passwords occur in many words.
    return [secret for secret in (password, unquote(password)) if len(secret) > 3]


def _without(finding: Finding, secrets: list[str]) -> Finding:
    text, advice = finding.text, finding.advice
    for secret in secrets:
        text, advice = text.replace(secret, "***"), advice.replace(secret, "***")
    return replace(finding, text=text, advice=advice)


def findings_record(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return findings as an object for JSON.

    Returns
    -------
    dict
        ``version``; ``ok``, whether there are no problems; ``problems`` and ``warnings``, their numbers;
        ``checks``, a list of the findings with the fields of :class:`~orchestrator.doctor.findings.Finding`.
    """
    checks = [asdict(finding) for finding in findings]
    levels = [check["level"] for check in checks]
    return {
        "version": paralattice.__version__,
        "ok": Level.PROBLEM not in levels,
        "problems": levels.count(Level.PROBLEM),
        "warnings": levels.count(Level.WARNING),
        "checks": checks,
    }
