"""The clusters of a tuning, and the artefacts that its settings share."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager

from rich.console import Console

from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan, PlannedCluster
from orchestrator.runs.submission.request import Request, open_corpus, overlay
from orchestrator.runs.submission.staging import planned_clusters
from orchestrator.runs.submission.wordings import with_stored_wordings
from paralattice.adapters.options import ParseOptions
from paralattice.run_options import Options
from paralattice.tuning.grid import Setting
from tasks.cluster.jobs import chunk_key, merge_key
from workers.store import Store

TRAIN, DEV = "train", "dev"
SHARED = {"parse": "parses", "chunk": "features", "align": "alignments"}
"""Stages whose artefacts are counted, and the names of their artefacts."""


class TuningCorpus(ExitStack):
    """The splits ``train`` and ``dev`` of a corpus; a context manager that removes temporary files.

    The corpus is read once for all settings with the same options of parsing.

    Parameters
    ----------
    request
        Corpus, and options that override those of the corpus.
    console
        Where to print the names of unread files.
    """

    def __init__(self, request: Request, console: Console) -> None:
        super().__init__()
        self._request = request
        self._corpus = open_corpus(request, console)
        self._staged: dict[ParseOptions, Ledger] = {}

    def options(self, setting: Setting) -> Options:
        """Return a setting's options: the grid overrides the command line, which overrides the corpus."""
        base = overlay(self._corpus.options, self._request.options)
        options = Options.from_dict(overlay(base, setting.options))
        return with_stored_wordings(options, self._request.resources.open_store())

    def clusters(self, options: Options, split: str) -> Iterator[PlannedCluster]:
        """Yield the clusters of a split, planned with those options.

        Raises
        ------
        ProblemsError
            All problems of the corpus.
        """
        plan = Plan(options)
        for name, body in self._staging(options).staged_bodies():
            cluster = plan.restore(name, body)
            if cluster.split == split:
                yield cluster

    def _staging(self, options: Options) -> Ledger:
        ledger = self._staged.get(options.parse)
        if ledger is None:
            ledger = self._staged[options.parse] = self.enter_context(closing(Ledger()))
            for cluster in planned_clusters(self._corpus, Plan(options), TRAIN, DEV):
                ledger.stage(cluster.name, "", cluster.to_body())
        return ledger


def _units(cluster: PlannedCluster, options: Options) -> Iterator[tuple[str, str, int]]:
    """Yield stage, key and units: sentences for ``parse``, clusters for ``chunk``, lattices for ``align``."""
    for key in cluster.parses:
        yield "parse", key, 1
    yield "chunk", chunk_key(cluster.job), 1
    for group in cluster.groups:
        yield "align", merge_key(group, options), len(group.versions)


class ArtefactCounts:
    """Counts of the artefacts that settings need, and of artefacts that the store lacks.

    Attributes
    ----------
    needed
        By stage, the units that all settings need, counted again for each setting.
    computed
        By stage, the units whose artefact was made under :meth:`counting`.
    """

    def __init__(self, store: Store) -> None:
        self.needed: Counter[str] = Counter()
        self.computed: Counter[str] = Counter()
        self._store = store

    @contextmanager
    def counting(self, clusters: Callable[[], Iterable[PlannedCluster]], options: Options) -> Iterator[None]:
        """Count the artefacts that the block adds to the store."""
        units = self._units([(options, clusters())])
        before = self._store.missing(key for _, key in units)
        try:
            yield
        finally:
            self._count_computed(units, before - self._store.missing(before))

    def expect(self, settings: Iterable[tuple[Options, Iterable[PlannedCluster]]]) -> None:
        """Count as computed what the store lacks now, without computing it."""
        units = self._units(settings)
        self._count_computed(units, self._store.missing(key for _, key in units))

    def _units(
        self, settings: Iterable[tuple[Options, Iterable[PlannedCluster]]]
    ) -> dict[tuple[str, str], int]:
        """Count what settings need; return the units by stage and key."""
        units: dict[tuple[str, str], int] = {}
        for options, clusters in settings:
            for cluster in clusters:
                for stage, key, count in _units(cluster, options):
                    units[stage, key] = count
                    self.needed[stage] += count
        return units

    def _count_computed(self, units: Mapping[tuple[str, str], int], keys: Collection[str]) -> None:
        for (stage, key), count in units.items():
            self.computed[stage] += count * (key in keys)

    def record(self) -> dict[str, dict[str, int]]:
        """Return the counts ``needed``, ``computed`` and ``reused`` by the name of the artefacts."""
        return {
            name: {
                "needed": self.needed[stage],
                "computed": self.computed[stage],
                "reused": self.needed[stage] - self.computed[stage],
            }
            for stage, name in SHARED.items()
        }

    def lines(self, computed: str = "computed", reused: str = "reused") -> Iterator[str]:
        """Yield a line for each kind of artefact, with the given words for what was computed and reused."""
        for name, counts in self.record().items():
            yield (
                f"  {name:10}{counts['needed']:>9,} needed{counts['computed']:>9,} {computed}"
                f"{counts['reused']:>9,} {reused}"
            )
