"""Key terms as editable text, one cluster of sentences per line.

::

    # Everything after a number sign is a comment.
    fasulo
    injur*
    tower = Pirelli, skyscraper, high rise   @train

A line has a name, an equals sign, and the forms of which a sentence must have one;
without a name the first form is the name.  A form is one or several consecutive words;
a star at the end of a word matches any ending.  ``@train``, ``@dev`` or ``@test``
assigns the cluster to that split.  Terms below a heading ``[event]`` apply only to that
event.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import decode_lines, raise_sorted
from paralattice.formats.names import clashing_names, name_problem

_HEADING = re.compile(r"\s*\[(.+)\]\s*(?:#.*)?")
_SPLIT = re.compile(r"\s@(\w+)\s*$")
_SPLITS = ("train", "dev", "test")
_FORM = re.compile(r"[^\s*=,@\[\]]+\*?(?: [^\s*=,@\[\]]+\*?)*")
_LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class KeyTerm:
    """A key term, which the sentences of a cluster share (Shen et al. 2006, section 4.1.1).

    Attributes
    ----------
    name
        The cluster's name; a valid file name.
    forms
        At least one, each one or several words separated by single spaces; a star
        at the end of a word matches any ending.
    split
        ``train``, ``dev``, ``test``, or empty.
    """

    name: str
    forms: tuple[str, ...]
    split: str = ""


@dataclass(slots=True)
class KeyTerms:
    """The content of a file of key terms.

    Attributes
    ----------
    common
        Terms of all events.
    by_event
        Further terms of some events, by the event's name.
    lines
        The 1-based line of each heading, by the event's name.
    """

    common: list[KeyTerm] = field(default_factory=list)
    by_event: dict[str, list[KeyTerm]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def of(self, event: str) -> list[KeyTerm]:
        """Return the terms of an event: those of all events first."""
        return [*self.common, *self.by_event.get(event, ())]


def read_key_terms(data: bytes, file: str = "") -> KeyTerms:
    """Read a file of key terms.

    Parameters
    ----------
    data
        UTF-8.
    file
        For messages.

    Raises
    ------
    ProblemsError
        All problems: lines that are not key terms, clusters of an event with the same
        name, or a file without terms.
    """
    terms = KeyTerms()
    section = terms.common
    numbers: dict[int, list[int]] = {}
    errors: list[FormatError] = []
    for number, line in enumerate(decode_lines(data, file), 1):
        heading = _HEADING.fullmatch(line)
        text = line.partition("#")[0].strip()
        if heading:
            name = heading[1].strip()
            section = terms.by_event.setdefault(name, [])
            terms.lines.setdefault(name, number)
        elif text:
            try:
                section.append(_term(text))
                numbers.setdefault(id(section), []).append(number)
            except FormatError as error:
                errors.append(FormatError(error.message, file, number))
    errors += _clashes(terms, numbers, file)
    if not errors and not terms.common and not any(terms.by_event.values()):
        errors.append(FormatError("there is no key term in the file", file))
    raise_sorted(errors)
    return terms


def _term(text: str) -> KeyTerm:
    found = _SPLIT.search(text)
    split = found[1] if found else ""
    if split and split not in _SPLITS:
        raise FormatError(f"unknown split @{split}: choose from @{', @'.join(_SPLITS)}")
    head, equals, listed = text[: found.start() if found else None].rpartition("=")
    forms = tuple(" ".join(form.split()) for form in listed.split(","))
    for form in forms:
        if not _FORM.fullmatch(form) or not all(map(_LETTER.search, form.split())):
            raise FormatError(f"{form!r} is not a key term: words with at most a star at their end")
    name = head.strip() if equals else forms[0].replace("*", "").replace(" ", "-")
    problem = name_problem(name)
    if problem:
        raise FormatError(f"a cluster cannot have the name {name!r}: {problem}")
    return KeyTerm(name, tuple(dict.fromkeys(forms)), split)


def _clashes(terms: KeyTerms, numbers: dict[int, list[int]], file: str) -> Iterator[FormatError]:
    """Yield an error for each name that two clusters of the same event would have."""
    common = list(zip(terms.common, numbers.get(id(terms.common), ()), strict=True))
    sections = [[], *terms.by_event.values()]
    told = set()
    for section in sections:
        entries = [*common, *zip(section, numbers.get(id(section), ()), strict=True)]
        for names in clashing_names(term.name for term, _ in entries):
            line = [number for term, number in entries if term.name in names][-1]
            if line not in told:
                told.add(line)
                yield FormatError(f"two clusters of one event have the name {names[-1]!r}", file, line)


def write_key_terms(sections: Iterable[tuple[str, Sequence[tuple[KeyTerm, str]]]]) -> Iterator[str]:
    """Yield the lines of a file of key terms, each with its end.

    Parameters
    ----------
    sections
        An event's name, empty for terms of all events, and its terms, each with a comment that may be empty.
    """
    for event, entries in sections:
        if event:
            yield f"[{event}]\n"
        lines = [_line(term) for term, _ in entries]
        width = max(map(len, lines), default=0)
        for line, (_, comment) in zip(lines, entries, strict=True):
            yield f"{line:{width}}  # {comment}\n" if comment else f"{line}\n"
        if event:
            yield "\n"


def _line(term: KeyTerm) -> str:
    named = _term(term.forms[0]).name != term.name or len(term.forms) > 1
    listed = f"{term.name} = {', '.join(term.forms)}" if named else term.forms[0]
    return f"{listed} @{term.split}" if term.split else listed
