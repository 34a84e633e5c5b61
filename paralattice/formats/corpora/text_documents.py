"""Documents as JSON Lines: one ``{"title": text, "text": text}`` per line."""

import re
from dataclasses import dataclass

import msgspec

from paralattice.errors import FormatError, ProblemsError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.json_lines import name_of, parse_record

_CONTROL = re.compile("[\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A document.

    Attributes
    ----------
    name
        Unique among the documents of an event.
    title
        One line; may be empty.
    text
        May be empty.
    controls
        Number of control characters that were replaced by blanks.
    """

    name: str
    title: str
    text: str
    controls: int = 0


def without_controls(text: str) -> tuple[str, int]:
    """Return a text with its control characters replaced by blanks, and their number.

    A wrongly guessed encoding may turn quotation marks into control characters.

    Raises
    ------
    FormatError
        The text contains U+0000, like binary files or UTF-16; with its line.
    """
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError("control character U+0000: not a text", line=line)
    return _CONTROL.subn(" ", text)


def read_text_documents(data: bytes, stem: str, file: str = "") -> list[TextDocument]:
    """Read documents; ``title`` and ``id`` are optional, other fields are ignored.

    Parameters
    ----------
    data
        The file's content; blank lines are skipped.
    stem
        A document's name is the stem, a colon, and its ``id`` or its 1-based line.
    file
        For messages.

    Raises
    ------
    ProblemsError
        All problems: lines are not such objects, or two documents have the same ``id``.
    """
    documents: dict[str, TextDocument] = {}
    errors: list[FormatError] = []
    for number, line in enumerate(decode_lines(data, file), 1):
        if not line.strip():
            continue
        try:
            document = _document(line, stem, number)
            if document.name in documents:
                raise FormatError(f"a second document with the id {document.name.partition(':')[2]!r}")
            documents[document.name] = document
        except FormatError as error:
            errors.append(FormatError(error.message, file, number, error.column))
    if errors:
        raise ProblemsError(errors)
    return list(documents.values())


class _Line(msgspec.Struct):
    text: str
    title: str | None = None
    id: object = None


def _document(line: str, stem: str, number: int) -> TextDocument:
    read = parse_record(line, _Line)
    title, in_title = without_controls(read.title or "")
    text, in_text = without_controls(read.text)
    return TextDocument(
        f"{stem}:{name_of(read.id, number)}", " ".join(title.split()), text, in_title + in_text
    )
