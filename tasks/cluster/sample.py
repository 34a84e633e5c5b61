"""Stage 6: sentences drawn from a cluster's lattices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from paralattice.lattice import Sample, write_samples
from paralattice.lattice import sample as sample_lattice
from tasks.cluster.inputs import version_lattice, version_words
from tasks.cluster.jobs import merge_key, sample_key
from tasks.flow import Work, stage
from workers.store import Artefact


@stage("sample")
def sample(**message: Any) -> None:
    """Draw and store sentences from each version's lattice; the cluster's versions are then complete."""
    work = Work(message)
    work.store.once(sample_key(work.job, work.options), partial(_samples, work))
    work.done("sample")


def _samples(work: Work) -> Artefact:
    counts, files = {}, {}
    for name, columns in work.store.get(merge_key(work.job, work.options)).value.items():
        sentences = version_words(name, work.source["sentences"])
        # The lattice is built again: that is faster than reading it.
        lattice = version_lattice(name, sentences, columns)
        drawn = sample_lattice(lattice, sentences, work.options.sample, work.job.cluster, name)
        counts[name] = _counts(drawn)
        files[f"{name}/samples.jsonl"] = write_samples(drawn)
    return Artefact(counts, files)


def _counts(drawn: Sequence[Sample]) -> dict[str, int]:
    return {
        "draws": len(drawn),
        "novel": sum(entry.novel and not entry.duplicate for entry in drawn),
        "chosen": sum(entry.chosen for entry in drawn),
    }
