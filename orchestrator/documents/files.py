"""The folders of events and the files of their documents."""

from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.corpora.files import KINDS as CLUSTER_KINDS
from orchestrator.corpora.files import SETTINGS_FILE, nothing_found
from orchestrator.io.problems import Problems

#: Endings of documents.
KINDS = (".txt", ".html", ".htm", ".jsonl")
_TERMS_FILE = "terms.txt"


@dataclass(slots=True)
class Folder:
    """The content of a folder without its hidden entries.

    Attributes
    ----------
    documents
        Files of documents, sorted.
    terms, settings
        ``terms.txt`` and ``corpus.toml``, if the folder has them.
    folders
        Folders in it, sorted.
    others
        Names of the folders, with a slash, and of other files, sorted.
    """

    path: Path
    documents: list[Path] = field(default_factory=list)
    terms: Path | None = None
    settings: Path | None = None
    folders: list[Path] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


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


def _read_folder(path: Path) -> Folder:
    found = Folder(path)
    for entry in sorted(path.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            found.folders.append(entry)
            found.others.append(f"{entry.name}/")
        elif entry.name == _TERMS_FILE:
            found.terms = entry
        elif entry.name == SETTINGS_FILE:
            found.settings = entry
        elif entry.suffix.lower() in KINDS:
            found.documents.append(entry)
        else:
            found.others.append(entry.name)
    return found


def holds_documents(path: Path) -> bool:
    """Return whether a folder holds documents and cannot be a corpus of clusters.

    It holds web pages, or folders with documents, and no file that could be a cluster.
    """
    try:
        if not path.is_dir():
            return False
        top = _read_folder(path)
        names = [*(file.name.lower() for file in top.documents), *top.others]
        if any(name.endswith(CLUSTER_KINDS) for name in names):
            return False
        return bool(top.documents) or any(_read_folder(folder).documents for folder in top.folders)
    except OSError:
        return False


def find_events(path: Path, problems: Problems) -> FoundEvents:
    """Return the events below a folder."""
    with problems.collected(path):
        top = _read_folder(path)
        events = [folder for folder in map(_read_folder, top.folders) if folder.documents]
        if top.documents and events:
            problems.add(
                f"holds documents ({top.documents[0].name}) and folders of them ({events[0].path.name}/): "
                "give a folder of documents, or a folder of events, each a folder of documents",
                top.path,
            )
        if not top.documents and not events:
            expected = f"*{', *'.join(KINDS)}, here and in the folders here"
            problems.add(nothing_found("document", expected, top.others), top.path)
        chosen = [top] if top.documents else events
        return FoundEvents(top, chosen, _ignored(top, chosen))
    return FoundEvents(Folder(path), [])


def _ignored(top: Folder, events: list[Folder]) -> tuple[str, ...]:
    inner = {f"{event.path.name}/": event.others for event in events if event is not top}
    names = [name for name in top.others if name not in inner]
    return tuple(sorted([*names, *(folder + name for folder, others in inner.items() for name in others)]))
