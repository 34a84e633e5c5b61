"""Corpora in: files and folders become clusters, and every problem in them is told at once."""

from orchestrator.corpora.model import Corpus, CorpusSettings
from orchestrator.corpora.reading import read_corpus

__all__ = ["Corpus", "CorpusSettings", "read_corpus"]
