"""The clusters of the report: lattices and samples as compact JSON for the page's script."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

import numpy as np

from paralattice.english.spacing import joins_in, shown_word
from paralattice.languages.language import Language
from paralattice.languages.registry import DEFAULT, language_of
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.records.sentence_table import SentenceRow
from paralattice.lattice.sampling import Sample


@dataclass(frozen=True, slots=True)
class VersionContent:
    """A lattice with its samples.

    Attributes
    ----------
    version
        Name of the version.
    lattice
        The lattice; ``None`` if it cannot be shown.
    novel
        Number of distinct new sentences that were drawn.
    samples
        Those that the page shows, in the order of drawing.
    rows
        Rows of ``sentences.csv`` of these samples, in the same order; may lack the last ones.
    problems
        Messages about missing or damaged files.
    none
        Why there is no new sentence; empty if any was made.
    """

    version: str
    lattice: WordLattice | None = None
    novel: int = 0
    samples: Sequence[Sample] = ()
    rows: Sequence[SentenceRow] = ()
    problems: tuple[str, ...] = ()
    none: str = ""


@dataclass(frozen=True, slots=True)
class ClusterContent:
    """A cluster.

    Attributes
    ----------
    name
        Its name.
    sentences
        The words of each sentence.
    texts
        The sentences as they were given; may be empty.
    versions
        In the run's order.
    problems
        As in :class:`VersionContent`.
    language
        Language of the sentences, a code of ISO 639-1.
    """

    name: str
    sentences: Sequence[Sequence[str]]
    texts: Sequence[str]
    versions: tuple[VersionContent, ...]
    problems: tuple[str, ...] = ()
    language: str = DEFAULT


def cluster_record(cluster: ClusterContent) -> dict[str, Any]:
    """Return the JSON object that the page's script reads and draws.

    Fields: ``name``, ``problems``, ``words`` (every distinct word of the cluster), ``sentences`` (of
    each, the numbers of its words and the places of words without a space before them) and
    ``versions``.  A version has ``version``, ``problems``, ``novel`` (number of new sentences), ``none``
    (why there is none), ``states``, ``arcs`` (four lists: how much the source grows, how far the target
    is from it, word + 1 or 0, set of sentences), ``sets`` (lists of 0-based sentences) and ``samples``.
    A sample has the numbers of its arcs, the places of words without a space before them, whether it is
    chosen, edits, difference, operations and score (``null`` or empty if unknown), and the sentence and
    position of each word of a made sentence.
    """
    words, language = _Numbers(), language_of(cluster.language)
    sentences = [
        [[words[word] for word in sentence], _places(_joins(sentence, text, language))]
        for sentence, text in zip(
            cluster.sentences, cluster.texts or [""] * len(cluster.sentences), strict=True
        )
    ]
    versions = [_version_record(version, words, language) for version in cluster.versions]
    return {
        "name": cluster.name,
        "problems": list(cluster.problems),
        "words": [shown_word(word) for word in words],
        "sentences": sentences,
        "versions": versions,
    }


class _Numbers(dict[Any, int]):
    """Numbers values in the order of their first use."""

    def __missing__(self, value: Any) -> int:
        self[value] = len(self)
        return self[value]


def _joins(words: Sequence[str], text: str, language: Language) -> Sequence[bool]:
    return (joins_in(text, words) if text else None) or language.joins(words)


def _places(joined: Sequence[bool]) -> list[int]:
    return [place for place, follows in enumerate(joined) if follows]


def _version_record(version: VersionContent, words: _Numbers, language: Language) -> dict[str, Any]:
    lattice = version.lattice or WordLattice(0, 1, 2, ())
    sets, table = _Numbers(), lattice.table
    number = {step: place for place, step in enumerate(lattice.steps())}
    rows = zip_longest(version.samples, version.rows[: len(version.samples)])
    return {
        "version": version.version,
        "problems": list(version.problems),
        "novel": version.novel,
        "none": version.none,
        "states": lattice.states if version.lattice else 0,
        "arcs": [
            np.diff(table.source, prepend=0).tolist(),
            (table.target - table.source).tolist(),
            [words[label] + 1 if label else 0 for label in table.words[table.label].tolist()],
            [sets[users] for users in lattice.users()],
        ],
        "sets": list(sets),
        "samples": [_sample_record(sample, number.get, row, language) for sample, row in rows],
    }


def _sample_record(
    sample: Sample, number: Callable[[Any], int | None], row: SentenceRow | None, language: Language
) -> list[Any]:
    labels = [*sample.words, ""]
    path = [number((*step, label)) for step, label in zip(pairwise(sample.states), labels, strict=False)]
    known = [row.edits, row.difference, row.operations, row.score] if row else [None, None, "", None]
    return [
        path,
        _places(language.joins(sample.words)),
        int(sample.chosen),
        *known,
        [list(place or ()) for place in sample.sources],
    ]
