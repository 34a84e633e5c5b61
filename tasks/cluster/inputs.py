"""The inputs of a cluster's stages: its sentences, features and trees, and the run's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from paralattice.align import DEFAULT_STOP_WORDS, CompactAlignment, encode
from paralattice.align.encoding import Encoded
from paralattice.corpus import Sentence
from paralattice.formats.features import ClusterFeatures, sentences_of_columns
from paralattice.formats.trees import read_trees
from paralattice.formats.typed_json import from_json
from paralattice.lattice import WordLattice, from_alignment, from_states
from paralattice.methods.pang import PANG
from paralattice.run_options import Options
from paralattice.syntax.tree import Tree
from tasks.cluster.jobs import Job, chunk_key, load_inputs, load_options
from workers.store import Draft, MissingArtefactError

FEATURES = "features"
"""Name of the text in the artefact of ``chunk``: features and trees."""


def source_of(inputs: Mapping[str, Any], job: Job) -> dict[str, Any]:
    """Return a cluster's source among the inputs that were stored together.

    Raises
    ------
    MissingArtefactError
        It is not among them.
    """
    if job.source not in inputs:
        raise MissingArtefactError(f"the inputs of {job.cluster} are not where its message says")
    source: dict[str, Any] = inputs[job.source]
    return source


class Inputs:
    """The inputs of a job's stages, read at first use.

    Parameters
    ----------
    job
        The cluster and its versions.
    store
        The artefacts.
    inputs
        Key under which the orchestrator stored the cluster's source, among those of other clusters.
    shards
        0-based numbers of the shards of sentence pairs to score; ``None`` for all.
    keep_scores_in_memory
        Whether ``merge`` runs in the same task, so that the scores are not stored.

    Attributes
    ----------
    chunked
        The sentences with their features, if ``chunk`` has derived them in this go.
    """

    def __init__(
        self,
        job: Job,
        store: Draft,
        inputs: str,
        shards: Sequence[int] | None = None,
        keep_scores_in_memory: bool = False,
    ) -> None:
        self.job = job
        self.store = store
        self.shards = shards
        self.keep_scores_in_memory = keep_scores_in_memory
        self.chunked: Sequence[Sentence] | None = None
        self._inputs = inputs

    def for_job(self, job: Job) -> Inputs:
        """Return the inputs of another job of the same cluster."""
        made = Inputs(job, self.store, self._inputs, self.shards, self.keep_scores_in_memory)
        made.chunked = self.chunked
        return made

    @cached_property
    def options(self) -> Options:
        """The run's options."""
        return load_options(self.store.store, self.job.options)

    @cached_property
    def source(self) -> dict[str, Any]:
        """The cluster's ``sentences`` (lists of words) and their ``parses`` (keys) or ``trees``."""
        return source_of(load_inputs(self.store.store, self._inputs), self.job)

    @property
    def size(self) -> int:
        """The number of sentences of the cluster."""
        return len(self.source["sentences"])

    @property
    def trees(self) -> list[Tree]:
        """The trees of the cluster's sentences, as ``chunk`` stored them."""
        key = chunk_key(self.job)
        return read_trees(_chunked(self.store, key).trees, f"the trees of {key}")

    @cached_property
    def encoded(self) -> Encoded:
        """The cluster's sentences with their features, as numbers."""
        given, key = self.options.stop_words, chunk_key(self.job)
        stop_words = DEFAULT_STOP_WORDS if given is None else frozenset(given)
        sentences = self.chunked
        if sentences is None:
            sentences = sentences_of_columns(_chunked(self.store, key), f"the features of {key}")
        return encode(sentences, self.options.align, stop_words)


def _chunked(store: Draft, key: str) -> ClusterFeatures:
    return from_json(store.get(key).files[FEATURES], ClusterFeatures, f"the features of {key}")


def sentence_lines(version: str) -> str:
    """Return the name of the text with a version's lines of ``sentences.csv`` in a sample artefact."""
    return f"{version}/sentences"


def merged_lattice(
    store: Draft, key: str, version: str
) -> tuple[list[list[str]], list[list[int]], WordLattice]:
    """Return sentences as a version has them, the 0-based column of each token, and the lattice.

    Parameters
    ----------
    store, key
        The artefact of ``merge``.
    version
        Name of a version that is aligned, or merged from trees.
    """
    return _lattice_of(version == PANG, store.get(key).files[version])


# ``build`` and ``sample`` need the same lattices, and versions that align a cluster alike have one.
@lru_cache(maxsize=6)
def _lattice_of(of_trees: bool, text: bytes) -> tuple[list[list[str]], list[list[int]], WordLattice]:
    record = from_json(text, CompactAlignment)
    columns = record.columns
    if not of_trees:
        return record.sentences, columns, from_alignment(record.sentences, columns)
    sentences = version_words(PANG, record.sentences)
    # State 0 is the start.
    return sentences, columns, from_states(sentences, [[column + 1 for column in row] for row in columns])


def version_words(version: str, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return sentences as the lattices of a version write them; those built from trees are lower-cased."""
    return [[word.lower() if version == PANG else word for word in words] for words in sentences]
