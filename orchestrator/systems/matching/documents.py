"""Reads the documents of `orchestrator match run`."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from orchestrator.documents.clustering import load_events
from orchestrator.documents.model import DocumentSettings, EventDocument, NewsEvent
from orchestrator.documents.reading import read_document
from orchestrator.io.text import shown
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import FormatError
from paralattice.languages.registry import DEFAULT


def two_texts(
    first: Path, second: Path, lines: bool, language: str = DEFAULT, encoding: str = ""
) -> NewsEvent:
    """Return two files as an event.

    Raises
    ------
    ParalatticeError
        A file does not have exactly one document.
    OSError
        It cannot be read.
    """
    read = [(path.name, read_document(path, lines, language, encoding)) for path in (first, second)]
    return NewsEvent("", [EventDocument(_stem(name), sentences) for name, sentences in read])


def events_of(folder: Path, lines: bool, language: str = DEFAULT, encoding: str = "") -> list[NewsEvent]:
    """Return the event in a folder, or the events in its folders; each has at least two documents.

    Documents have the names of their files, without the ending if that is unique.

    Raises
    ------
    ProblemsError
        A document cannot be read.
    FormatError
        No event has two documents.
    """
    settings = DocumentSettings(lines=lines, encoding=encoding, options=ClusterOptions(language=language))
    _, events = load_events(folder, settings, tokenized=False)
    several = [_renamed(event) for event in events if len(event.documents) > 1]
    if not several:
        raise FormatError("two documents of an event are needed, or more", shown(folder))
    return several


def pair_name(event: NewsEvent, i: int, j: int) -> str:
    """Return the name of a pair of documents in tables, with the event's name if it has one."""
    place = f"{_joined(event.name)}/" if event.name else ""
    return " ".join(f"{place}{event.documents[number].name}" for number in (i, j))


def _renamed(event: NewsEvent) -> NewsEvent:
    stems = [_stem(document.name) for document in event.documents]
    times = Counter(stems)
    documents = [
        replace(document, name=stem if times[stem] == 1 else _joined(document.name))
        for stem, document in zip(stems, event.documents, strict=True)
    ]
    return NewsEvent(event.name, documents)


def _stem(name: str) -> str:
    # The name feed.jsonl:3 does not end with its ending.
    return _joined(name if ".jsonl:" in name.lower() else Path(name).stem)


def _joined(name: str) -> str:
    return "_".join(shown(name).split())
