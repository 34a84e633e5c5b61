"""The sources of the sentences of clusters: a table, key terms with counts, and notes for people."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from orchestrator.corpora.files import SOURCES_FOLDER
from orchestrator.corpora.model import Provenance
from orchestrator.documents.clustering import Clustered, NamedCluster
from orchestrator.documents.model import NewsEvent
from paralattice.clustering import Member, Suggestion, TermCluster
from paralattice.formats.corpora.key_terms import write_key_terms

SENTENCES = f"{SOURCES_FOLDER}/sentences.tsv"
_TERMS = f"{SOURCES_FOLDER}/terms.txt"
_COLUMNS = ("cluster", "line", "event", "document", "sentence", "repeats", "text")


def provenance_of(clustered: Clustered) -> Provenance:
    """Return the files about the sentences and key terms of clusters, and the notes about them."""
    files = {SENTENCES: list(_sentence_lines(clustered.clusters)), _TERMS: list(term_lines(clustered))}
    return Provenance(files, tuple(_notes(clustered)))


def _sentence_lines(clusters: Sequence[NamedCluster]) -> Iterator[str]:
    """Yield the table of the sources of sentences; dropped ones come last in their cluster."""
    yield "\t".join(_COLUMNS) + "\n"
    for one in clusters:
        lines = {(member.document, member.sentence): line for line, member in enumerate(one.cluster.members)}
        for line, member in enumerate(one.cluster.members):
            yield _row(one, member, str(line), lines)
        for member in one.cluster.dropped:
            yield _row(one, member, "", lines)


def _row(one: NamedCluster, member: Member, line: str, lines: dict[tuple[int, int], int]) -> str:
    document = one.event.documents[member.document].name
    repeats = "" if member.repeats is None else str(lines[member.repeats])
    place = (one.event.name, document, str(member.sentence))
    return "\t".join((one.name, line, *place, repeats, one.text(member))) + "\n"


def term_lines(clustered: Clustered) -> Iterator[str]:
    """Yield the lines of a file of key terms for ``--terms``, with counts of sentences as comments."""
    named = [*clustered.clusters, *clustered.small]
    clusters = {(one.event.name, one.cluster.term.name): one.cluster for one in named}
    yield "# Key terms: a line makes a cluster. Edit it and give it back with --terms.\n"
    yield from write_key_terms(
        (
            event.name,
            [
                (term, _comment(clusters[event.name, term.name], suggestion))
                for term, suggestion in zip_longest(terms.terms, terms.suggestions)
            ],
        )
        for event, terms in zip(clustered.events, clustered.terms, strict=True)
    )


def _comment(cluster: TermCluster, suggestion: Suggestion | None) -> str:
    held = [*cluster.members, *cluster.dropped]
    documents = len({member.document for member in held})
    comment = f"{_counted(len(held), 'sentence')} in {_counted(documents, 'document')}"
    if _repeats(cluster):
        comment += f", {_repeats(cluster)} repeated"
    if suggestion:
        comment += f"; {suggestion.kind}, TF*IDF {suggestion.weight:.1f}"
    return comment


def _repeats(cluster: TermCluster) -> int:
    return sum(member.repeats is not None for member in (*cluster.members, *cluster.dropped))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def document_notes(events: Iterable[NewsEvent]) -> Iterator[str]:
    """Yield a note on documents without sentences, and one on those with control characters."""
    for event in events:
        place = f"{event.name}: " if event.name else ""
        empty = [document.name for document in event.documents if not document.sentences]
        if empty:
            yield f"{place}no sentence in {', '.join(empty)}"
        mended = [
            f"{document.name} ({document.controls})" for document in event.documents if document.controls
        ]
        if mended:
            yield f"{place}control characters read as blanks: {', '.join(mended)}"


def summary_lines(clustered: Clustered, output: Path) -> Iterator[str]:
    """Yield the lines that `orchestrator cluster` prints: files not read, notes, and counts.

    Parameters
    ----------
    clustered
        The clusters.
    output
        The folder to which they were written.
    """
    for name in clustered.found.ignored:
        yield f"not read: {clustered.found.top.path / name}"
    yield from _notes(clustered)
    sentences = sum(len(one.cluster.members) for one in clustered.clusters)
    documents = sum(len(event.documents) for event in clustered.events)
    counts = f"{len(clustered.clusters)} clusters, {sentences} sentences of {documents} documents"
    yield f"{counts}; corpus in {output}"


def _notes(clustered: Clustered) -> Iterator[str]:
    """Yield notes on documents, suggested terms, clusters left out, and repeated sentences."""
    yield from document_notes(clustered.events)
    for event, terms in zip(clustered.events, clustered.terms, strict=True):
        place = f"{event.name}: " if event.name else ""
        if terms.suggestions:
            named = ", ".join(term.name for term in terms.terms)
            yield f"{place}key terms were suggested: {named}"
        elif not terms.terms:
            yield f"{place}no key term could be suggested"
    least = [f"{one.name} ({len(one.cluster.members)})" for one in clustered.small]
    if least:
        yield f"left out for too few sentences: {', '.join(least)}"
    repeated = sum(_repeats(one.cluster) for one in clustered.clusters)
    if repeated:
        dropped = any(one.cluster.dropped for one in clustered.clusters)
        what = "dropped" if dropped else "marked; --drop-duplicates leaves them out"
        yield f"sentences that nearly repeat others: {repeated}, {what}"
