"""The clusters of the report: lattices and samples as JSON for the page's script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paralattice.lattice.lattice import Lattice
from paralattice.lattice.sampling import Sample
from paralattice.report.sources import Sources

# The page's policy allows only its own style, which all pictures use.
_STYLE = re.compile("<style>[^<]*</style>")

#: Number of samples of a version in the report, or more if more are chosen.
SAMPLES = 30


@dataclass(frozen=True, slots=True)
class VersionContent:
    """A lattice with its picture and its samples.

    Attributes
    ----------
    version
        Name of the version.
    picture
        The result of :func:`paralattice.lattice.draw_svg`, or empty.
    lattice
        The lattice; without it, ``None``, the sources of the samples are unknown.
    samples
        All draws, in the order of drawing.
    problems
        Messages about missing or damaged files.
    """

    version: str
    picture: str = ""
    lattice: Lattice | None = None
    samples: Sequence[Sample] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClusterContent:
    """A cluster.

    Attributes
    ----------
    name
        Its name.
    sentences
        The words of each sentence.
    versions
        In the run's order.
    problems
        As in :class:`VersionContent`.
    """

    name: str
    sentences: Sequence[Sequence[str]]
    versions: tuple[VersionContent, ...]
    problems: tuple[str, ...] = ()


def cluster_record(cluster: ClusterContent) -> dict[str, Any]:
    """Return the JSON object that the page's script reads.

    Fields: ``name``, ``sentences`` (words of each), ``problems``, ``versions``,
    each with ``version``, ``picture``, ``problems``, ``novel``, ``sets`` (lists
    of 0-based sentences) and ``samples``.  A sample has ``words``, ``states``,
    ``chosen``, ``users`` (an index into ``sets`` for each word) and ``stretches``
    (lists of sentence, begin, length).  The samples are the novel draws without
    duplicates: all chosen ones, then others up to :data:`SAMPLES`; ``novel`` is the
    number of all.
    """
    return {
        "name": cluster.name,
        "sentences": [list(words) for words in cluster.sentences],
        "problems": list(cluster.problems),
        "versions": [_version_record(version) for version in cluster.versions],
    }


def _version_record(version: VersionContent) -> dict[str, Any]:
    sources = Sources(version.lattice or Lattice(0, 1, 2, ()))
    sets: dict[tuple[int, ...], int] = {}
    new = [sample for sample in version.samples if sample.novel and not sample.duplicate]
    chosen = [sample for sample in new if sample.chosen]
    others = [sample for sample in new if not sample.chosen]
    kept = [*chosen, *others[: max(0, SAMPLES - len(chosen))]]
    return {
        "version": version.version,
        "picture": _STYLE.sub("", version.picture),
        "problems": list(version.problems),
        "novel": len(new),
        "samples": [_sample_record(sample, sources, sets) for sample in kept],
        "sets": list(sets),
    }


def _sample_record(sample: Sample, sources: Sources, sets: dict[tuple[int, ...], int]) -> dict[str, Any]:
    users = sources.users(sample)
    return {
        "words": sample.words,
        "states": sample.states,
        "chosen": sample.chosen,
        "users": [sets.setdefault(sentences, len(sets)) for sentences in users],
        "stretches": sources.stretches(sample, users),
    }
