"""Where the sentences of clusters are from, and what a person is told about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from orchestrator.corpora.files import SOURCES_FOLDER
from orchestrator.corpora.model import Beside
from orchestrator.documents.clustering import Clustered, NamedCluster
from orchestrator.documents.model import Event
from orchestrator.documents.terms import EventTerms
from paralattice.clustering import Member, Suggestion
from paralattice.formats.key_terms import KeyTerm, write_key_terms

SENTENCES = f"{SOURCES_FOLDER}/sentences.tsv"
TERMS = f"{SOURCES_FOLDER}/terms.txt"
COLUMNS = ("cluster", "line", "event", "document", "sentence", "repeats", "text")


def record(clustered: Clustered) -> Beside:
    """Return the files that lie beside the clusters, and what to say about them."""
    files = {SENTENCES: list(sentence_lines(clustered.clusters)), TERMS: list(term_lines(clustered))}
    return Beside(files, tuple(notes(clustered)))


def sentence_lines(clusters: Sequence[NamedCluster]) -> Iterator[str]:
    """Yield the table of where each sentence is from, dropped ones behind the others of a cluster."""
    yield "\t".join(COLUMNS) + "\n"
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
    """Yield the key terms as a file that a person can edit, with the numbers of sentences."""
    counts = {
        (one.event.name, one.cluster.term.name): one.cluster
        for one in [*clustered.clusters, *clustered.small]
    }
    yield "# Key terms: a line makes a cluster. Edit it and give it back with --terms.\n"
    sections = []
    for event, terms in zip(clustered.events, clustered.terms, strict=True):
        comments = []
        for term in terms.terms:
            cluster = counts[event.name, term.name]
            held = [*cluster.members, *cluster.dropped]
            repeats = sum(member.repeats is not None for member in held)
            comments.append((len(held), len({member.document for member in held}), repeats))
        sections.append((event.name, _commented(terms, comments)))
    yield from write_key_terms(sections)


def _commented(terms: EventTerms, counts: Sequence[tuple[int, int, int]]) -> list[tuple[KeyTerm, str]]:
    suggestions: Sequence[Suggestion | None] = terms.suggestions or [None] * len(terms.terms)
    entries = []
    for term, suggestion, (sentences, documents, repeats) in zip(
        terms.terms, suggestions, counts, strict=True
    ):
        comment = f"{_counted(sentences, 'sentence')} in {_counted(documents, 'document')}"
        if repeats:
            comment += f", {repeats} repeated"
        if suggestion:
            comment += f"; {suggestion.kind}, TF*IDF {suggestion.weight:.1f}"
        entries.append((term, comment))
    return entries


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def document_notes(events: Iterable[Event]) -> Iterator[str]:
    """Yield which documents have no sentence, and which had characters that no text should have."""
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


def notes(clustered: Clustered) -> Iterator[str]:
    """Yield what a person should know: suggested terms, documents without sentences, clusters left out."""
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
        yield f"no cluster of too few sentences: {', '.join(least)}"
    repeated = sum(
        member.repeats is not None
        for one in clustered.clusters
        for member in [*one.cluster.members, *one.cluster.dropped]
    )
    if repeated:
        dropped = any(one.cluster.dropped for one in clustered.clusters)
        what = "dropped" if dropped else "marked; --drop-duplicates leaves them out"
        yield f"sentences that nearly repeat others: {repeated}, {what}"
