"""Stage 6: draw sentences from a cluster's lattices."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from paralattice.lattice import (
    Lattice,
    Sample,
    compact_samples,
    sample,
    sentence_rows,
    write_sentences,
)
from paralattice.versions import EXCHANGE
from tasks.cluster.exchange import exchange_lattice, new_samples
from tasks.cluster.inputs import Inputs, merged_lattice, sentence_lines
from tasks.cluster.jobs import merge_key, sample_key
from workers.store import Artefact


def sample_cluster(inputs: Inputs) -> None:
    """Draw sentences from each version's lattice; store them, with the rows of the chosen ones."""
    inputs.store.once(sample_key(inputs.job, inputs.options), partial(_samples, inputs))


def _samples(inputs: Inputs) -> Artefact:
    counts: dict[str, dict[str, int]] = {}
    files: dict[str, str] = {}
    key = merge_key(inputs.job, inputs.options)
    if inputs.job.versions == (EXCHANGE,):
        return _new_sentences(inputs, inputs.store.get(key).value)
    for name in inputs.job.versions:
        sentences, _, lattice = merged_lattice(inputs.store, key, name)
        drawn = sample(lattice, sentences, inputs.options.sample, inputs.job.cluster, name)
        counts[name] = _counts(drawn)
        files |= _files((inputs.job.cluster, name), drawn, sentences, lattice)
    return Artefact(counts, files)


def _new_sentences(inputs: Inputs, made: dict[str, Any]) -> Artefact:
    """Return the sentences that ``exchange`` made, the best first; the best are chosen."""
    sentences = inputs.source["sentences"]
    lattice, paths = exchange_lattice(sentences, made)
    drawn = new_samples(made["new"], paths[len(sentences) :], inputs.options.sample.keep)
    files = _files((inputs.job.cluster, EXCHANGE), drawn, sentences, lattice)
    return Artefact({EXCHANGE: _counts(drawn)}, files)


def _files(
    names: tuple[str, str], drawn: Sequence[Sample], sentences: Sequence[Sequence[str]], lattice: Lattice
) -> dict[str, str]:
    """Return the samples of a cluster and version, and its lines of ``sentences.csv``, as JSON."""
    chosen = [entry for entry in drawn if entry.chosen]
    lines = write_sentences(*names, sentence_rows(chosen, sentences, lattice))
    return {
        names[1]: json.dumps(compact_samples(drawn, lattice), ensure_ascii=False),
        sentence_lines(names[1]): json.dumps(lines, ensure_ascii=False),
    }


def _counts(drawn: Sequence[Sample]) -> dict[str, int]:
    return {
        "draws": len(drawn),
        "novel": len([entry for entry in drawn if entry.novel and not entry.duplicate]),
        "chosen": len([entry for entry in drawn if entry.chosen]),
    }
