"""What several stages read: a cluster's features and its stop words."""

from __future__ import annotations

from paraphrase.align import DEFAULT_STOP_WORDS
from paraphrase.corpus import Sentence
from paraphrase.formats.features import read_features
from paraphrase.options import Options
from tasks.flow import Work
from tasks.jobs import chunk_key


def cluster_features(work: Work) -> list[Sentence]:
    """Return the cluster's sentences with the features that ``chunk`` stored."""
    text = work.store.get(chunk_key(work.job)).files["features.tsv"]
    return read_features(text.splitlines(), f"{work.job.cluster}/features.tsv")


def stop_words(options: Options) -> frozenset[str]:
    """Return the run's stop words: its own, or the package's."""
    return DEFAULT_STOP_WORDS if options.stop_words is None else frozenset(options.stop_words)
