"""Stage 6: draw sentences from a cluster's lattices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from paralattice.lattice import Sample, sample, sentence_rows, write_samples, write_sentences
from tasks.cluster.inputs import Inputs, version_lattice, version_words
from tasks.cluster.jobs import merge_key, sample_key
from workers.store import Artefact


def sample_cluster(inputs: Inputs) -> None:
    """Draw sentences from each version's lattice, and store them with their rows of ``sentences.csv``."""
    inputs.store.once(sample_key(inputs.job, inputs.options), partial(_samples, inputs))


def _samples(inputs: Inputs) -> Artefact:
    counts, files = {}, {}
    for name, columns in inputs.store.get(merge_key(inputs.job, inputs.options)).value.items():
        sentences = version_words(name, inputs.source["sentences"])
        # Building the lattice again is faster than reading it.
        lattice = version_lattice(name, sentences, columns)
        drawn = sample(lattice, sentences, inputs.options.sample, inputs.job.cluster, name)
        counts[name] = _counts(drawn)
        files[f"{name}/samples.jsonl"] = write_samples(drawn)
        rows = sentence_rows(drawn, sentences, lattice)
        files[f"{name}/sentences.csv"] = write_sentences(inputs.job.cluster, name, rows)
    return Artefact(counts, files)


def _counts(drawn: Sequence[Sample]) -> dict[str, int]:
    return {
        "draws": len(drawn),
        "novel": sum(entry.novel and not entry.duplicate for entry in drawn),
        "chosen": sum(entry.chosen for entry in drawn),
    }
