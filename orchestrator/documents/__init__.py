"""Reading documents: their sentences are clustered by key terms, and the clusters form a corpus."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from orchestrator.documents.clustering import cluster_documents as cluster_documents
    from orchestrator.documents.clustering import load_events as load_events
    from orchestrator.documents.files import holds_documents as holds_documents
    from orchestrator.documents.model import DocumentSettings as DocumentSettings
    from orchestrator.documents.model import EventDocument as EventDocument
    from orchestrator.documents.model import NewsEvent as NewsEvent
    from orchestrator.documents.opening import open_source as open_source
    from orchestrator.documents.provenance import document_notes as document_notes
    from orchestrator.documents.provenance import summary_lines as summary_lines
    from orchestrator.documents.provenance import term_lines as term_lines
    from orchestrator.documents.reading import read_document as read_document
    from orchestrator.documents.writing import write_corpus as write_corpus
else:
    load_at_first_use(__name__)
