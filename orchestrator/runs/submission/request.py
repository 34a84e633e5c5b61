"""The arguments of ``orchestrator submit``, and the corpus and options that they name."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from orchestrator.corpora import Corpus, CorpusSettings
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.opening import open_source
from orchestrator.engine.resources import Resources
from orchestrator.io.console import warn
from orchestrator.runs.submission.tagging import tag_with


@dataclass(frozen=True, slots=True)
class Request:
    """The arguments of ``orchestrator submit``.

    Attributes
    ----------
    corpus, runs
        Folder (or file) of the clusters, and folder of the runs.
    name
        The run's name.
    resources
        Store, workers and broker.
    settings, documents
        How the corpus is read; how documents become a corpus.
    options
        Options that override those of the corpus, by stage and name.
    split
        The split whose clusters are computed; empty for all clusters.
    dry_run, update, detach, strict
        Print the plan only; continue a run whose corpus or options changed; daemonise the run; refuse texts
        that do not fit the run.
    """

    corpus: Path
    runs: Path
    name: str
    resources: Resources
    settings: CorpusSettings = field(default_factory=CorpusSettings)
    documents: DocumentSettings = field(default_factory=DocumentSettings)
    options: dict[str, Any] = field(default_factory=dict)
    split: str = ""
    dry_run: bool = False
    update: bool = False
    detach: bool = False
    strict: bool = False


def open_corpus(request: Request, console: Console) -> Corpus:
    """Open the corpus, and show notes on it.

    Raises
    ------
    ParalatticeError
        The corpus cannot be opened.
    """
    documents = request.documents
    if not request.dry_run:
        documents = replace(documents, tag=tag_with(request.resources, request.runs / ".tag", console))
    corpus = open_source(request.corpus, request.settings, documents)
    for name in corpus.ignored:
        warn(console, f"not read: {request.corpus / name}")
    for note in corpus.provenance().notes:
        warn(console, note)
    return corpus


def overlay(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return options, by stage and name, overridden by others."""
    merged = dict(base)
    for key, value in over.items():
        merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
    return merged
