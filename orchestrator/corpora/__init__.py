"""Reading corpora: files and folders become clusters; all problems are reported at once."""

from orchestrator.corpora.model import Corpus, CorpusEntry, CorpusSettings
from orchestrator.corpora.reading import open_corpus

__all__ = ["Corpus", "CorpusEntry", "CorpusSettings", "open_corpus"]
