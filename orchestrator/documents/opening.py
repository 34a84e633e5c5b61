"""Documents as a corpus like any other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from orchestrator.corpora import Corpus, CorpusSettings, Entry, open_corpus
from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.files import holds_documents
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.provenance import record
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import OptionError


def open_source(path: Path, settings: CorpusSettings, documents: DocumentSettings) -> Corpus:
    """Open clusters of sentences, or documents where that is what there is or what was asked for.

    Raises
    ------
    OptionError
        Options for documents and for clusters exclude each other.
    ProblemsError, ClusterError
        Documents: as :func:`open_documents`.
    """
    if not (documents.asked_for or holds_documents(path)):
        if documents != DocumentSettings():
            raise OptionError(
                "--lines and --drop-duplicates go with documents; for a folder of documents give --terms "
                "or --suggest"
            )
        return open_corpus(path, settings)
    if settings.parses:
        raise OptionError("--parses goes with clusters of sentences, and these are documents")
    return open_documents(path, documents, settings.tokenized)


def open_documents(path: Path, settings: DocumentSettings, tokenized: bool = False) -> Corpus:
    """Read documents and put their sentences into clusters; the corpus is in memory.

    Parameters
    ----------
    path, settings, tokenized
        As in :func:`cluster_documents`.

    Raises
    ------
    ProblemsError, ClusterError
        As there.
    """
    clustered = cluster_documents(path, settings, tokenized)

    def read() -> Iterator[Entry]:
        # In the order of the files that `orchestrator cluster` would write.
        for one in sorted(clustered.clusters, key=lambda one: one.name):
            sentences = tuple(_sentence(text, tokenized) for text in one.texts)
            yield Entry(Cluster(one.name, sentences, one.split))

    found = clustered.found
    return Corpus(read, clustered.declared.options, found.ignored, partial(record, clustered))


def _sentence(text: str, tokenized: bool) -> Sentence:
    if tokenized:
        return Sentence.from_words(tuple(text.split()))
    from paralattice.adapters.text import tokenize

    return Sentence.from_words(tokenize(text))
