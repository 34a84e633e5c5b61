"""Corpora made of a few files, read, and what is wrong with them."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from orchestrator.corpora import CorpusSettings, open_corpus
from paralattice.errors import FormatError, ProblemsError

TOKENIZED = CorpusSettings(tokenized=True)
TREE = "( (S (NP (PRP It)) (VP (VBD sank)) (. .)) )"


@dataclass
class Read:
    clusters: list
    trees: dict
    options: dict
    ignored: tuple


def read_corpus(path, settings=None):
    """Read a corpus to its end."""
    corpus = open_corpus(path, settings)
    entries = list(corpus)
    trees = {cluster.name: trees for cluster, trees in entries if trees}
    return Read([cluster for cluster, _ in entries], trees, corpus.options, corpus.ignored)


def write(folder, **files):
    """Write files; in their names ``__`` stands for a dot."""
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / name.replace("__", ".")).write_bytes(data)
    return folder


def lines(*entries):
    return "".join(json.dumps({"cluster": name, "sentence": text}) + "\n" for name, text in entries)


def words_of(corpus):
    return {
        cluster.name: [" ".join(sentence.words) for sentence in cluster.sentences]
        for cluster in corpus.clusters
    }


def names_of(corpus):
    return [cluster.name for cluster in corpus.clusters]


def problems_of(path, settings=TOKENIZED):
    """Return (file name, line, message) of all problems."""
    with pytest.raises(ProblemsError) as caught:
        read_corpus(path, settings)
    assert all(isinstance(error, FormatError) for error in caught.value.errors)
    return [(Path(error.file).name, error.line, error.message) for error in caught.value.errors]


def places_of(path, settings=TOKENIZED):
    return [problem[:2] for problem in problems_of(path, settings)]
