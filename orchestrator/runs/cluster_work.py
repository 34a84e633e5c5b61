"""What the conductor does with the clusters of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from orchestrator.runs.plan import Plan, Planned, complete_among, drop_damaged
from orchestrator.runs.results import collect_cluster
from orchestrator.runs.submitter import Submitter
from workers.events import Event
from workers.store import Store


class ClusterWork:
    """The clusters of a run: parsed in batches, collected into the run's folder.

    Parameters
    ----------
    root
        The run's folder.
    plan, store
        The run's plan and artefacts.
    workers
        Number of worker processes.
    """

    last_stage = "sample"

    def __init__(self, root: Path, plan: Plan, store: Store, workers: int) -> None:
        self._root = root
        self._plan = plan
        self._store = store
        self._submitter = Submitter(plan, store, workers)

    def parts(self, _: Planned) -> set[str]:
        """Return the versions, each of which is reported."""
        return set(self._plan.options.versions)

    def at_attempt(self, cluster: Planned, attempt: int) -> Planned:
        """Return the cluster with messages that carry the number of an attempt."""
        return cluster.at_attempt(attempt)

    def submit(self, clusters: Sequence[Planned]) -> list[Planned]:
        """Publish clusters; return those that are held back."""
        return self._submitter.submit(clusters)

    def is_awaited(self, event: Event) -> bool:
        """Note the end of a parse batch; return whether its sentences were under way."""
        return event.stage != "parse" or self._submitter.parsed(event.part)

    def forget_messages(self) -> None:
        """Note that no batch is under way any more."""
        self._submitter.forget_batches()

    def collect(self, cluster: Planned) -> Mapping[str, dict[str, Any]]:
        """Write a complete cluster's files; return its rows of ``results.csv`` by version."""
        return collect_cluster(self._root, cluster, self._plan, self._store)

    def complete_among(self, clusters: Iterable[Planned]) -> Iterator[tuple[Planned, bool]]:
        """Yield clusters, each with whether everything that its files are made of is stored."""
        return complete_among(clusters, self._plan, self._store)

    def drop_damaged(self, cluster: Planned) -> None:
        """Remove the cluster's damaged artefacts."""
        drop_damaged(cluster, self._plan, self._store)
