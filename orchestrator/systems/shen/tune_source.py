"""The clusters that a tuning looks at, and how much of what they need its settings share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType

from rich.console import Console

from orchestrator.runs.plan import Plan, Planned
from orchestrator.runs.staging import Spool
from orchestrator.runs.submit import Request, no_clusters, open_request, overlay, planned
from paralattice.adapters.options import ParseOptions
from paralattice.run_options import Options
from paralattice.tuning.grid import Setting
from tasks.cluster.jobs import chunk_key, merge_key
from workers.store import Store

TRAIN, DEV = "train", "dev"
SHARED = {"parse": "parses", "chunk": "features", "align": "alignments"}
"""Stages whose artefacts are counted, and what they are called there."""


class Source:
    """The splits ``train`` and ``dev`` of a corpus, as a context manager.

    The corpus is read once for all settings that parse alike.

    Parameters
    ----------
    request
        Corpus, and options that go before those of the corpus.
    console
        Told what was not read.
    """

    def __init__(self, request: Request, console: Console) -> None:
        self._request = request
        self._corpus = open_request(request, console)
        self._spools: dict[ParseOptions, Spool] = {}
        self._held = ExitStack()

    def __enter__(self) -> Source:
        """Return the source itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove what was read."""
        self._held.close()

    def options(self, setting: Setting) -> Options:
        """Return the options of a setting: the grid's before the command line's before the corpus's."""
        base = overlay(self._corpus.options, self._request.options)
        return Options.from_dict(overlay(base, setting.options))

    def clusters(self, options: Options, split: str) -> Iterator[Planned]:
        """Yield the clusters of a split, planned with those options.

        Raises
        ------
        ProblemsError
            All that is wrong with the corpus.
        """
        plan = Plan("", options)
        for name, body in self._spool(options).bodies():
            cluster = plan.restore(name, body)
            if cluster.split == split:
                yield cluster

    def require_train(self, setting: Setting) -> None:
        """Make sure that there is something to tune on.

        Raises
        ------
        OptionError
            No cluster is in the split ``train``.
        ProblemsError
            All that is wrong with the corpus.
        """
        if not any(True for _ in self.clusters(self.options(setting), TRAIN)):
            raise no_clusters(self._request.corpus, TRAIN)

    def _spool(self, options: Options) -> Spool:
        spool = self._spools.get(options.parse)
        if spool is None:
            spool = self._spools[options.parse] = self._held.enter_context(Spool())
            for cluster in planned(self._corpus, Plan("", options), TRAIN, DEV):
                spool.add(cluster.name, "", cluster.to_body())
            spool.close()
        return spool


def _units(cluster: Planned, options: Options) -> Iterator[tuple[str, str, int]]:
    """Yield stage, key and units: sentences for ``parse``, clusters for ``chunk``, lattices for ``align``."""
    for key in cluster.parses:
        yield "parse", key, 1
    yield "chunk", chunk_key(cluster.job), 1
    for group in cluster.groups:
        yield "align", merge_key(group, options), len(group.versions)


class Sharing:
    """Counts artefacts that settings need, and how many of them the store lacks.

    Attributes
    ----------
    needed
        By stage, what all settings need, counted anew for each setting.
    computed
        By stage, of how much the artefact was made under :meth:`counting`.
    """

    def __init__(self, store: Store) -> None:
        self.needed: Counter[str] = Counter()
        self.computed: Counter[str] = Counter()
        self._store = store

    @contextmanager
    def counting(self, clusters: Callable[[], Iterable[Planned]], options: Options) -> Iterator[None]:
        """Count what is stored afterwards and was not before."""
        units: dict[tuple[str, str], int] = {}
        for cluster in clusters():
            for stage, key, count in _units(cluster, options):
                units[stage, key] = count
                self.needed[stage] += count
        keys = [key for _, key in units]
        before = self._store.missing(keys)
        try:
            yield
        finally:
            made = before - self._store.missing(before)
            for (stage, key), count in units.items():
                self.computed[stage] += count * (key in made)

    def expect(self, settings: Iterable[tuple[Options, Iterable[Planned]]]) -> None:
        """Count what is needed and would be computed, in place of computing it."""
        units: dict[tuple[str, str], int] = {}
        for options, clusters in settings:
            for cluster in clusters:
                for stage, key, count in _units(cluster, options):
                    units[stage, key] = count
                    self.needed[stage] += count
        missing = self._store.missing(key for _, key in units)
        for (stage, key), count in units.items():
            self.computed[stage] += count * (key in missing)

    def record(self) -> dict[str, dict[str, int]]:
        """Return the counts by what is counted: ``needed``, ``computed``, ``reused``."""
        return {
            name: {
                "needed": self.needed[stage],
                "computed": self.computed[stage],
                "reused": self.needed[stage] - self.computed[stage],
            }
            for stage, name in SHARED.items()
        }

    def lines(self, computed: str = "computed", reused: str = "reused") -> Iterator[str]:
        """Yield the counts for people, a line a stage."""
        for name, counts in self.record().items():
            yield (
                f"  {name:10}{counts['needed']:>9,} needed{counts['computed']:>9,} {computed}"
                f"{counts['reused']:>9,} {reused}"
            )
