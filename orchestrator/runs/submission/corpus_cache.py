"""Caches a corpus in the ledger of its run, so that an unchanged corpus is not read again.

To read and check 20,000 clusters takes twenty times as long as to read their bytes.  The cached corpus is
only used if the bytes of all files, the code, the options and the parser are the same as in the reading that
filled the ledger.
"""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass
from typing import Any

from orchestrator.corpora import Corpus, CorpusSettings
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.ledger import Ledger, noted_corpus
from orchestrator.runs.plan import Plan
from paralattice.adapters.parser_files import parser_digest
from workers.source_digest import code_digest
from workers.store import digest

_PACKAGES = ("paralattice", "tasks", "workers", "orchestrator")


@dataclass(frozen=True, slots=True)
class CachedCorpus:
    """The corpus that a ledger holds.

    Attributes
    ----------
    key
        Digest of everything that reading and planning depend on, but for the parser.
    parser_digest
        Digest of the parser that the keys of its clusters name; empty if they name none.
    source, parser
        The corpus and the parser in the signature of its run.
    texts
        Whether sentences came as raw text.
    """

    key: str
    parser_digest: str
    source: dict[str, Any]
    parser: dict[str, str]
    texts: bool

    def to_text(self) -> str:
        """Return the note for the ledger, as JSON."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def of(cls, folder: RunFolder, key: str, plan: Plan) -> CachedCorpus | None:
        """Return the corpus of a run's ledger if it is the one with a key; otherwise ``None``.

        Raises
        ------
        ParseError
            The parser of the run cannot be found.
        """
        text = noted_corpus(folder.ledger) if key else ""
        # The key comes first: the note of another release may have other fields.
        values = json.loads(text) if text else {}
        if not key or values.get("key") != key:
            return None
        cached = cls(**values)
        current = parser_digest(plan.options.parse) if cached.parser_digest else ""
        return cached if cached.parser_digest == current else None

    @classmethod
    def new(cls, key: str, signature: dict[str, Any], plan: Plan, texts: bool) -> CachedCorpus:
        """Return the note about a corpus that was just read.

        Parameters
        ----------
        signature
            The signature of its run.
        """
        parsed = bool(signature["parser"]["digest"]) or plan.parses_new
        parser = parser_digest(plan.options.parse) if parsed else ""
        return cls(key, parser, signature["corpus"], signature["parser"], texts)


def corpus_key(corpus: Corpus, settings: CorpusSettings, split: str, plan: Plan) -> str:
    """Return a digest of everything that reading and planning a corpus depend on, but for the parser.

    Returns
    -------
    str
        Empty if the bytes of the corpus are not known.
    """
    if not corpus.content:
        return ""
    code = code_digest(_PACKAGES), platform.python_version()
    form = settings.tokenized, settings.tagged, settings.encoding
    return digest("corpus", code, corpus.content, form, split, plan.options.to_dict())


def cache_corpus(
    corpus: Corpus, key: str, signature: dict[str, Any], plan: Plan, ledger: Ledger, folder: RunFolder
) -> None:
    """Note in a ledger that it holds a corpus, unless that is not known or changed while it was read."""
    if key and corpus.current() == corpus.content:
        texts = folder.original_texts.exists()
        ledger.note_corpus(CachedCorpus.new(key, signature, plan, texts).to_text())
