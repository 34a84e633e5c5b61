"""Stage 6: draw sentences from a cluster's lattices."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from paralattice.lattice import (
    CompactSamples,
    SentenceRow,
    compact_samples,
    compact_sampling,
    sample_paths,
    sentence_rows,
    write_sentences,
)
from paralattice.methods.exchange import EXCHANGE
from tasks.cluster.inputs import Inputs, merged_lattice, sentence_lines
from tasks.cluster.jobs import merge_key, sample_key
from workers.store import Artefact


def sample_cluster(inputs: Inputs) -> None:
    """Draw sentences from each version's lattice; store them, with the rows of the chosen ones."""
    inputs.store.once(sample_key(inputs.job, inputs.options), partial(_samples, inputs))


def _samples(inputs: Inputs) -> Artefact:
    counts: dict[str, dict[str, int]] = {}
    files: dict[str, bytes] = {}
    key = merge_key(inputs.job, inputs.options)
    if inputs.job.versions == (EXCHANGE,):
        return _new_sentences(inputs, inputs.store.get(key))
    for name in inputs.job.versions:
        sentences, _, lattice = merged_lattice(inputs.store, key, name)
        drawn = sample_paths(lattice, sentences, inputs.options.sample, inputs.job.cluster, name)
        counts[name] = _counts(
            len(drawn.ends), len({*drawn.novel}.difference(drawn.duplicate)), len(drawn.chosen)
        )
        rows = sentence_rows(drawn.chosen_samples(), sentences, lattice, drawn.chosen_paths())
        files |= _texts(inputs.job.cluster, name, compact_sampling(drawn), rows)
    return Artefact(counts, files)


def _new_sentences(inputs: Inputs, merged: Artefact) -> Artefact:
    """Return the sentences that ``exchange`` made, the best first; the best are chosen."""
    # Lazy import: as in `tasks.cluster.run`.
    from tasks.cluster.exchange import exchange_lattice, made_sentences, new_samples

    sentences, new = inputs.source["sentences"], made_sentences(merged)
    lattice, paths = exchange_lattice(sentences, new)
    drawn = new_samples(new, paths[len(sentences) :], inputs.options.sample.keep)
    chosen = [entry for entry in drawn if entry.chosen]
    rows = sentence_rows(chosen, sentences, lattice)
    files = _texts(inputs.job.cluster, EXCHANGE, compact_samples(drawn, lattice), rows)
    # All of them are new, and each is made once.
    return Artefact({EXCHANGE: _counts(len(drawn), len(drawn), len(chosen))}, files)


def _counts(draws: int, novel: int, chosen: int) -> dict[str, int]:
    return {"draws": draws, "novel": novel, "chosen": chosen}


def _texts(
    cluster: str, version: str, samples: CompactSamples, rows: Iterable[SentenceRow]
) -> dict[str, bytes]:
    """Return the texts of a version: its samples, and the lines of ``sentences.csv``."""
    lines = write_sentences(cluster, version, rows)
    return {version: msgspec.json.encode(samples), sentence_lines(version): lines.encode()}
