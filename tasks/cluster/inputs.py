"""The inputs of a cluster's stages: its sentences, features and trees, and the run's options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from paralattice.align import encode
from paralattice.align.encoding import Encoded
from paralattice.arrays import Ints
from paralattice.corpus import Sentence
from paralattice.formats.features import ClusterFeatures, sentences_of_columns
from paralattice.formats.trees import read_trees
from paralattice.formats.typed_json import from_json
from paralattice.methods import Method, method_of
from paralattice.methods.method import LaidOut
from paralattice.run_options import Options
from paralattice.syntax.tree import Tree
from tasks.cluster.jobs import Job, chunk_key, load_inputs, load_options, merge_key
from workers.store import Draft, MissingArtefactError, Store

if TYPE_CHECKING:
    from paralattice.exchange.evidence.cluster import Wording

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

    Attributes
    ----------
    chunked
        The sentences with their features, if ``chunk`` has derived them in this go.
    scored
        The scores of all pairs of sentences by version, once ``align`` has computed them in this go.
    """

    def __init__(self, job: Job, store: Draft, inputs: str) -> None:
        self.job = job
        self.store = store
        self.chunked: Sequence[Sentence] | None = None
        self.scored: dict[str, Ints] = {}
        self._inputs = inputs

    def for_job(self, job: Job) -> Inputs:
        """Return the inputs of another job of the same cluster."""
        made = Inputs(job, self.store, self._inputs)
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
        return read_trees(tuple(_chunked(self.store, key).trees), f"the trees of {key}")

    @property
    def cluster(self) -> str:
        """The cluster's name."""
        return self.job.cluster

    @property
    def words(self) -> list[list[str]]:
        """The words of the cluster's sentences."""
        words: list[list[str]] = self.source["sentences"]
        return words

    @property
    def method(self) -> Method:
        """The method of the job's versions; ``chunk`` alone has a job of several methods."""
        return method_of(self.job.versions[0])

    @cached_property
    def encoded(self) -> Encoded:
        """The cluster's sentences with their features, as numbers."""
        key = chunk_key(self.job)
        sentences = self.chunked
        if sentences is None:
            sentences = sentences_of_columns(_chunked(self.store, key), f"the features of {key}")
        return encode(sentences, self.options.align, self.options.unmatched_words)

    def scores(self, versions: Iterable[str]) -> Iterator[tuple[str, Ints]]:
        """Yield versions, each with the scores of all pairs of sentences, as ``align`` left them."""
        return ((name, self.scored[name]) for name in versions)

    def read(self, sentences: Sequence[tuple[str, ...]]) -> list[Tree]:
        """Return the parser's trees of new sentences."""
        # A lazy import: only new sentences need it, and workers start sooner without it.
        from paralattice.adapters.parser import shared_parser

        return shared_parser(self.options.parse).trees(sentences)

    @property
    def wordings(self) -> Iterator[Wording]:
        """The learnt wordings of the run, which are in the store."""
        return stored_wordings(self.options, self.store.store)

    def laid_out(self) -> Iterator[tuple[str, LaidOut]]:
        """Yield the job's versions, each with its lattice of what was merged."""
        merged = self.store.get(merge_key(self.job, self.options)).files
        for name in self.job.versions:
            yield name, self.method.laid_out(name, merged)


def stored_wordings(options: Options, store: Store) -> Iterator[Wording]:
    """Yield the learnt wordings of a run, which are in the store under the name that its options have."""
    key = options.exchange.wordings
    for old, new, tags in store.get(key).value if key else ():
        yield old, new, frozenset(tags)


def _chunked(store: Draft, key: str) -> ClusterFeatures:
    return from_json(store.get(key).files[FEATURES], ClusterFeatures, f"the features of {key}")


def sentence_lines(version: str) -> str:
    """Return the name of the text with a version's lines of ``sentences.csv`` in a sample artefact."""
    return f"{version}/sentences"
