"""Documents are opened as a corpus, and options that do not go with them are refused."""

import pytest

from orchestrator.corpora import CorpusSettings
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.opening import open_source
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import ParalatticeError
from support.event_files import SINKING, clusters


def test_documents_that_are_tokenised_keep_their_tokens(make):
    path = make(x_txt="The ferry , ca n't sink .\n\nA  ferry sank .\n", terms_txt="ferry\n")
    assert clusters(path, tokenized=True)["ferry"][0] == ["The ferry , ca n't sink .", "A ferry sank ."]
    corpus = open_source(path, CorpusSettings(tokenized=True), DocumentSettings(terms=path / "terms.txt"))
    (entry,) = corpus
    assert entry.cluster.sentences[0].words == ("The", "ferry", ",", "ca", "n't", "sink", ".")


def test_splits_and_options_of_a_corpus_toml_beside_the_documents_hold(make):
    path = make(
        x_txt=SINKING,
        terms_txt="ferry\n",
        corpus_toml='[splits]\ntrain = ["ferry"]\n[options.sample]\nseed = 3\n',
    )
    assert clusters(path)["ferry"][1] == "train"
    corpus = open_source(path, CorpusSettings(), DocumentSettings(terms=path / "terms.txt"))
    assert corpus.options == {"sample": {"seed": 3}}
    assert [entry.cluster.split for entry in corpus] == ["train"]


def test_trees_and_documents_exclude_each_other(make, tmp_path):
    with pytest.raises(ParalatticeError, match="--parses goes with clusters"):
        open_source(make(a__x_txt=SINKING), CorpusSettings(parses=tmp_path), DocumentSettings())


@pytest.mark.parametrize("settings", [{"lines": True}, {"options": ClusterOptions(drop_duplicates=True)}])
def test_what_goes_with_documents_alone_is_refused_for_clusters(make, settings):
    with pytest.raises(ParalatticeError, match="go with documents; for a folder of documents give --terms"):
        open_source(make(cluster_txt=SINKING), CorpusSettings(), DocumentSettings(**settings))
