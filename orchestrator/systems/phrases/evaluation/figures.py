"""Figures of a run's lattices, computed by the workers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import WorkerPool
from orchestrator.measures.language_models import ModelRequest
from orchestrator.runs.folder import RunError, RunFolder
from paralattice.lattice import derive_seed
from paralattice.lattice.counts.gain import EditGain
from paralattice.lattice.options import PairOptions
from paralattice.methods import method_of
from tasks.code import code_of
from workers.store import Store, digest


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """Options of an evaluation.

    Attributes
    ----------
    versions
        Names of the versions to evaluate; empty for all of the run.
    model
        The language model of Table 4; ``None`` for no Table 4.
    wordnet
        Folder of WordNet's database, for Table 2.
    pairs
        Which pairs count as found in Table 2.
    held_out
        Largest number of sentences of a group that are left out in turn for Table 5.
    references
        The n of the last row of Table 6; groups with fewer other sentences are left out.
    seed
        Random seed.
    """

    versions: tuple[str, ...] = ()
    model: ModelRequest | None = None
    wordnet: Path | None = None
    pairs: PairOptions = field(default_factory=PairOptions)
    held_out: int = 11
    references: int = 10
    seed: int = 2003


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one lattice.

    Attributes
    ----------
    cluster, version
        Names of its cluster and version.
    sentences, tokens
        Numbers of sentences and tokens in its cluster.
    paths
        Number of its paths.
    words, ratios
        Number of words that were checked for repetition; the repetition ratios above 0.
    gains
        Gains of the sentences that were left out in turn.
    curve
        Gains by number of references, from 1 on.
    lexical
        Pairs of single words, each in code point order.
    entropy
        Bits per token of the sentences and of the paths; ``None`` without a language model.
    drawn
        Number of randomly drawn paths for the entropy of the paths; 0 if it is exact.
    """

    cluster: str
    version: str
    sentences: int
    tokens: int
    paths: int
    words: int
    ratios: tuple[float, ...]
    gains: tuple[EditGain, ...]
    curve: tuple[EditGain, ...]
    lexical: tuple[tuple[str, str], ...]
    entropy: tuple[float, float] | None = None
    drawn: int = 0

    @property
    def length(self) -> float:
        """The average length of the sentences, in tokens."""
        return self.tokens / self.sentences


class EvaluatedRun:
    """The clusters and versions of a run that are evaluated.

    Parameters
    ----------
    root
        The run's folder.
    versions
        Names of the versions to evaluate; empty for all of the run.

    Attributes
    ----------
    folder
        The run's folder.
    identity
        The run's identity.
    versions
        Names of the versions that are evaluated.
    clusters
        Names of the clusters that are done, in the run's order.
    left_out
        Names of the others.

    Raises
    ------
    FormatError, RunError
        The folder is not a run's, the run lacks a version, or no cluster is done.
    """

    def __init__(self, root: Path, versions: tuple[str, ...]) -> None:
        self.folder = RunFolder(root)
        record = self.folder.record()
        self.identity = str(record.get("id", ""))
        self.versions = versions or tuple(record["versions"])
        for version in self.versions:
            self.folder.require_version(version)
            if not method_of(version).draws:
                raise RunError(f"{root}: lattices of {version} hold chosen sentences: nothing to evaluate")
        self._options = self.folder.options().to_dict()
        names = [entry.name for entry in self.folder.cluster_entries()]
        done = self.folder.has_samples
        self.clusters = tuple(name for name in names if all(done(name, each) for each in self.versions))
        self.left_out = tuple(name for name in names if name not in set(self.clusters))
        if not self.clusters:
            raise RunError(f"{root}: none of its {len(names)} clusters is done: nothing to evaluate")

    def lattice_input(self, name: str, version: str) -> dict[str, Any]:
        """Return the input of :class:`tasks.items.lattice_input.LatticeInput`."""
        options = {key: self._options[key] for key in method_of(version).reads}
        return {"version": version, "options": options, "trees": self.folder.cluster(name).trees}


def gather_figures(
    run: EvaluatedRun, request: EvaluationRequest, model: str, store: Store, pool: WorkerPool
) -> list[Figures]:
    """Evaluate all lattices on the workers; return their figures, by version and cluster in their orders.

    Lattices that fail are left out; the reasons are in ``pool.failures``.

    Parameters
    ----------
    model
        Key of the language model's artefact; empty without one.
    """
    places = list(_places(run, request, store))
    names = ("held_out", "references")
    extra = {"pairs": request.pairs.to_dict(), **{name: getattr(request, name) for name in names}}
    values = _computed("evaluate", places, extra, pool)
    entropies = _computed("path_entropy", places, {"model": model}, pool) if model else {}
    found = []
    for place in places:
        if value := values.get(place.name):
            record = {"cluster": place.cluster, "version": place.version, **value}
            if entropy := entropies.get(place.name):
                record |= {"entropy": (entropy["originals"], entropy["paths"]), "drawn": entropy["drawn"]}
            found.append(msgspec.convert(record, Figures))
    return found


class _Place(NamedTuple):
    """A cluster and version, with the key of the input of its lattice."""

    name: str
    cluster: str
    version: str
    key: str
    seed: int


def _places(run: EvaluatedRun, request: EvaluationRequest, store: Store) -> Iterator[_Place]:
    for version in run.versions:
        for name in run.clusters:
            key = store.put_content(run.lattice_input(name, version))
            # All versions have the same seed, and so are measured with the same sentences.
            yield _Place(f"{version}/{name}", name, version, key, derive_seed(request.seed, name, "evaluate"))


def _computed(
    stage: str, places: Iterable[_Place], extra: dict[str, Any], pool: WorkerPool
) -> dict[str, dict[str, Any]]:
    """Return the values of a stage by the names of places."""
    items = []
    for place in places:
        content = {"lattice_input": place.key, "seed": place.seed, **extra}
        code = code_of(stage, method_of(place.version))
        items.append(Item(place.name, digest(stage, code, content), content))
    return {item.name: artefact.value for item, artefact in pool.compute(stage, items, "lattices")}
