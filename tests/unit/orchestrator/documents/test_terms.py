"""Key terms are given, lie beside the documents, or are suggested."""

import pytest

from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.model import DocumentSettings
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import ProblemsError
from support.event_files import SINKING, clusters


def test_terms_beside_the_documents_of_an_event_go_before_those_of_all_events(make):
    path = make(
        a__x_txt=SINKING, b__x_txt=SINKING, a__terms_txt="ferry\n", terms_txt="[b]\nferry\nsank\n[a]\ndeep\n"
    )
    assert set(clusters(path)) == {"a.ferry", "b.ferry"}


def test_given_terms_go_before_those_beside_the_documents(make, tmp_path):
    (tmp_path / "t.txt").write_text("ferry = lake, ferry @dev\n", "utf-8")
    path = make(x_txt=SINKING, terms_txt="sank\n")
    found = clusters(path, terms=tmp_path / "t.txt")
    assert {name: split for name, (_, split) in found.items()} == {"ferry": "dev"}
    assert len(found["ferry"][0]) == 3


def test_terms_are_suggested_where_none_are_given(make):
    texts = {f"d{i}_txt": f"The ferry sank at {i} o'clock. Nobody saw the ferry.\n" for i in range(3)}
    clustered = cluster_documents(make(**texts), DocumentSettings())
    assert [one.name for one in clustered.clusters] == ["ferry"]
    assert clustered.terms[0].suggestions[0].sentences == 6


def test_terms_of_other_languages_are_suggested_without_the_parser(make):
    texts = {f"d{i}_txt": f"L'école ouvre à {i} heures. M. Dupont aime l'école.\n" for i in range(3)}
    settings = DocumentSettings(options=ClusterOptions(language="fr", suggest_least=3))
    clustered = cluster_documents(make(**texts), settings)
    names = {one.name: len(one.texts) for one in clustered.clusters}
    assert names["école"] == 6


def test_documents_are_split_in_the_language_of_the_command_alone(make):
    path = make(x_txt=SINKING, terms_txt="ferry\n", corpus_toml='[options]\nlanguage = "fr"\n')
    with pytest.raises(ProblemsError, match="give --language fr"):
        cluster_documents(path, DocumentSettings())
