"""Reading documents and splitting them into sentences; no problem stops the reading."""

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from orchestrator.documents.files import KINDS, Folder, FoundEvents
from orchestrator.documents.model import EventDocument, NewsEvent
from orchestrator.io.problems import Problems
from orchestrator.io.text import read_bytes, shown
from paralattice.adapters.text import split_sentences
from paralattice.errors import FormatError, ParalatticeError, ProblemsError
from paralattice.formats.corpora.text_documents import TextDocument, read_text_documents, without_controls
from paralattice.formats.encodings import decode_utf8, to_utf8
from paralattice.languages.registry import DEFAULT
from paralattice.sentences.terms import split_words


def read_events(
    found: FoundEvents, lines: bool, problems: Problems, language: str = DEFAULT, encoding: str = ""
) -> list[NewsEvent]:
    """Return the events with their documents.

    A title precedes the sentences of its document, unless the text begins with it.

    Parameters
    ----------
    found
        The files of the documents.
    lines
        Whether texts, other than web pages, have one sentence per line and are not split.
    problems
        Receives the errors of the files.
    language
        Language of the texts, a code of ISO 639-1.
    encoding
        Encoding of the texts that are not UTF-8.
    """
    names = [""] if found.single else [folder.path.name for folder in found.events]
    return [
        NewsEvent(name, list(_documents(folder, lines, problems, language, encoding)))
        for name, folder in zip(names, found.events, strict=True)
    ]


def read_document(path: Path, lines: bool, language: str = DEFAULT, encoding: str = "") -> list[str]:
    """Return the sentences of a file that is one document; see :func:`read_events` for the parameters.

    Raises
    ------
    ParalatticeError
        It does not follow the format of its ending, or holds several documents.
    OSError
        It cannot be read.
    """
    documents = list(_of_file(path, path.read_bytes(), encoding))
    if len(documents) != 1:
        raise FormatError(f"expected one document, found {len(documents)}", shown(path))
    return _sentences(documents[0], lines and not is_page(path), language)


def read_document_sentences(path: Path, lines: bool) -> Iterator[str]:
    """Yield the sentences of all documents in a file, or in the files of a folder.

    Raises
    ------
    ParalatticeError
        A file does not follow the format of its ending.
    OSError
        A file cannot be read.
    """
    for file in _text_files(path):
        for document in read_texts(file):
            yield from _sentences(document, lines and not is_page(file))


def check_texts(paths: Iterable[Path]) -> None:
    """Read the documents of files and folders as :func:`read_document_sentences` does.

    Raises
    ------
    ProblemsError
        Files do not follow the format of their ending; with all problems.
    OSError
        A file cannot be read.
    """
    errors: list[ParalatticeError] = []
    for path in paths:
        try:
            files = _text_files(path)
        except ParalatticeError as error:
            errors.append(error)
            continue
        for file in files:
            try:
                deque(read_texts(file), maxlen=0)
            except ParalatticeError as error:
                errors.append(error)
    if errors:
        raise ProblemsError(errors)


def _text_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix.lower() in KINDS)
    if not files:
        raise FormatError(f"the folder has no document (*{', *'.join(KINDS)})", shown(path))
    return files


def read_texts(path: Path) -> Iterable[TextDocument]:
    """Return the documents in a file, unsplit: see :func:`read_document` for errors."""
    return _of_file(path, read_bytes(path))


def _documents(
    folder: Folder, lines: bool, problems: Problems, language: str, encoding: str
) -> Iterator[EventDocument]:
    for path in folder.documents:
        with problems.collected(path):
            for document in _of_file(path, read_bytes(path), encoding):
                sentences = _sentences(document, lines and not is_page(path), language)
                yield EventDocument(document.name, sentences, document.controls)


def is_page(path: Path) -> bool:
    """Return whether a file is a web page, which has neither lines of sentences nor tokens."""
    return path.suffix.lower() in (".html", ".htm")


def _of_file(path: Path, data: bytes, encoding: str = "") -> Iterable[TextDocument]:
    # Names are cells of tables: they must not hold tabs or line breaks.
    name = " ".join(shown(path.name).split())
    page = is_page(path)
    # Pages declare their encoding.
    text = "" if page else decode_utf8(to_utf8(data, encoding, shown(path)), shown(path))
    if path.suffix.lower() == ".jsonl":
        return read_text_documents(text.encode(), name, shown(path))
    try:
        if not page:
            return [TextDocument(name, "", *without_controls(text))]
        from paralattice.adapters.web_pages import page_text

        return [TextDocument(name, *page_text(data))]
    except FormatError as error:
        raise FormatError(error.message, shown(path), error.line) from None


def _sentences(document: TextDocument, lines: bool, language: str = DEFAULT) -> list[str]:
    if lines:
        sentences = [" ".join(line.split()) for line in document.text.splitlines() if line.strip()]
    else:
        sentences = split_sentences(document.text, language)
    title = document.title
    words = split_words(title)
    if title and not (sentences and split_words(sentences[0])[: len(words)] == words):
        return [title, *sentences]
    return sentences
