"""What is asked for, what comes out, and the clusters on their way between the two."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paraphrase.corpus import Cluster
from paraphrase.errors import FormatError, ParaphraseError, ProblemsError
from paraphrase.formats.clusters import Text
from paraphrase.tree import Tree


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


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus that was read without a problem.

    Attributes
    ----------
    clusters
        By the names of their files; those of one ``.jsonl`` file in order of
        first mention.  Tokens have words alone.
    trees
        Cluster name to one tree a sentence, for the clusters that bring trees.
    options
        The table ``[options]`` of ``corpus.toml``; validated, empty without one.
    ignored
        Names of files and folders beside the clusters that were not read,
        sorted; hidden ones are not mentioned.
    """

    clusters: tuple[Cluster, ...]
    trees: dict[str, tuple[Tree, ...]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


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
    """A cluster of which the sentences are known, but not yet the tokens.

    Attributes
    ----------
    name
        As in the file; not yet checked.
    file
        Where the sentences are, for messages.
    texts, lines
        The sentences and their 1-based lines; as many of the one as of the
        other, none where the file could not be read.
    names_line
        The 1-based line that names the cluster first; 0 where its file does.
    bank
        The trees that the sentences were taken from, where they were.
    """

    name: str
    file: str
    texts: list[Text] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    names_line: int = 0
    bank: Treebank | None = None


class Problems:
    """The errors found so far."""

    def __init__(self) -> None:
        self.errors: list[ParaphraseError] = []

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
        """Raise what was noted.

        Raises
        ------
        ProblemsError
            Something was noted.
        """
        if self.errors:
            raise ProblemsError(self.errors)
