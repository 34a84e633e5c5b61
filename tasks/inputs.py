"""What several stages read: a cluster's features and its stop words."""

from __future__ import annotations

from functools import lru_cache

from paraphrase.align import DEFAULT_STOP_WORDS
from paraphrase.corpus import Sentence
from paraphrase.formats.features import read_features
from paraphrase.options import Options
from tasks.flow import Work
from tasks.jobs import chunk_key
from workers.store import Store


def cluster_features(work: Work) -> list[Sentence]:
    """Return the cluster's sentences with the features that ``chunk`` stored."""
    return _features(work.store, chunk_key(work.job))


# A worker often merges what it has just scored.  Few are kept, since a cluster may be large.
@lru_cache(maxsize=4)
def _features(store: Store, key: str) -> list[Sentence]:
    return read_features(store.get(key).files["features.tsv"].splitlines(), f"features.tsv of {key}")


def stop_words(options: Options) -> frozenset[str]:
    """Return the run's stop words: its own, or the package's."""
    return DEFAULT_STOP_WORDS if options.stop_words is None else frozenset(options.stop_words)
