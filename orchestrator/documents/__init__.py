"""Reading documents: their sentences are clustered by key terms, and the clusters form a corpus."""

from orchestrator.documents.clustering import cluster_documents, load_events
from orchestrator.documents.files import holds_documents
from orchestrator.documents.model import DocumentSettings, EventDocument, NewsEvent
from orchestrator.documents.opening import open_source
from orchestrator.documents.provenance import document_notes, summary_lines, term_lines
from orchestrator.documents.reading import read_document
from orchestrator.documents.writing import write_corpus

__all__ = [
    "DocumentSettings",
    "EventDocument",
    "NewsEvent",
    "cluster_documents",
    "document_notes",
    "holds_documents",
    "load_events",
    "open_source",
    "read_document",
    "summary_lines",
    "term_lines",
    "write_corpus",
]
