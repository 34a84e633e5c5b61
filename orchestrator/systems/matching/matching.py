"""`orchestrator match run`: from documents to pairs of matching sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from rich.console import Console

from orchestrator.documents.model import NewsEvent
from orchestrator.engine.resources import Resources
from orchestrator.engine.worker_pool import open_worker_pool
from orchestrator.io.text import read_bytes, shown
from orchestrator.systems.matching.blocks import TASK, DocumentPlaces, match_blocks, too_long
from orchestrator.systems.matching.documents import pair_name
from orchestrator.systems.matching.models import TrainedModel
from paralattice.formats.corpora.document_pairs import DocumentPair, read_document_pairs
from paralattice.sentences import Matches, match_documents
from paralattice.sentences.alignment import match_pairs
from paralattice.sentences.options import MatchOptions

FEW = 20_000_000
"""Pairs of sentences that one process matches in a few seconds, the time that workers take to start."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Two documents and their matches."""

    name: str
    first: Sequence[str]
    second: Sequence[str]
    matches: Matches

    def likely(self, least: float) -> list[tuple[int, int, float]]:
        """Return the matches of at least some probability: two 0-based sentences and the probability."""
        return [row for row in self.matches.to_rows() if row[2] >= least]

    def above(self, least: float) -> Matches:
        """Return the matches of at least some probability."""
        kept = self.matches.probabilities >= least
        return Matches(self.matches.pairs[kept], self.matches.probabilities[kept])


def match_file(
    path: Path, trained: TrainedModel, options: MatchOptions, encoding: str = ""
) -> Iterator[Matched]:
    """Yield the matches of each pair of documents in a file of JSON Lines.

    Raises
    ------
    ParalatticeError
        The file is invalid, or two documents are too long.
    OSError
        It cannot be read.
    """
    pairs: Sequence[DocumentPair] = read_document_pairs(read_bytes(path, encoding), shown(path))
    for pair in pairs:
        found = match_documents(pair.first, pair.second, trained.model, options)
        yield Matched(pair.name, pair.first, pair.second, found)


def match_two(event: NewsEvent, trained: TrainedModel, options: MatchOptions) -> list[Matched]:
    """Return the matches of an event of two documents.

    Raises
    ------
    MatchError
        They are too long.
    """
    first, second = event.sentences
    return [_matched(event, 0, 1, match_documents(first, second, trained.model, options))]


def is_much(events: Sequence[NewsEvent]) -> bool:
    """Return whether all pairs of documents of events are enough work to start workers."""
    total = 0
    for event in events:
        sizes = [len(document.sentences) for document in event.documents]
        total += (sum(sizes) ** 2 - sum(size * size for size in sizes)) // 2
    return total > FEW


def match_events(
    events: Sequence[NewsEvent],
    trained: TrainedModel,
    options: MatchOptions,
    resources: Resources | None,
    logs: Path,
) -> tuple[list[Matched], dict[str, str]]:
    """Match every two documents of each event.

    Parameters
    ----------
    events
        Each with two documents or more.
    resources
        The workers to use; ``None`` to match in this process.
    logs
        Folder for the logs of the workers.

    Returns
    -------
    tuple
        The matches by event and documents; and the reasons of failures by the names of pairs.

    Raises
    ------
    ParalatticeError, StopRequest
        Workers do not start; a stop was requested.
    """
    failures = {
        pair_name(event, i, j): reason
        for event in events
        for i, j in combinations(range(len(event.documents)), 2)
        if (reason := too_long(event, i, j, options))
    }
    found: dict[DocumentPlaces, Matches] = {}
    if resources is not None:
        with open_worker_pool(resources, TASK, logs, Console(stderr=True)) as work:
            found, failed = match_blocks(events, trained, options, work.store, work)
        failures |= failed
    for number, event in enumerate(events if resources is None else ()):
        every = combinations(range(len(event.documents)), 2)
        pairs = [(i, j) for i, j in every if not too_long(event, i, j, options)]
        matches = match_pairs(event.sentences, pairs, trained.model, options)
        found |= {(number, *pair): one for pair, one in zip(pairs, matches, strict=True)}
    return [_matched(events[event], i, j, found[event, i, j]) for event, i, j in sorted(found)], failures


def _matched(event: NewsEvent, i: int, j: int, found: Matches) -> Matched:
    first, second = (event.documents[number].sentences for number in (i, j))
    return Matched(pair_name(event, i, j), first, second, found)
