"""Which files of a folder are documents of which event."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.corpora.files import SETTINGS_FILE, shown
from orchestrator.corpora.model import Problems

KINDS = (".txt", ".html", ".htm", ".jsonl")
TERMS_FILE = "terms.txt"
_CLUSTERS = (".txt", ".jsonl", ".mrg")


@dataclass(slots=True)
class Folder:
    """What a folder holds; hidden entries are passed over.

    Attributes
    ----------
    documents
        Files of documents, sorted.
    terms, settings
        ``terms.txt`` and ``corpus.toml``, where they are there.
    others
        Names of other files, sorted.
    folders
        Sorted.
    """

    path: Path
    documents: list[Path] = field(default_factory=list)
    terms: Path | None = None
    settings: Path | None = None
    others: list[str] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)


@dataclass(slots=True)
class FoundEvents:
    """The events below a folder.

    Attributes
    ----------
    top
        The folder that was given.
    events
        The folders of the events: that folder itself, or those in it.
    ignored
        Names of files and folders that are not read, sorted.
    """

    top: Folder
    events: list[Folder]
    ignored: tuple[str, ...] = ()

    @property
    def single(self) -> bool:
        """Whether the folder itself is the one event."""
        return self.events == [self.top]


def look_into(path: Path) -> Folder:
    """Return what a folder holds.

    Raises
    ------
    OSError
        It cannot be read.
    """
    found = Folder(path)
    for entry in sorted(path.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            found.folders.append(entry)
        elif entry.name == TERMS_FILE:
            found.terms = entry
        elif entry.name == SETTINGS_FILE:
            found.settings = entry
        elif entry.suffix.lower() in KINDS:
            found.documents.append(entry)
        else:
            found.others.append(entry.name)
    return found


def holds_documents(path: Path) -> bool:
    """Return whether a folder is seen at once to hold documents and not clusters of sentences.

    It holds folders with documents, or web pages, and no file that could be a cluster.
    """
    try:
        if not path.is_dir():
            return False
        top = look_into(path)
        kinds = {file.suffix.lower() for file in top.documents} | {Path(name).suffix for name in top.others}
        if kinds & set(_CLUSTERS):
            return False
        return bool(top.documents) or any(look_into(folder).documents for folder in top.folders)
    except OSError:
        return False


def find_events(path: Path, problems: Problems) -> FoundEvents:
    """Return the events below a folder; what is wrong is noted."""
    try:
        top = look_into(path)
        inner = [look_into(folder) for folder in top.folders]
    except OSError as error:
        problems.add(f"cannot be read: {error.strerror}", shown(error.filename or path))
        return FoundEvents(Folder(path), [])
    events = [folder for folder in inner if folder.documents]
    if top.documents and events:
        problems.add(
            f"holds documents ({top.documents[0].name}) and folders of them ({events[0].path.name}/): "
            "give a folder of documents, or a folder of events, each a folder of documents",
            shown(path),
        )
    if not top.documents and not events:
        there = ", ".join([*top.others[:5], *(f"{folder.name}/" for folder in top.folders[:5])])
        problems.add(
            f"no document found: looked for *{', *'.join(KINDS)}, here and in the folders here; "
            f"the folder holds {there or 'nothing else'}",
            shown(path),
        )
    chosen = [top] if top.documents else events
    return FoundEvents(top, chosen, _ignored(top, chosen))


def _ignored(top: Folder, events: list[Folder]) -> tuple[str, ...]:
    read = {folder.path for folder in events}
    names = [*top.others, *(f"{folder.name}/" for folder in top.folders if folder not in read)]
    for event in events:
        if event is not top:
            inner = [*event.others, *(f"{folder.name}/" for folder in event.folders)]
            names += [f"{event.path.name}/{name}" for name in inner]
    return tuple(sorted(names))
