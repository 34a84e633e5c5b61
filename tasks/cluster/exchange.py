"""Stage 4 of version V6, in place of ``merge``: make new sentences by exchange of constituents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from paralattice.adapters.exchange import readings_by, readings_of
from paralattice.adapters.parser import shared_parser
from paralattice.align import compact_alignment
from paralattice.exchange import Exchange, NewSentence, generate_sentences, smallest_automaton
from paralattice.lattice import Change, Sample, WordLattice, derive_seed
from paralattice.versions import EXCHANGE
from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key
from workers.store import Artefact

StatePath = tuple[int, ...]


def exchange_cluster(inputs: Inputs) -> None:
    """Make and store a cluster's new sentences."""
    inputs.store.once(merge_key(inputs.job, inputs.options), partial(_made, inputs))


def _made(inputs: Inputs) -> Artefact:
    options = inputs.options
    parser = shared_parser(options.parse)
    seed = derive_seed(options.sample.seed, inputs.job.cluster, EXCHANGE)
    readings = readings_of(parser, inputs.trees)
    made = generate_sentences(readings, partial(readings_by, parser), options.exchange, seed)
    sentences = inputs.source["sentences"]
    value: dict[str, Any] = {"new": [_record(entry) for entry in made.sentences]}
    _, paths = exchange_lattice(sentences, value)
    # State 0, the start, has no column; the last state is the accepting one.
    columns = [
        [state - 1 for state in path[1 : len(words) + 1]]
        for words, path in zip(sentences, paths, strict=False)
    ]
    alignment = {
        "version": EXCHANGE,
        "sentences": sentences,
        "scores": None,
        "order": None,
        "columns": columns,
        "exchange": _counts(made),
    }
    return Artefact(value, {EXCHANGE: json.dumps(compact_alignment(alignment), ensure_ascii=False)})


def _counts(made: Exchange) -> dict[str, Any]:
    return {"made": made.made, "parsed": made.parsed, "refused": dict(made.refused)}


def _record(entry: NewSentence) -> dict[str, Any]:
    candidate = entry.candidate
    return {
        "tokens": list(candidate.words),
        "sources": [
            [token.sentence, token.position] if token.sentence >= 0 else None for token in candidate.tokens
        ],
        "operations": [[change.kind, change.what, change.source] for change in candidate.operations],
        "score": round(entry.score, 4),
    }


def exchange_lattice(
    sentences: Sequence[Sequence[str]], made: dict[str, Any]
) -> tuple[WordLattice, list[StatePath]]:
    """Return the lattice of a cluster's sentences and the new ones, and the path of each.

    Parameters
    ----------
    made
        The value that the stage stored.
    """
    new = made["new"]
    words = [*sentences, *(entry["tokens"] for entry in new)]
    own = [[number] * len(row) for number, row in enumerate(sentences)]
    taken = [[place[0] if place else -1 for place in entry["sources"]] for entry in new]
    return smallest_automaton(words, [*own, *taken])


def new_samples(new: Sequence[dict[str, Any]], paths: Sequence[StatePath], keep: int) -> list[Sample]:
    """Return the new sentences as samples, the best first, of which the first ``keep`` are chosen."""
    return [
        Sample(
            tuple(entry["tokens"]),
            path,
            novel=True,
            duplicate=False,
            chosen=rank < keep,
            operations=tuple(Change(*change) for change in entry["operations"]),
            sources=tuple(tuple(place) if place else None for place in entry["sources"]),
            score=entry["score"],
        )
        for rank, (entry, path) in enumerate(zip(new, paths, strict=True))
    ]
