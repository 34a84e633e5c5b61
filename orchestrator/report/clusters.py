"""A cluster's record for the page, made from its files."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from orchestrator.runs.folder import RunFolder, Words
from paralattice.errors import FormatError
from paralattice.formats.html import packed_json
from paralattice.lattice import Sample, SentenceRow
from paralattice.lattice.records.sentence_table import read_sentences
from paralattice.methods import Method, methods_of
from paralattice.report.clusters import ClusterContent, VersionContent, cluster_record
from paralattice.results import VersionResults

_Value = TypeVar("_Value")

#: Number of new sentences of a version that the page has if none was chosen.
UNCHOSEN = 10

#: Number of arcs of the largest lattice that the page includes: about 8 MB.
LARGEST_LATTICE = 100_000


def packed_cluster(run: RunFolder, name: str, versions: Sequence[str]) -> str:
    """Return the record of a cluster, compressed.

    What is absent, damaged or too large is left out, and the record says so.
    """
    problems: list[str] = []
    none: list[Words] = []
    sentences = _read("the sentences", lambda: run.cluster(name).words, none, problems)
    found = tuple(_version(run, name, version) for version in versions)
    texts = run.given_texts(name)
    given = texts if len(texts) == len(sentences) else []
    return packed_json(
        cluster_record(ClusterContent(name, sentences, given, found, tuple(problems), run.language))
    )


def sentence_rows_of(run: RunFolder, name: str, version: str) -> list[SentenceRow]:
    """Return the rows of ``sentences.csv`` of a cluster and version; none if they cannot be read."""
    try:
        lines = run.version(name, version).sentence_lines.split("\n")
        return [record.row for record in read_sentences(lines)]
    except FormatError:
        return []


def _version(run: RunFolder, name: str, version: str) -> VersionContent:
    problems: list[str] = []
    lattice = _read("the lattice", lambda: run.version(name, version).lattice, None, problems)
    if lattice is not None and len(lattice.table.source) > LARGEST_LATTICE:
        problems.append("the lattice is too large for this page")
        lattice = None
    novel = _read("the samples", lambda: run.version(name, version).novel, 0, [])
    counts = _read("the alignment", lambda: run.version(name, version).exchange_counts, None, [])
    if counts and not counts.get("one_event", True):
        problems.append("the sentences are not about one event, so only names corefer")
    return VersionContent(
        version,
        lattice=lattice,
        novel=novel,
        samples=_read("the samples", lambda: _shown(run.version(name, version)), [], problems),
        rows=sentence_rows_of(run, name, version),
        problems=tuple(problems),
        none="" if novel else _read("the reason", lambda: _why_none(run.version(name, version)), "", []),
    )


def _why_none(results: VersionResults) -> str:
    method = next(iter(methods_of([results.version])), None)
    return method.why_none(results.exchange_counts) if method else Method.none


def _shown(results: VersionResults) -> list[Sample]:
    """Return the chosen samples of a version; if none was chosen, the first new ones."""
    if results.chosen_samples or not results.novel:
        return results.chosen_samples
    return [each for each in results.samples if each.novel and not each.duplicate][:UNCHOSEN]


def _read(what: str, reader: Callable[[], _Value], absent: _Value, problems: list[str]) -> _Value:
    """Return what a reader returns; if it cannot be read, add a problem and return ``absent``."""
    try:
        return reader()
    except FormatError:
        problems.append(f"{what} cannot be read")
    return absent
