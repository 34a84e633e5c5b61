"""What `orchestrator cluster` does."""

from __future__ import annotations

from pathlib import Path

import click

from orchestrator.documents.clustering import cluster_documents
from orchestrator.documents.model import DocumentSettings
from orchestrator.documents.provenance import record, term_lines
from orchestrator.documents.writing import write_corpus


def print_suggestions(path: Path, settings: DocumentSettings, tokenized: bool) -> None:
    """Print suggested key terms with their counts, as a file for ``--terms``.

    Raises
    ------
    ParaphraseError
        As :func:`cluster_documents`.
    """
    clustered = cluster_documents(path, settings, tokenized)
    click.echo("".join(term_lines(clustered)), nl=False)


def write_clusters(path: Path, settings: DocumentSettings, tokenized: bool, output: Path) -> None:
    """Write the clusters of documents as a corpus, and say what was made.

    Raises
    ------
    ParaphraseError
        As :func:`cluster_documents` and :func:`write_corpus`.
    OSError
        It cannot be written.
    """
    clustered = cluster_documents(path, settings, tokenized)
    write_corpus(output, clustered)
    for name in clustered.found.ignored:
        click.echo(f"not read: {path / name}")
    for note in record(clustered).notes:
        click.echo(note)
    sentences = sum(len(one.cluster.members) for one in clustered.clusters)
    documents = sum(len(event.documents) for event in clustered.events)
    counts = f"{len(clustered.clusters)} clusters, {sentences} sentences of {documents} documents"
    click.echo(f"{counts}; corpus in {output}")
