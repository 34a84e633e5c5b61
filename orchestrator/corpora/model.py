"""What is asked for, what comes out, and the clusters on their way between the two.

Nothing here grows with the text of a corpus, and little with the number of its clusters.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from paralattice.corpus import Cluster
from paralattice.errors import FormatError, ParaphraseError, ProblemsError
from paralattice.formats.clusters import Text
from paralattice.tree import Tree


@dataclass(frozen=True, slots=True)
class CorpusSettings:
    """How a corpus is read.

    Attributes
    ----------
    tokenized
        Whether text is tokenised already, with white space between tokens.
    parses
        A folder with ``<cluster>.mrg`` for every cluster, whose trees stand
        in for the parser's; they go before trees beside the clusters.
    """

    tokenized: bool = False
    parses: Path | None = None


class Entry(NamedTuple):
    """A cluster of a corpus with the trees that it brings.

    Attributes
    ----------
    cluster
        Its tokens have words alone.
    trees
        One a sentence; none where the parser is to make them.
    """

    cluster: Cluster
    trees: tuple[Tree, ...] = ()


@dataclass(frozen=True, slots=True)
class Beside:
    """What belongs to a corpus besides its clusters.

    Attributes
    ----------
    files
        Lines of further files, each with its end, by their names relative to the corpus.
    notes
        What to say about it, a line each.
    """

    files: dict[str, list[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus whose files are known; iterating over it reads them, one cluster at a time.

    The entries come by the names of their files; those of one ``.jsonl`` file, or one
    file of groups, in order of first mention.  A problem does not stop the reading: after the
    last entry all problems are raised at once.

    Attributes
    ----------
    options
        The table ``[options]`` of ``corpus.toml``; validated, empty without one.
    ignored
        Names of files and folders beside the clusters that were not read,
        sorted; hidden ones are not mentioned.
    read
        What yields the entries and raises :class:`ProblemsError` at the end.
    beside
        What returns that which belongs to the corpus besides its clusters.
    """

    read: Callable[[], Iterator[Entry]]
    options: dict[str, Any] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    beside: Callable[[], Beside] = Beside

    def __iter__(self) -> Iterator[Entry]:
        """Yield the entries.

        Raises
        ------
        ProblemsError
            All problems of all files, each with its file and, where it has one, its line.
        """
        return self.read()


@dataclass(frozen=True, slots=True)
class Treebank:
    """The trees of one file.

    Attributes
    ----------
    file
        Its name, for messages.
    trees, lines
        The trees and the 1-based lines on which they begin.
    """

    file: str
    trees: tuple[Tree, ...]
    lines: tuple[int, ...]


@dataclass(slots=True)
class Draft:
    """A cluster of which no more than the name and the place are known.

    Attributes
    ----------
    name
        As in the file; not yet checked.
    file
        Where the sentences are.
    names_line
        The 1-based line that names the cluster first; 0 where its file does.
    offsets
        Number of bytes before each of its lines, in a file of many clusters.
    """

    name: str
    file: str
    names_line: int = 0
    offsets: array[int] = field(default_factory=lambda: array("q"))


class Sentences(NamedTuple):
    """What the file of a draft holds.

    Attributes
    ----------
    texts
        The sentences; none where the file could not be read.
    bank
        The trees that the sentences were taken from, where they were.
    """

    texts: Sequence[Text]
    bank: Treebank | None = None


class Problems:
    """The errors found so far."""

    def __init__(self, errors: Iterable[ParaphraseError] = ()) -> None:
        self.errors: list[ParaphraseError] = list(errors)

    def add(self, message: str, file: str = "", line: int = 0) -> None:
        """Note a :class:`FormatError`; the line is 1-based, 0 where it is unknown."""
        self.errors.append(FormatError(message, file, line))

    def extend(self, error: ParaphraseError, file: str, line: int = 0) -> None:
        """Note an error of the library, or each one of a group; others than of format get the place."""
        if isinstance(error, ProblemsError):
            self.errors.extend(error.errors)
        elif isinstance(error, FormatError):
            self.errors.append(error)
        else:
            self.add(str(error), file, line)

    def raise_any(self) -> None:
        """Raise what was noted, by file and line.

        Raises
        ------
        ProblemsError
            Something was noted.
        """
        if self.errors:
            raise ProblemsError(sorted(self.errors, key=_place))


def _place(error: ParaphraseError) -> tuple[str, int]:
    return (error.file, error.line) if isinstance(error, FormatError) else ("", 0)
