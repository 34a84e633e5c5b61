"""Stage 6: draw sentences from a cluster's lattices."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from typing import Any

from paralattice.lattice import (
    SentenceRow,
    compact_samples,
    compact_samples_text,
    sample_paths,
    sentence_rows,
    write_sentences,
)
from paralattice.versions import EXCHANGE
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
        drawn = sample_paths(lattice, sentences, inputs.options.sample, inputs.job.cluster, name)
        counts[name] = _counts(
            len(drawn.ends), len({*drawn.novel}.difference(drawn.duplicate)), len(drawn.chosen)
        )
        files[name] = compact_samples_text(drawn)
        rows = sentence_rows(drawn.chosen_samples(), sentences, lattice, drawn.chosen_paths())
        files[sentence_lines(name)] = _lines(inputs.job.cluster, name, rows)
    return Artefact(counts, files)


def _new_sentences(inputs: Inputs, made: dict[str, Any]) -> Artefact:
    """Return the sentences that ``exchange`` made, the best first; the best are chosen."""
    # Lazy import: as in `tasks.cluster.run`.
    from tasks.cluster.exchange import exchange_lattice, new_samples

    sentences = inputs.source["sentences"]
    lattice, paths = exchange_lattice(sentences, made)
    drawn = new_samples(made["new"], paths[len(sentences) :], inputs.options.sample.keep)
    chosen = [entry for entry in drawn if entry.chosen]
    rows = sentence_rows(chosen, sentences, lattice)
    files = {
        EXCHANGE: json.dumps(compact_samples(drawn, lattice), ensure_ascii=False),
        sentence_lines(EXCHANGE): _lines(inputs.job.cluster, EXCHANGE, rows),
    }
    # All of them are new, and each is made once.
    return Artefact({EXCHANGE: _counts(len(drawn), len(drawn), len(chosen))}, files)


def _counts(draws: int, novel: int, chosen: int) -> dict[str, int]:
    return {"draws": draws, "novel": novel, "chosen": chosen}


def _lines(cluster: str, version: str, rows: Iterable[SentenceRow]) -> str:
    """Return lines of ``sentences.csv`` as JSON."""
    return json.dumps(write_sentences(cluster, version, rows), ensure_ascii=False)
