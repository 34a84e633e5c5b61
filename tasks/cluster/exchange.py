"""Stage 4 of version V6, in place of ``merge``: make new sentences by exchange of constituents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from paralattice.adapters.exchange import readings_by, readings_of
from paralattice.adapters.parser import shared_parser
from paralattice.align import CompactAlignment, ExchangeCounts
from paralattice.exchange import Exchange, NewSentence, Observer, generate_sentences, smallest_automaton
from paralattice.formats.typed_json import from_json
from paralattice.lattice import Change, Sample, WordLattice, derive_seed
from paralattice.methods.exchange import EXCHANGE
from paralattice.run_options import Options
from paralattice.syntax.tree import Tree
from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key
from workers.store import Artefact

StatePath = tuple[int, ...]

_NEW = "new"


class MadeSentence(msgspec.Struct, frozen=True):
    """A new sentence as it is stored; its fields are those of a :class:`~paralattice.lattice.Sample`."""

    tokens: tuple[str, ...]
    operations: tuple[Change, ...]
    sources: tuple[tuple[int, int] | None, ...]
    score: float


def exchange_cluster(inputs: Inputs) -> None:
    """Make and store a cluster's new sentences."""
    inputs.store.once(merge_key(inputs.job, inputs.options), partial(_made, inputs))


def _made(inputs: Inputs) -> Artefact:
    made = new_sentences(inputs.trees, inputs.options, inputs.job.cluster)
    sentences, new = inputs.source["sentences"], [_sentence(entry) for entry in made.sentences]
    _, paths = exchange_lattice(sentences, new)
    # State 0, the start, has no column; the last state is the accepting one.
    columns = [
        [state - 1 for state in path[1 : len(words) + 1]]
        for words, path in zip(sentences, paths, strict=False)
    ]
    counts = ExchangeCounts(made=made.made, parsed=made.parsed, refused=dict(made.refused))
    alignment = CompactAlignment(sentences, scores=None, order=None, columns=columns, exchange=counts)
    return Artefact(None, {EXCHANGE: msgspec.json.encode(alignment), _NEW: msgspec.json.encode(new)})


def new_sentences(
    trees: Sequence[Tree], options: Options, cluster: str, observe: Observer | None = None
) -> Exchange:
    """Return the new sentences of a cluster.

    Parameters
    ----------
    trees
        The trees of its sentences.
    options
        The run's options.
    cluster
        Its name, of which the seed is derived.
    observe
        Function that is called with each candidate that a rule refuses.
    """
    parser = shared_parser(options.parse)
    seed = derive_seed(options.sample.seed, cluster, EXCHANGE)
    read = partial(readings_by, parser)
    return generate_sentences(readings_of(parser, trees), read, options.exchange, seed, observe=observe)


def _sentence(entry: NewSentence) -> MadeSentence:
    candidate = entry.candidate
    return MadeSentence(
        tokens=candidate.words,
        operations=tuple(Change(each.kind, each.what, each.source) for each in candidate.operations),
        sources=tuple(
            (token.sentence, token.position) if token.sentence >= 0 else None for token in candidate.tokens
        ),
        score=round(entry.score, 4),
    )


def made_sentences(merged: Artefact) -> list[MadeSentence]:
    """Return the new sentences of an artefact of this stage."""
    return from_json(merged.files[_NEW], list[MadeSentence])


def exchange_lattice(
    sentences: Sequence[Sequence[str]], new: Sequence[MadeSentence]
) -> tuple[WordLattice, list[StatePath]]:
    """Return the lattice of a cluster's sentences and the new ones, and the path of each."""
    words = [*sentences, *(entry.tokens for entry in new)]
    own = [[number] * len(row) for number, row in enumerate(sentences)]
    taken = [[place[0] if place else -1 for place in entry.sources] for entry in new]
    return smallest_automaton(words, [*own, *taken])


def new_samples(new: Sequence[MadeSentence], paths: Sequence[StatePath], keep: int) -> list[Sample]:
    """Return the new sentences as samples, the best first, of which the first ``keep`` are chosen."""
    return [
        Sample(
            entry.tokens,
            path,
            novel=True,
            duplicate=False,
            chosen=rank < keep,
            operations=entry.operations,
            sources=entry.sources,
            score=entry.score,
        )
        for rank, (entry, path) in enumerate(zip(new, paths, strict=True))
    ]
