"""``orchestrator submit --dry-run``: what a run would compute, and what it would refuse."""

from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import Any

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan, PlannedCluster, Remaining
from orchestrator.runs.submission.admission import check_run
from orchestrator.runs.submission.request import Request
from orchestrator.runs.submission.staging import stage_clusters
from tasks.cluster.jobs import merging_stages
from workers.store import Store
from workers.task_names import STAGES


def dry_run(
    clusters: Iterable[PlannedCluster], plan: Plan, folder: RunFolder, request: Request
) -> dict[str, Any]:
    """Return what a run would compute: clusters, sentences, versions and units by stage; nothing is written.

    Raises
    ------
    ParalatticeError
        What a run would refuse as well: problems of the corpus, or a folder with other input.
    """
    with closing(Ledger()) as ledger:
        described = stage_clusters(plan, clusters, ledger, request)
        planned = (plan.restore(name, body) for name, body in ledger.staged_bodies())
        found: dict[str, Any] = {
            "run": str(folder.root),
            "clusters": ledger.staged,
            "sentences": sum(len(cluster.sentences) for cluster in planned),
            "versions": list(plan.options.versions),
            "to_compute": units_left(plan, ledger, request.resources.open_store()),
        }
        check_run(folder, described, request.update, lambda: found["to_compute"])
        return found


def units_left(plan: Plan, ledger: Ledger, store: Store) -> dict[str, int]:
    """Return the units to compute for the staged clusters, by stage: sentences or lattices."""
    left = Remaining(plan, store)
    for name, body in ledger.staged_bodies():
        left.add(plan.restore(name, body))
    units = left.units()
    others = merging_stages() - {"merge"}
    stages = [stage for stage in STAGES if stage not in others or stage in left.stages]
    return {stage: units[stage] for stage in stages}


def print_plan(found: Mapping[str, Any], console: Console) -> None:
    """Print the result of :func:`dry_run`."""
    clusters, versions = found["clusters"], found["versions"]
    head = f"run {found['run']}: {clusters} clusters, {found['sentences']} sentences, {', '.join(versions)}"
    say(console, head)
    for stage, units in found["to_compute"].items():
        total = "sentences" if stage == "parse" else f"of {clusters * len(versions)} lattices"
        say(console, f"  {stage:9}{units:>8} {total} to compute")
    say(console, "nothing was run (--dry-run)")
