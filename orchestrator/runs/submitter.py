"""From planned clusters to messages on the broker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from orchestrator.runs.plan import Plan, Planned, store_inputs
from tasks.flow import send
from workers.app import app
from workers.store import Store


class Submitter:
    """Publishes clusters, each distinct sentence in one parse batch at a time.

    Parameters
    ----------
    plan
        The run's plan.
    store
        The artefacts.
    workers
        Number of worker processes among which a small corpus is divided.
    """

    def __init__(self, plan: Plan, store: Store, workers: int) -> None:
        self._plan = plan
        self._store = store
        self._workers = workers
        self._under_way: dict[str, str] = {}

    def submit(self, clusters: Sequence[Planned]) -> list[Planned]:
        """Publish clusters; those whose sentences are being parsed for others are held back.

        Returns
        -------
        list of Planned
            The clusters that were held back, to be submitted again later.
        """
        self._store.put_content(self._plan.options.to_dict())
        absent = store_inputs(clusters, self._store)
        groups = _Groups(self._batch_size(clusters))
        with app.producer_pool.acquire(block=True) as producer:
            for cluster in clusters:
                missing = cluster.among(absent)
                if not missing:
                    send("chunk", str(cluster.job), cluster.job.to_message(), producer)
                elif any(key in self._under_way for key in missing):
                    groups.held.append(cluster)
                else:
                    groups.place(cluster, missing)
            for group in groups.groups:
                self._send_group(group, producer)
        return groups.held

    def parsed(self, batch: str) -> bool:
        """Note that a batch is done or has failed: its sentences are no longer under way.

        Returns
        -------
        bool
            Whether they were.
        """
        rest = {key: other for key, other in self._under_way.items() if other != batch}
        awaited = len(rest) < len(self._under_way)
        self._under_way = rest
        return awaited

    def forget_batches(self) -> None:
        """Note that no message is under way any more."""
        self._under_way.clear()

    def _batch_size(self, clusters: Iterable[Planned]) -> int:
        # A small corpus is divided evenly, so that no worker stands idle.
        share = sum(len(cluster.sentences) for cluster in clusters) // self._workers + 1
        return min(self._plan.options.parse.batch, share)

    def _send_group(self, group: _Group, producer: object) -> None:
        keys = list(group.sentences)
        limit = self._plan.options.parse.batch
        # A large cluster is several batches; the last one to be parsed sends it on.
        for start in range(0, len(keys), limit):
            part = {key: group.sentences[key] for key in keys[start : start + limit]}
            self._send_batch(group.clusters, part, producer)

    def _send_batch(
        self, clusters: Sequence[Planned], sentences: dict[str, tuple[str, ...]], producer: object
    ) -> None:
        content = {
            "options": self._plan.options_key,
            "keys": list(sentences),
            "sentences": [list(words) for words in sentences.values()],
            "jobs": [cluster.job.to_message() for cluster in clusters],
        }
        batch = self._store.put_content(content)
        self._under_way |= dict.fromkeys(sentences, batch)
        run, names = clusters[0].job.run, [cluster.name for cluster in clusters]
        readable = f"run={run} cluster={','.join(names)} sentences={len(sentences)}"
        send("parse", readable, {"run": run, "clusters": names, "batch": batch}, producer)


@dataclass(slots=True)
class _Group:
    """Clusters whose sentences are parsed together."""

    clusters: list[Planned] = field(default_factory=list)
    sentences: dict[str, tuple[str, ...]] = field(default_factory=dict)


class _Groups:
    """Divides clusters into groups of about ``size`` sentences, no sentence in two groups."""

    def __init__(self, size: int) -> None:
        self.groups: list[_Group] = []
        self.held: list[Planned] = []
        self._size = size
        self._owners: dict[str, int] = {}

    def place(self, cluster: Planned, missing: dict[str, tuple[str, ...]]) -> None:
        """Put a cluster into a group; one that shares sentences with two groups is held back."""
        owners = {self._owners[key] for key in missing if key in self._owners}
        if len(owners) > 1:
            self.held.append(cluster)
            return
        number = owners.pop() if owners else self._open_group(len(missing))
        self.groups[number].clusters.append(cluster)
        self.groups[number].sentences |= missing
        self._owners |= dict.fromkeys(missing, number)

    def _open_group(self, sentences: int) -> int:
        if not self.groups or len(self.groups[-1].sentences) + sentences > self._size:
            self.groups.append(_Group())
        return len(self.groups) - 1
