"""Folders of documents are told from folders of clusters."""

from orchestrator.documents.files import holds_documents
from support.event_files import SINKING


def test_documents_in_folders_are_recognised_and_clusters_are_not(make, tmp_path):
    assert holds_documents(make(a__x_txt=SINKING))
    assert not holds_documents(make(cluster_txt=SINKING))
    assert not holds_documents(tmp_path / "nothing")
    assert not holds_documents(tmp_path / "docs" / "cluster.txt")


def test_web_pages_are_documents_and_empty_folders_are_none(make, tmp_path):
    assert holds_documents(make(page_html="<p>x</p>"))
    (tmp_path / "empty" / "inner").mkdir(parents=True)
    assert not holds_documents(tmp_path / "empty")
