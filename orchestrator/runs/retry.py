"""``orchestrator retry``: compute the failed clusters of a run again; its corpus is not needed."""

from collections.abc import Sequence
from contextlib import closing

from rich.console import Console

import paralattice
from orchestrator.engine.resources import Resources
from orchestrator.io.console import say
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.session import Finisher, RunSession, usable
from orchestrator.runs.submission.admission import check_resources
from tasks.code import run_code


def retry(folder: RunFolder, resources: Resources, console: Console, after: Sequence[Finisher] = ()) -> int:
    """Compute only the failed clusters of a run again; return the exit code of ``submit``.

    Raises
    ------
    RunError
        The folder holds no run, or one of other code.
    """
    record = folder.read()
    if record is None or not isinstance(record.get("signature"), dict):
        raise RunError(f"{folder.root} is not the folder of a run")
    version = record["signature"].get("paralattice")
    if version != paralattice.__version__:
        raise RunError(
            f"run {folder.name!r} was computed by version {version}, this is {paralattice.__version__}: "
            "results of two versions must not be mixed; submit it again under another --name"
        )
    parsed = bool(record["signature"]["parser"]["digest"])
    if record["signature"].get("code") != run_code(folder.versions(), parsed):
        raise RunError(
            f"run {folder.name!r} was computed by other code: results of both must not be mixed; "
            "submit it again with --update, or under another --name"
        )
    check_resources(resources, console)
    with folder.locked():
        with usable(folder), closing(Ledger(folder.ledger)) as ledger:
            failed = ledger.failures()
            ledger.reset_failed()
        if not failed:
            say(console, f"no cluster of run {folder.name} has failed")
            return 0
        say(console, f"retrying {len(failed)} clusters")
        return RunSession(folder, record, resources, console, after).go(failed.keys())
