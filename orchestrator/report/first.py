"""The new sentences at the top of the page."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from orchestrator.report.clusters import sentence_rows_of
from orchestrator.runs.folder import RunFolder
from paralattice.methods import best_first

#: Number of sentences, and the most of one cluster.
SENTENCES = 60
OF_A_CLUSTER = 5

First = tuple[str, str, str, int]
"""Cluster, version, text, and edits to the nearest sentence of the cluster."""


def first_sentences(run: RunFolder, clusters: Iterable[str], versions: Sequence[str]) -> list[First]:
    """Return new sentences of the first clusters that have any: one of each cluster, then a second of each.

    Each cluster contributes sentences of its best version.
    """
    order = best_first(versions)
    found: list[list[First]] = []
    for name in clusters:
        if mine := list(_of_cluster(run, name, order)):
            found.append(mine)
        if len(found) == SENTENCES:
            break
    return [each for each in chain.from_iterable(zip_longest(*found)) if each is not None][:SENTENCES]


def _of_cluster(run: RunFolder, name: str, versions: Sequence[str]) -> Iterator[First]:
    for version in versions:
        rows = [row for row in sentence_rows_of(run, name, version) if row.novel]
        if rows:
            yield from ((name, version, row.text, row.edits) for row in rows[:OF_A_CLUSTER])
            return
