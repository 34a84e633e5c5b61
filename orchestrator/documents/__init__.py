"""Documents in: events become clusters of sentences by key terms, and then a corpus like any other."""

from orchestrator.documents.clustering import Clustered, NamedCluster, cluster_documents, load_events
from orchestrator.documents.files import holds_documents
from orchestrator.documents.model import DocumentSettings, Event, EventDocument
from orchestrator.documents.opening import open_documents, open_source
from orchestrator.documents.reading import read_document
from orchestrator.documents.writing import write_corpus

__all__ = [
    "Clustered",
    "DocumentSettings",
    "Event",
    "EventDocument",
    "NamedCluster",
    "cluster_documents",
    "holds_documents",
    "load_events",
    "open_documents",
    "open_source",
    "read_document",
    "write_corpus",
]
