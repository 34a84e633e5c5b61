"""A cluster's job: the content of its stages' messages, and the keys of its artefacts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from paralattice.methods import METHODS, Method, method_of, methods_of
from paralattice.run_options import Options
from tasks.code import code_of
from workers.store import Store, digest
from workers.store.keys import COMMON_SHELF, checked_key, shelved

GROUPED_SENTENCES = 200
"""A cluster of more sentences has one message per version in the stages after ``chunk``."""


@dataclass(frozen=True, slots=True)
class Job:
    """The work on one cluster for some versions.

    Attributes
    ----------
    cluster
        The cluster's name.
    source
        Digest of the cluster's sentences with their trees or the keys of their parses; the shelf of
        its artefacts.
    options
        Key of the run's options.
    versions
        Names of the versions to compute.
    """

    cluster: str
    source: str
    options: str
    versions: tuple[str, ...]

    def to_content(self) -> dict[str, Any]:
        """Return the job as JSON values."""
        return asdict(self)

    @classmethod
    def from_content(cls, content: dict[str, Any]) -> Job:
        """Return the job in a message's content, which may have other fields.

        Raises
        ------
        ArtefactKeyError
            A key is not the key of an artefact.
        """
        source, options = checked_key(content["source"]), checked_key(content["options"])
        return cls(content["cluster"], source, options, tuple(content["versions"]))

    def __str__(self) -> str:
        """Return the job as Flower shows it."""
        return f"cluster={self.cluster} version={','.join(self.versions)}"

    def for_versions(self, versions: tuple[str, ...]) -> Job:
        """Return the same job for some versions."""
        return Job(self.cluster, self.source, self.options, versions)


def parse_key(parser: str, words: tuple[str, ...], max_tokens: int) -> str:
    """Return the key of a sentence's parse by a parser of that digest, on the common shelf.

    The limit on tokens is part of the key only if the sentence exceeds it.
    """
    passed = max_tokens if len(words) > max_tokens else None
    return shelved(COMMON_SHELF, digest("parse", code_of("parse"), parser, words, passed))


def chunk_key(job: Job) -> str:
    """Return the key of a cluster's features."""
    return shelved(job.source, digest("chunk", code_of("chunk"), job.source))


# Every later stage's key is made of it.
@lru_cache(maxsize=64)
def merge_key(job: Job, options: Options) -> str:
    """Return the key of the alignments, or of the new sentences, of a job's versions of one method."""
    method = _method(job)
    code = code_of("chunk"), code_of(method.stage, method)
    parts = _read_by(method, options), *method.key_parts(options, job.cluster, job.versions)
    return shelved(job.source, digest(method.stage, code, job.source, *parts))


def build_key(job: Job, options: Options) -> str:
    """Return the key of the automata of a job's versions."""
    # Pictures are drawn when they are exported: build.draw_limit does not change the automata.
    limit = options.build.distinct_limit
    return shelved(job.source, digest("build", code_of("build"), merge_key(job, options), limit))


def sample_key(job: Job, options: Options) -> str:
    """Return the key of the sentences drawn from the automata of a job's versions."""
    # Not from build_key: sampling reads the output of merge, which does not depend on the options of build.
    merged = merge_key(job, options)
    drawn = digest(
        "sample", code_of("sample"), merged, _stage(options, "sample"), options.language, job.cluster
    )
    return shelved(job.source, drawn)


@lru_cache(maxsize=64)
def _stage(options: Options, name: str) -> str:
    return digest(options.to_dict()[name])


@lru_cache(maxsize=64)
def _read_by(method: Method, options: Options) -> str:
    values = options.to_dict()
    return digest(*(values[name] for name in method.reads))


def _method(job: Job) -> Method:
    return method_of(job.versions[0])


def stage_keys(job: Job, options: Options, sentences: int) -> list[str]:
    """Return the keys of the artefacts on a cluster's shelf, in the order in which they are computed."""
    stages = (merge_key, build_key, sample_key)
    groups = version_groups(job, sentences)
    return [chunk_key(job), *(key(group, options) for group in groups for key in stages)]


def version_groups(job: Job, sentences: int) -> list[Job]:
    """Return the jobs into which a cluster's versions are divided after ``chunk``.

    Each job has one artefact per later stage.  Those of a small cluster have all versions of a method,
    because a message costs more than its work; a large one has one job per version, so that several
    workers can share it.
    """
    if sentences > GROUPED_SENTENCES:
        return [job.for_versions((version,)) for version in job.versions]
    # The keys of many runs are made of this order: first what is not aligned.
    methods = sorted(methods_of(job.versions), key=lambda method: method.scored)
    own = ({version.name for version in method.versions} for method in methods)
    return [job.for_versions(tuple(name for name in job.versions if name in names)) for names in own]


def is_scored(job: Job) -> bool:
    """Return whether the sentence pairs of a job of :func:`version_groups` are scored."""
    return _method(job).scored


def merging_stage(job: Job) -> str:
    """Return the stage whose artefact :func:`merge_key` names."""
    return _method(job).stage


def merging_stages() -> set[str]:
    """Return the stages that :func:`merging_stage` can return."""
    return {method.stage for method in METHODS.values()}


@lru_cache(maxsize=16)
def load_options(store: Store, key: str) -> Options:
    """Return a run's options, which are read once per process."""
    return Options.from_dict(store.get(key).value)


@lru_cache(maxsize=4)
def load_inputs(store: Store, key: str) -> dict[str, Any]:
    """Return the inputs that the orchestrator stored together: sources of clusters, and parse batches.

    Parameters
    ----------
    key
        The key of the inputs, which many messages share.
    """
    inputs: dict[str, Any] = store.get(key).value
    return inputs
