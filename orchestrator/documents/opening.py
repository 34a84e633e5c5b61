"""Opening documents as a corpus of clusters of their sentences."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from orchestrator.corpora import Corpus, CorpusEntry, CorpusSettings, open_corpus
from orchestrator.corpora.tokenizing import tokenizer
from orchestrator.documents.files import holds_documents
from orchestrator.documents.model import DocumentSettings
from paralattice.clustering.options import ClusterOptions
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import OptionError


def open_source(path: Path, settings: CorpusSettings, documents: DocumentSettings) -> Corpus:
    """Open a corpus of clusters, or documents if the settings or the folder's content say so.

    Documents are read and clustered immediately; their corpus is in memory.

    Raises
    ------
    OptionError
        Options for documents and for clusters exclude each other.
    ProblemsError, ClusterError
        See :func:`cluster_documents`.
    """
    if not (documents.terms or documents.suggest or holds_documents(path)):
        # Clusters have a language and an encoding, too.
        options = ClusterOptions(language=documents.options.language)
        if documents != DocumentSettings(encoding=documents.encoding, options=options):
            raise OptionError(
                "--lines and --drop-duplicates go with documents; for a folder of documents give --terms "
                "or --suggest"
            )
        return open_corpus(path, settings)
    for flag, given in (("--parses", settings.parses), ("--tagged", settings.tagged)):
        if given:
            raise OptionError(f"{flag} goes with clusters of sentences, and these are documents")
    # Lazy import: most runs have clusters.
    from orchestrator.documents.clustering import cluster_documents
    from orchestrator.documents.provenance import provenance_of

    tokenize = tokenizer(settings.tokenized, documents.options.language)
    clustered = cluster_documents(path, documents, settings.tokenized)

    def read() -> Iterator[CorpusEntry]:
        # In the order of the files that `orchestrator cluster` would write.
        for one in sorted(clustered.clusters, key=lambda one: one.name):
            sentences = tuple(
                Sentence.from_words(tokenize(text), "" if settings.tokenized else text) for text in one.texts
            )
            yield CorpusEntry(Cluster(one.name, sentences, one.split))

    provenance = partial(provenance_of, clustered)
    return Corpus(read, clustered.declared.options, clustered.found.ignored, provenance)
