"""The settings of a corpus, the corpus, and its clusters while they are read.

Their memory does not grow with the text of a corpus, and little with the number of clusters.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from paralattice.corpus import Cluster
from paralattice.syntax.tree import Tree


@dataclass(frozen=True, slots=True)
class CorpusSettings:
    """How a corpus is read.

    Attributes
    ----------
    tokenized
        Whether text is tokenised already, with white space between tokens.
    parses
        A folder with ``<cluster>.mrg`` for every cluster, whose trees are used instead of the
        parser's; they take precedence over trees beside the clusters.
    tagged
        Whether tokens are ``word/TAG``, with white space between them: the sentences have flat trees with
        these tags, and no parser is used.
    language
        Language of the text, a code of ISO 639-1; empty for that of ``corpus.toml``, or else English.
    encoding
        Encoding of the texts and trees that are not UTF-8; empty if all are.
    """

    tokenized: bool = False
    parses: Path | None = None
    tagged: bool = False
    language: str = ""
    encoding: str = ""


class CorpusEntry(NamedTuple):
    """A cluster of a corpus with the trees given for it.

    Attributes
    ----------
    cluster
        Its tokens have only words.
    trees
        One for each sentence; empty if the parser makes them.
    """

    cluster: Cluster
    trees: tuple[Tree, ...] = ()


@dataclass(frozen=True, slots=True)
class Provenance:
    """The sources of the sentences of a corpus that was made of documents.

    Attributes
    ----------
    files
        Lines, with line ends, of files about the sources, by names relative to the corpus.
    notes
        Messages about the sources, one line each.
    """

    files: dict[str, list[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus whose files are known; iterating over it reads them, one cluster at a time.

    Entries are sorted by file name; those of one ``.jsonl`` file, or of one file of
    groups, are in order of first mention.  A problem does not stop the reading: after the
    last entry all problems are raised at once.

    Attributes
    ----------
    read
        Yields the entries and raises :class:`ProblemsError` at the end.
    options
        The table ``[options]`` of ``corpus.toml``; validated, empty without one.
    ignored
        Names of files and folders beside the clusters that were not read,
        sorted; hidden ones are not mentioned.
    provenance
        Returns the sources of the sentences.
    content
        Digest of the files that are read, as they were before the corpus was opened; empty if it is
        unknown.
    current
        Returns that digest of the files as they are now.
    """

    read: Callable[[], Iterator[CorpusEntry]]
    options: dict[str, Any] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    provenance: Callable[[], Provenance] = Provenance
    content: str = ""
    current: Callable[[], str] = str

    def __iter__(self) -> Iterator[CorpusEntry]:
        """Yield the entries.

        Raises
        ------
        ProblemsError
            All problems of all files, each with its file and, if known, its line.
        """
        return self.read()


@dataclass(slots=True)
class ClusterDraft:
    """A cluster with sentences that are not read yet.

    Attributes
    ----------
    name
        As in the file; not yet checked.
    file
        The file of the sentences.
    names_line
        The 1-based line of the first mention of the name; 0 if it is the name of the file.
    offsets
        Number of bytes before each of its lines, in a file of many clusters.
    """

    name: str
    file: str
    names_line: int = 0
    offsets: array[int] = field(default_factory=lambda: array("q"))
