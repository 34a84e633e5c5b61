"""Documents of a few sentences, and the clusters made of them."""

import pytest

from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.model import DocumentSettings
from paralattice.errors import ParalatticeError

SINKING = "The ferry sank. The ferry was old. The lake was deep.\n"


def clusters(path, tokenized=False, **settings):
    clustered = cluster_documents(path, DocumentSettings(**settings), tokenized)
    return {one.name: (one.texts, one.split) for one in clustered.clusters}


def refusal(path, **settings):
    with pytest.raises(ParalatticeError) as caught:
        clusters(path, **settings)
    return str(caught.value)
