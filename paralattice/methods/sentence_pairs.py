"""Pairs of sentences of a run, each with what one says beside the other, to train and test models with."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from paralattice.english.spacing import detokenise
from paralattice.errors import OptionError
from paralattice.exchange.relations import EQUAL, LESS, MORE, RELATIONS
from paralattice.lattice import Sample
from paralattice.lattice.records.sentence_table import described, distances
from paralattice.methods.exchange import EXCHANGE
from paralattice.options import require_known
from paralattice.results.run import Run

SPLITS = ("train", "dev", "test")

# What a sentence says beside another one, by what both say beside a third.
_BETWEEN = {
    (EQUAL, EQUAL): EQUAL,
    (EQUAL, LESS): LESS,
    (EQUAL, MORE): MORE,
    (LESS, EQUAL): MORE,
    (LESS, MORE): MORE,
    (MORE, EQUAL): LESS,
    (MORE, LESS): LESS,
}


class SentencePair(NamedTuple):
    """Two sentences of a cluster.

    Attributes
    ----------
    source
        The given sentence, or a new one, as running text.
    target
        The new sentence.
    relation
        What the target says beside the source: ``equal``, ``less``, ``more`` or ``mixed``.
    edits
        Insertions, deletions and substitutions of words between them.
    difference
        PINC of the target against the source, from 0 to 1.
    operations
        What was done to make the target; if the source is new, what was done to make it, `` / ``, and what
        was done to make the target.  Sentences of the cluster are counted from 1.
    cluster
        Name of the cluster.
    split
        ``train``, ``dev`` or ``test``; empty if clusters are not split.
    origin
        ``given`` if the source is a sentence of the cluster, ``new`` if it was made.
    """

    source: str
    target: str
    relation: str
    edits: int
    difference: float
    operations: str
    cluster: str
    split: str
    origin: str


def sentence_pairs(
    run: Run,
    relations: Collection[str] = RELATIONS,
    least_difference: float = 0.0,
    most_edits: int | None = None,
    split: Sequence[int] | None = None,
    clusters: Collection[str] = (),
    chosen: bool = False,
) -> Iterator[SentencePair]:
    """Return the pairs of the new sentences of V6: with each source, and with each other.

    Two new sentences make a pair if their relations to a common source say what one is beside the other.
    The pairs of a cluster stand together, the *equal* ones first.

    Parameters
    ----------
    run
        A run with version V6.
    relations
        The relations that are wanted.
    least_difference
        The least difference, from 0 to 1.
    most_edits
        The most edits; ``None`` for any number.
    split
        Percentages of clusters in ``train``, ``dev`` and ``test``, together 100.  A digest of its name
        decides where a cluster goes, unless the corpus says it; so the shares are approximate, and a
        cluster stays where it is when others are added.
    clusters
        Names of the clusters that are wanted; empty for all.
    chosen
        Whether only the sentences that were chosen for judging are wanted.

    Raises
    ------
    OptionError
        The run has no version V6, a relation is unknown, a number is out of range, or the percentages are
        not three that make 100.
    FormatError
        A file of the run is damaged.
    """
    if EXCHANGE not in run.versions:
        raise OptionError(
            f"{run.folder}: pairs are made of the sentences of {EXCHANGE}, which it does not have"
        )
    for name in relations:
        require_known("relation", name, RELATIONS)
    if not 0 <= least_difference <= 1:
        raise OptionError(f"the least difference is from 0 to 1, not {least_difference:g}")
    if split is not None and (len(split) != len(SPLITS) or min(split) < 0 or sum(split) != 100):
        raise OptionError("a split is three percentages that make 100, such as 80,10,10")
    return (
        pair
        for name in run
        if not clusters or name in clusters
        for pair in _pairs_of(run, name, chosen, run.splits.get(name) or _drawn_split(name, split))
        if pair.relation in relations
        and pair.difference >= least_difference
        and (most_edits is None or pair.edits <= most_edits)
    )


def _drawn_split(cluster: str, split: Sequence[int] | None) -> str:
    if split is None:
        return ""
    place = int.from_bytes(hashlib.sha256(cluster.encode()).digest()[:8]) % 100
    return SPLITS[(place >= split[0]) + (place >= split[0] + split[1])]


def _pairs_of(run: Run, cluster: str, chosen: bool, split: str) -> list[SentencePair]:
    """Return the pairs of a cluster, by relation."""
    results = run[cluster][EXCHANGE]
    samples = results.chosen_samples if chosen else results.samples
    given = results.originals
    found = [
        _pair(given[number], sample, relation, described(sample.operations), (cluster, split, "given"))
        for sample in samples
        for number, relation in sample.relations
    ]
    for one, other in combinations(samples, 2):
        relation = _between(one, other)
        if relation:
            made = f"{described(one.operations)} / {described(other.operations)}"
            found.append(_pair(one.words, other, relation, made, (cluster, split, "new")))
    return sorted(found, key=lambda pair: RELATIONS.index(pair.relation))


def _between(one: Sample, other: Sample) -> str:
    """Return what a new sentence says beside another, by a common source; empty if nothing says it."""
    others = dict(other.relations)
    found = {_BETWEEN.get((relation, others.get(source, ""))) for source, relation in one.relations}
    return next((relation for relation in RELATIONS if relation in found), "")


def _pair(
    source: Sequence[str], target: Sample, relation: str, operations: str, rest: tuple[str, str, str]
) -> SentencePair:
    ((edits, difference),) = distances([target.words], [source])
    texts = detokenise(source), detokenise(target.words)
    return SentencePair(*texts, relation, edits, difference, operations, *rest)
