"""Stage 6: draw sentences from a cluster's lattices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from paralattice.lattice import Sample, SentenceRow, sample, sentence_rows, write_samples, write_sentences
from paralattice.versions import EXCHANGE
from tasks.cluster.exchange import exchange_lattice, new_samples
from tasks.cluster.inputs import Inputs, version_lattice, version_words
from tasks.cluster.jobs import merge_key, sample_key
from workers.store import Artefact


def sample_cluster(inputs: Inputs) -> None:
    """Draw sentences from each version's lattice, and store them with their rows of ``sentences.csv``."""
    inputs.store.once(sample_key(inputs.job, inputs.options), partial(_samples, inputs))


def _samples(inputs: Inputs) -> Artefact:
    counts: dict[str, dict[str, int]] = {}
    files: dict[str, str] = {}
    merged = inputs.store.get(merge_key(inputs.job, inputs.options)).value
    if EXCHANGE in merged:
        return _new_sentences(inputs, merged[EXCHANGE])
    for name, columns in merged.items():
        sentences = version_words(name, inputs.source["sentences"])
        # Building the lattice again is faster than reading it.
        lattice = version_lattice(name, sentences, columns)
        drawn = sample(lattice, sentences, inputs.options.sample, inputs.job.cluster, name)
        counts[name] = _counts(drawn)
        files |= _files(inputs.job.cluster, name, drawn, sentence_rows(drawn, sentences, lattice))
    return Artefact(counts, files)


def _new_sentences(inputs: Inputs, made: dict[str, Any]) -> Artefact:
    """Return the sentences that ``exchange`` made, the best first; the best are chosen."""
    sentences = inputs.source["sentences"]
    lattice, paths = exchange_lattice(sentences, made)
    drawn = new_samples(made["new"], paths[len(sentences) :], inputs.options.sample.keep)
    rows = sentence_rows(drawn, sentences, lattice)
    return Artefact({EXCHANGE: _counts(drawn)}, _files(inputs.job.cluster, EXCHANGE, drawn, rows))


def _files(
    cluster: str, version: str, drawn: Sequence[Sample], rows: Sequence[SentenceRow]
) -> dict[str, str]:
    return {
        f"{version}/samples.jsonl": write_samples(drawn),
        f"{version}/sentences.csv": write_sentences(cluster, version, rows),
    }


def _counts(drawn: Sequence[Sample]) -> dict[str, int]:
    return {
        "draws": len(drawn),
        "novel": sum(entry.novel and not entry.duplicate for entry in drawn),
        "chosen": sum(entry.chosen for entry in drawn),
    }
