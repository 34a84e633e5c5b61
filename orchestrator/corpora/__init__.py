"""Corpora in: files and folders become clusters, and every problem in them is told at once."""

from orchestrator.corpora.model import Corpus, CorpusSettings, Entry
from orchestrator.corpora.reading import open_corpus

__all__ = ["Corpus", "CorpusSettings", "Entry", "open_corpus"]
