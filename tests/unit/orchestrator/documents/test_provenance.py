"""Key terms are written so that they can be read again."""

from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.provenance import term_lines
from paralattice.formats.corpora.key_terms import read_key_terms


def test_suggested_terms_of_odd_tokens_and_events_can_be_read_again(make):
    text = "\n\n".join(f"Captain @Kessel' saw the ferry* on day {number} ." for number in range(5))
    files = {f"ev#1]__{name}_txt": text for name in "abc"}
    clustered = cluster_documents(make(**files), DocumentSettings(), tokenized=True)
    terms = read_key_terms("".join(term_lines(clustered)).encode())
    assert list(terms.by_event) == ["ev#1]"]
    assert terms.by_event["ev#1]"] == list(clustered.terms[0].terms)
