"""Clusters of documents are written as a corpus."""

import pytest

from orchestrator.corpora import CorpusSettings, open_corpus
from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.opening import open_source
from orchestrator.documents.writing import write_corpus
from paralattice.clustering.options import ClusterOptions
from support.event_files import SINKING


@pytest.mark.parametrize("tokenized", [False, True])
def test_documents_are_the_corpus_that_is_written_of_them(make, tmp_path, tokenized):
    path = make(
        a__x_txt=SINKING,
        b__x_txt="A \u2028 ferry\u00a0, n't .\nThe  ferry 's\tlost . Ferry , they said .\n",
        terms_txt="ferry @train\nlake @dev\n",
    )
    settings = DocumentSettings(options=ClusterOptions(least=1))
    write_corpus(tmp_path / "corpus", cluster_documents(path, settings, tokenized))
    reading = CorpusSettings(tokenized=tokenized)
    written = open_corpus(tmp_path / "corpus", reading)
    assert written.ignored == ()
    entries = list(written)
    assert entries == list(open_source(path, reading, settings))
    assert len(entries) == 3
