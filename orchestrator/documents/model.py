"""Events, their documents, and the settings for clustering them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.documents.tagging import TagWords
from paralattice.clustering.options import ClusterOptions


@dataclass(frozen=True, slots=True)
class DocumentSettings:
    """How documents become clusters.

    Attributes
    ----------
    terms
        A file of key terms; ``None`` for ``terms.txt`` in the folders, or suggested terms.
    suggest
        Whether to use suggested terms even if there is a ``terms.txt``.
    lines
        Whether texts have one sentence per line and are not split.
    encoding
        Encoding of the texts and the file of key terms if they are not UTF-8; pages declare theirs.
    options
        How sentences are put into clusters.
    tag
        Function that tags sentences for suggestions; ``None`` to tag in this process.
    """

    terms: Path | None = None
    suggest: bool = False
    lines: bool = False
    encoding: str = ""
    options: ClusterOptions = field(default_factory=ClusterOptions)
    tag: TagWords | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class EventDocument:
    """A document.

    Attributes
    ----------
    name
        Unique within the event.
    sentences
        In order, each one line of text.
    controls
        Number of control characters that were replaced by blanks.
    """

    name: str
    sentences: Sequence[str]
    controls: int = 0


@dataclass(frozen=True, slots=True)
class NewsEvent:
    """Documents about the same event.

    Attributes
    ----------
    name
        The name of the folder; empty if there is a single event.
    documents
        Sorted by file; documents of one file in their order; at least one.
    """

    name: str
    documents: Sequence[EventDocument]

    @property
    def sentences(self) -> list[Sequence[str]]:
        """The sentences of each document."""
        return [document.sentences for document in self.documents]
