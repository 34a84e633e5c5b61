"""Generates the new sentences of a cluster: propose, refuse, rank, choose."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from paralattice.exchange.combining import combinations_of, operations_on
from paralattice.exchange.evidence.cluster import ParsedCluster, Wording
from paralattice.exchange.evidence.facts import Facts, difference_of
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.parsed import Parsed, Reader
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.choice import (
    Judge,
    NewSentence,
    Observer,
    apart,
    bold,
    most_promising,
    scored,
)
from paralattice.exchange.relations import relations_of
from paralattice.exchange.writing import edited, lowered_words, write_out
from paralattice.scorer import Scorer
from paralattice.syntax.sentence import ParsedSentence
from paralattice.syntax.tree import Tree

_COMBINATIONS = 150
"""Maximum number of combinations of operations of one frame and size that are compared."""
_POOL = 4
"""How many times as many sentences are accepted as are chosen, before parsing ends."""
_BATCH = 16
"""Number of candidates that are parsed at once."""


@dataclass(slots=True)
class Exchange:
    """The result of exchange for a cluster.

    Attributes
    ----------
    sentences
        The chosen sentences, best first.
    made
        Number of distinct candidates that the rules of words were asked about.
    parsed
        Number of candidates that were parsed.
    linked
        Share of the sentences that entities and events link with the most linked one, from 0 to 1.
    one_event
        Whether they are enough for one event; if not, names alone are taken to corefer.
    refused
        Number of candidates that each rule was the first to refuse, by its name; ``score`` counts those below
        the option ``accept``, and ``choice`` those too near to a better one or beyond ``per_cluster``.
    """

    sentences: list[NewSentence] = field(default_factory=list)
    made: int = 0
    parsed: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    linked: float = 0.0
    one_event: bool = False


def generate_sentences(
    trees: Sequence[Tree],
    read: Reader,
    options: ExchangeOptions,
    seed: int,
    score: Scorer | None = None,
    observe: Observer | None = None,
    wordings: Iterable[Wording] = (),
) -> Exchange:
    """Return new sentences of a cluster.

    Parameters
    ----------
    trees
        The trees of the cluster's sentences.
    read
        Function that parses further sentences.
    options
        The options of exchange.
    seed
        Seed of the random choice among combinations, where there are too many.
    score
        A language model of the caller, whose signal is added.
    observe
        Function that is called with each candidate that a rule refuses.
    wordings
        Learnt replacements of words.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    context = facts_of(tuple(trees), options, tuple(wordings))
    cluster = context.cluster
    made = Exchange(linked=cluster.referents.linked, one_event=cluster.referents.one_event)
    judge = Judge(context, made.refused, observe)
    passing = islice(in_turn(context, rng, judge.allows_words), options.tried)
    ranked: list[NewSentence] = []
    chosen: list[NewSentence] = []
    passed = set[NewSentence]()
    while len(chosen) < options.per_cluster:
        batch = list(islice(passing, max(_BATCH, _POOL * options.per_cluster - len(ranked))))
        if not batch:
            break
        entries = scored(batch, context, score)
        accepted = [entry for entry in entries if entry.score >= options.accept]
        made.refused["score"] += len(entries) - len(accepted)
        ranked = sorted([*ranked, *accepted], key=lambda entry: (-entry.worth, entry.candidate.words))
        # Only those that would be chosen are parsed, until all of these pass.
        chosen = apart(ranked, options)
        while unread := [entry for entry in bold(chosen, options) if entry not in passed]:
            made.parsed += len(unread)
            found = read([entry.candidate.words for entry in unread])
            failed = {
                entry
                for entry, tree in zip(unread, found, strict=True)
                if not judge.allows_tree(Parsed.of_tree(entry.candidate, tree))
            }
            passed.update(unread)
            ranked = [entry for entry in ranked if entry not in failed]
            chosen = apart(ranked, options)
    made.sentences = sorted(bold(chosen, options), key=lambda entry: -entry.score)
    made.made = len(ranked) + made.refused.total()
    made.refused["choice"] += len(ranked) - len(made.sentences)
    made.sentences = [
        replace(entry, relations=relations_of(entry.candidate, cluster)) for entry in made.sentences
    ]
    return made


# Two versions of a run may need the same facts.
@lru_cache(maxsize=1)
def facts_of(trees: tuple[Tree, ...], options: ExchangeOptions, wordings: tuple[Wording, ...] = ()) -> Facts:
    """Return a cluster of trees with its evidence and learnt replacements of words.

    Of the trees the first ones are used, as many as the options allow.
    """
    return Facts(ParsedCluster.of_trees(trees[: options.sentences], wordings), options)


def in_turn(facts: Facts, rng: random.Random, allows: Callable[[Candidate], bool]) -> Iterator[Candidate]:
    """Yield the distinct candidates that are allowed, of all frames in turn, the most promising first."""
    cluster, seen = facts.cluster, set[tuple[str, ...]]()
    lower = lowered_words(cluster)

    def allowed(frame: ParsedSentence) -> Iterator[Candidate]:
        operations = operations_on(cluster, frame)
        alone = ((each, tuple(token.word.lower() for token in edited(frame, (each,)))) for each in operations)
        gains = {each: difference_of(words, facts.written[frame.number]) for each, words in alone}
        proposed = combinations_of(operations, facts.options.operations, _COMBINATIONS, rng)
        for chosen in most_promising(frame.number, proposed, gains, facts):
            candidate = write_out(cluster, frame, chosen, lower)
            if candidate.lowered not in seen:
                seen.add(candidate.lowered)
                if allows(candidate):
                    yield candidate

    rows = list(map(allowed, cluster.sentences))
    while rows:
        for row in [*rows]:
            if (candidate := next(row, None)) is None:
                rows.remove(row)
            else:
                yield candidate
