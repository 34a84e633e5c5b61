"""What several stages read: a cluster's features and its stop words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from paralattice.align import DEFAULT_STOP_WORDS
from paralattice.corpus import Sentence
from paralattice.formats.features import read_features
from paralattice.formats.trees import read_trees
from paralattice.lattice import Lattice, from_alignment, from_states
from paralattice.run_options import Options
from paralattice.tree import Tree
from paralattice.versions import PANG
from tasks.cluster.jobs import chunk_key
from tasks.flow import Work
from workers.store import Store


def cluster_features(work: Work) -> list[Sentence]:
    """Return the cluster's sentences with the features that ``chunk`` stored."""
    return _features(work.store, chunk_key(work.job))


# A worker often merges what it has just scored.  Few are kept, since a cluster may be large.
@lru_cache(maxsize=4)
def _features(store: Store, key: str) -> list[Sentence]:
    return read_features(store.get(key).files["features.tsv"].splitlines(), f"features.tsv of {key}")


def cluster_trees(work: Work) -> list[Tree]:
    """Return the trees of the cluster's sentences, as ``chunk`` stored them."""
    key = chunk_key(work.job)
    return read_trees(work.store.get(key).files["parses.mrg"].splitlines(), f"parses.mrg of {key}")


def version_words(version: str, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return sentences as the lattices of a version write them: those made of trees have no capitals."""
    return [[word.lower() if version == PANG else word for word in words] for words in sentences]


def version_lattice(
    version: str, sentences: Sequence[Sequence[str]], columns: Sequence[Sequence[int]]
) -> Lattice:
    """Return the lattice of a version from what ``merge`` stored.

    Parameters
    ----------
    version
        Its name.
    sentences
        As :func:`version_words` returns them.
    columns
        The column of each token, 0-based.
    """
    if version == PANG:
        # The state before all columns is the start.
        return from_states(sentences, [[column + 1 for column in row] for row in columns])
    return from_alignment(sentences, columns)


def stop_words(options: Options) -> frozenset[str]:
    """Return the run's stop words: its own, or the package's."""
    return DEFAULT_STOP_WORDS if options.stop_words is None else frozenset(options.stop_words)
