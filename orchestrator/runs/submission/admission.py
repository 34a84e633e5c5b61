"""Refusals and warnings before a run begins."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from orchestrator.corpora.files import SETTINGS_FILE
from orchestrator.engine.resources import Resources
from orchestrator.io.console import warn
from orchestrator.runs.folder import RunError, RunFolder, differences
from paralattice.adapters.engines import require_device
from paralattice.errors import OptionError
from paralattice.run_options import Options
from workers.broker.remote import check_broker, settled_url
from workers.store import is_remote
from workers.store.identity import check_store


def check_resources(resources: Resources, console: Console) -> None:
    """Check that a shared broker and a remote store can be used; show warnings about them.

    Raises
    ------
    BrokerError, StoreError
        One of them cannot be used.
    """
    if resources.broker:
        for warning in check_broker(settled_url(resources.broker)):
            warn(console, f"warning: {warning}")
    if resources.broker or is_remote(resources.store):
        check_store(resources.store, resources.endpoint)


def check_device(options: Options, resources: Resources) -> None:
    """Check that this machine has the parser's device, if it is to compute.

    Raises
    ------
    ParseError
        It has none.
    """
    if not resources.broker:
        require_device(options.parse.device)


def no_clusters(corpus: Path, split: str) -> OptionError:
    """Return the error for a split without clusters."""
    file = corpus / SETTINGS_FILE if corpus.is_dir() else corpus
    lacking = (
        "a single file has no splits" if corpus.is_file() else f"name its clusters: [splits] {split} = […]"
    )
    return OptionError(f"{file}: no cluster is in split {split!r}; {lacking}")


def check_run(
    folder: RunFolder, described: dict[str, Any], update: bool, left: Callable[[], Mapping[str, int]]
) -> None:
    """Check that a run can be started or continued; nothing is written.

    The arguments follow :func:`allowed_changes`.

    Raises
    ------
    RunError
        The run has other input, is being worked on, or its folder cannot be written.
    """
    allowed_changes(folder, described, update, left)
    if folder.is_held():
        raise RunError(f"run {folder.name!r} is being worked on by another process")
    parent = next(path for path in (folder.root, *folder.root.resolve().parents) if path.exists())
    if not (parent.is_dir() and os.access(parent, os.W_OK | os.X_OK)):
        raise RunError(
            f"cannot write the run folder {folder.root}: {parent} is not a folder that we may write"
        )


def allowed_changes(
    folder: RunFolder,
    described: dict[str, Any],
    update: bool,
    left: Callable[[], Mapping[str, int]] | None = None,
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the record of a run, and what differs from it; ``None`` and nothing if there is no such run.

    Parameters
    ----------
    folder
        The run's folder.
    described
        The new description of its clusters and of the request.
    update
        Whether it may differ.
    left
        Returns the units that would be computed, by stage; ``None`` not to show them.

    Raises
    ------
    RunError
        Something differs although it may not, or the record is not one of a run.
    """
    old = folder.read()
    if old is None:
        return None, []
    if not isinstance(old.get("signature"), dict):
        raise RunError(f"{folder.root / 'run.json'}: is not the record of a run")
    changed = differences(old["signature"], described["signature"])
    if changed and not update:
        listed = "\n".join(f"  {line}" for line in changed)
        what = "code" if all(line.startswith("code") for line in changed) else "input"
        units = ", ".join(f"{stage} {count}" for stage, count in left().items() if count) if left else ""
        raise RunError(
            f"run {folder.name!r} was started with other {what}:\n{listed}\n"
            + (f"  to compute: {units or 'nothing, all results are stored'}\n" if left else "")
            + "  give another --name, or --update to compute what changed and keep the rest"
        )
    return old, changed
