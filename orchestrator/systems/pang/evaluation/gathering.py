"""What is asked for, what the workers are given, and what they make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import Crew
from orchestrator.measures.measure_models import ModelRequest
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.read_lattices import require_version, run_record
from paralattice.errors import FormatError
from paralattice.formats.features import read_features
from paralattice.lattice import EditGain, derive_seed
from paralattice.lattice.options import PairOptions
from paralattice.run_options import Options
from paralattice.versions import PANG
from workers.store import Store, digest

_SCHEMA = {"evaluate": 1, "path_entropy": 1}
"""Raised when an evaluation changes for the same input, so that old artefacts are left alone."""


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What is to be evaluated, and how.

    Attributes
    ----------
    versions
        Names; all of the run where there is none.
    model
        The language model of Table 4; ``None`` for no Table 4.
    wordnet
        Folder of WordNet's database, for Table 2.
    pairs
        Which pairs count as found there.
    held_out
        How many sentences of a group are left out in turn for Table 5, at most.
    references
        n of the last row of Table 6; groups with fewer other sentences are not in it.
    seed
        Decides what is left to chance.
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
    """What is known of one lattice.

    Attributes
    ----------
    cluster, version
        Which.
    sentences, tokens
        How many its cluster has.
    paths
        Of the lattice.
    words, ratios
        How many words were looked at for repetition; the repetition ratios above 0.
    gains
        Of the sentences that were left out, one after the other.
    curve
        By number of references, from 1 on.
    lexical
        Pairs of single words, each in code point order.
    entropy
        Bits a token of the sentences, and of the paths; ``None`` without a language model.
    drawn
        Over how many paths, drawn at random, the latter is; 0 where it is exact.
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
    """A run's folder as evaluating sees it.

    Parameters
    ----------
    folder
        The run's.
    request
        What is asked for.

    Attributes
    ----------
    identity
        The run's.
    versions
        Those that are evaluated.
    clusters
        Names of those that are done, in the run's order.
    left_out
        Names of the others.

    Raises
    ------
    FormatError, RunError
        The folder is no run's, has not these versions, or nothing is done.
    """

    def __init__(self, folder: Path, request: EvaluationRequest) -> None:
        self.folder = folder
        record = run_record(folder)
        self.identity = str(record.get("id", ""))
        self.versions = request.versions or tuple(record["versions"])
        for version in self.versions:
            require_version(record, version, folder)
        self._options = _options(record, folder)
        names = [entry.name for entry in RunFolder(folder).cluster_entries()]
        done = {name for name in names if self._is_done(name)}
        self.clusters = tuple(name for name in names if name in done)
        self.left_out = tuple(name for name in names if name not in done)
        if not self.clusters:
            raise RunError(f"{folder}: none of its {len(names)} clusters is done: nothing to evaluate")

    def _is_done(self, name: str) -> bool:
        folders = (self.folder / version / name for version in self.versions)
        return all((folder / "samples.jsonl").exists() for folder in folders)

    def sentences(self, name: str) -> list[tuple[str, ...]]:
        """Return the words of a cluster's sentences."""
        lines = self._text("features", name, "tsv").split("\n")
        return [sentence.words for sentence in read_features(lines, f"features of {name}")]

    def material(self, name: str, version: str) -> dict[str, Any]:
        """Return what the lattice of a cluster and version is made of, for the workers."""
        folder, ending = ("parses", "mrg") if version == PANG else ("features", "tsv")
        decisive = (PANG,) if version == PANG else ("align", "stop_words")
        return {
            "version": version,
            "options": {key: self._options.to_dict()[key] for key in decisive},
            "text": self._text(folder, name, ending),
        }

    def _text(self, folder: str, name: str, ending: str) -> str:
        path = self.folder / folder / f"{name}.{ending}"
        try:
            return path.read_text(encoding="utf-8", errors="surrogatepass")
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error


def _options(record: dict[str, Any], folder: Path) -> Options:
    try:
        return Options.from_dict(record["signature"]["options"])
    except (KeyError, TypeError) as error:
        raise FormatError(f"not the record of a run: {error!r}", str(folder / "run.json")) from error


def gather_figures(
    run: EvaluatedRun, request: EvaluationRequest, model: str, store: Store, crew: Crew
) -> list[Figures]:
    """Have all lattices evaluated; return what is known of them, by version and cluster in their orders.

    What failed is left out, and said in ``crew.failures``.

    Parameters
    ----------
    model
        Key of the language model's artefact; empty without one.
    """
    places = list(_places(run, request, store))
    wanted = {
        "pairs": request.pairs.to_dict(),
        "held_out": request.held_out,
        "references": request.references,
    }
    items = [_item("evaluate", place, wanted) for place in places]
    values: dict[str, dict[str, Any]] = {
        item.name: artefact.value for item, artefact in crew.gather("evaluate", items, "lattices")
    }
    entropies: dict[str, dict[str, Any]] = {}
    if model:
        items = [_item("path_entropy", place, {"model": model}) for place in places]
        found = crew.gather("path_entropy", items, "lattices")
        entropies = {item.name: artefact.value for item, artefact in found}
    return [
        _figures(place, values[place.name], entropies.get(place.name))
        for place in places
        if place.name in values
    ]


@dataclass(frozen=True, slots=True)
class _Place:
    """A cluster and version, and the key of what its lattice is made of."""

    cluster: str
    version: str
    material: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.version}/{self.cluster}"


def _places(run: EvaluatedRun, request: EvaluationRequest, store: Store) -> Iterator[_Place]:
    for version in run.versions:
        for name in run.clusters:
            material = store.put_content(run.material(name, version))
            # The same for all versions, which are so measured with the same sentences.
            yield _Place(name, version, material, derive_seed(request.seed, name, "evaluate"))


def _item(stage: str, place: _Place, extra: dict[str, Any]) -> Item:
    content = {"material": place.material, "seed": place.seed, **extra}
    return Item(place.name, digest(stage, _SCHEMA[stage], content), content)


def _figures(place: _Place, value: dict[str, Any], entropy: dict[str, Any] | None) -> Figures:
    return Figures(
        cluster=place.cluster,
        version=place.version,
        sentences=value["sentences"],
        tokens=value["tokens"],
        paths=value["paths"],
        words=value["words"],
        ratios=tuple(value["ratios"]),
        gains=_gains(value["gains"]),
        curve=_gains(value["curve"]),
        lexical=tuple((one, other) for one, other in value["lexical"]),
        entropy=(entropy["originals"], entropy["paths"]) if entropy else None,
        drawn=entropy["drawn"] if entropy else 0,
    )


def _gains(values: Sequence[Sequence[int]]) -> tuple[EditGain, ...]:
    return tuple(EditGain(*value) for value in values)
