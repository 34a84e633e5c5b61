"""From files to documents of sentences; no problem stops the reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from orchestrator.corpora.files import read_bytes, shown
from orchestrator.corpora.model import Problems
from orchestrator.documents.files import Folder, FoundEvents
from orchestrator.documents.model import Event, EventDocument
from orchestrator.texts import decode_text
from paraphrase.adapters.text import split_sentences
from paraphrase.errors import FormatError, ParaphraseError
from paraphrase.formats.text_documents import TextDocument, control_character, read_text_documents

_WORD = re.compile(r"[^\W_]+")


def read_events(found: FoundEvents, lines: bool, problems: Problems) -> list[Event]:
    """Return the events with their documents; what is wrong is noted.

    A title goes before the sentences of its document, unless the text begins with it.

    Parameters
    ----------
    found
        Their files.
    lines
        Whether texts have a sentence a line, and are not to be split.
    problems
        Where to note what is wrong.
    """
    single = found.single
    return [
        Event("" if single else folder.path.name, list(_documents(folder, lines, problems)))
        for folder in found.events
    ]


def read_document(path: Path, lines: bool) -> list[str]:
    """Return the sentences of a file that is one document.

    Raises
    ------
    ParaphraseError
        It is not what its ending says, or several documents.
    OSError
        It cannot be read.
    """
    documents = list(_of_file(path, path.read_bytes()))
    if len(documents) != 1:
        raise FormatError(f"one document is expected, and there are {len(documents)}", shown(path))
    return _sentences(documents[0], lines)


def _documents(folder: Folder, lines: bool, problems: Problems) -> Iterator[EventDocument]:
    for path in folder.documents:
        data = read_bytes(path, problems)
        if data is None:
            continue
        try:
            for document in _of_file(path, data):
                yield EventDocument(document.name, _sentences(document, lines))
        except ParaphraseError as error:
            problems.extend(error, shown(path))


def _of_file(path: Path, data: bytes) -> Iterable[TextDocument]:
    kind = path.suffix.lower()
    # Names are columns of tables.
    name = " ".join(shown(path.name).split())
    if kind == ".jsonl":
        return read_text_documents(data, name, shown(path))
    if kind not in (".html", ".htm"):
        return [TextDocument(name, "", _text(data, shown(path)))]
    from paraphrase.adapters.pages import page_text

    return [TextDocument(name, *page_text(data))]


def _text(data: bytes, file: str) -> str:
    text = decode_text(data, file)
    control = control_character(text)
    if control:
        line = next(
            number for number, line in enumerate(text.split("\n"), 1) if control_character(line) == control
        )
        raise FormatError(f"control character {control}: not a text", file, line)
    return text


def _sentences(document: TextDocument, lines: bool) -> list[str]:
    if lines:
        sentences = [" ".join(line.split()) for line in document.text.splitlines() if line.strip()]
    else:
        sentences = split_sentences(document.text)
    title = document.title
    if title and not (sentences and _words(sentences[0])[: len(_words(title))] == _words(title)):
        return [title, *sentences]
    return sentences


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
