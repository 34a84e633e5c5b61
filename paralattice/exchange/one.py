"""One sentence for a cluster: the one, filled from others and trimmed, that covers most of the cluster."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from math import fsum
from typing import NamedTuple

from paralattice.english.families import families
from paralattice.english.words import is_punctuation
from paralattice.exchange.combining import compatible, operations_on
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import Operation, SourcedToken
from paralattice.exchange.model.parsed import Parsed, Reader
from paralattice.exchange.ranking.choice import Judge
from paralattice.exchange.ranking.probability import perfect_probability
from paralattice.exchange.ranking.signals import signals_of
from paralattice.exchange.writing import lowered_words, write_out
from paralattice.syntax.sentence import ParsedSentence

_CERTAIN = 0.95
"""Share of the coverage that each operation must be worth: about one in twenty makes a sentence false."""
_ALONE = -0.1
"""Value of a word that one sentence alone has; a word of all sentences has 1."""
_TOO_LONG = -0.1
"""Value of each word beyond the maximum."""
_MODAL = "MD"
"""Tag of *could* and *will*: a sentence that claims less, or later, than most others tells another event."""
_OPERATIONS = 4
"""Maximum number of operations on a frame."""
_USED, _WIDTH = 30, 8
"""Number of operations on a frame that are combined, and of combinations that get another operation."""
_ASKED = 40
"""Maximum number of combinations of one size of a frame that the rules of words are asked about."""
_BATCH, _TRIED = 8, 64
"""Number of candidates that are parsed at once, and in all."""


class OneSentence(NamedTuple):
    """The sentence of a cluster.

    Attributes
    ----------
    candidate
        The sentence with its operations and origins; without operations it is one of the cluster.
    score
        Its coverage by what it tells and how many sentences tell it, less for each operation.
    reason
        Why it is a sentence of the cluster; empty for a new one.
    """

    candidate: Candidate
    score: float
    reason: str = ""


def tell_event(facts: Facts, read: Reader, words: int) -> OneSentence:
    """Return the sentence that covers most of what the sentences of a cluster share.

    Each sentence is a frame in turn.  Of the candidates, with the originals, that pass all rules of exchange
    but that of distance, the one with the best score is returned.

    Parameters
    ----------
    facts
        The cluster.
    read
        Function that parses further sentences.
    words
        Maximum number of words, without punctuation.  Only where no sentence within it passes the rules, an
        original may have more.
    """
    coverage = _Coverage(facts, words)
    judge = Judge(facts, Counter(), None, without=("distance",))
    sentences = facts.cluster.sentences
    originals = [OneSentence(_original(frame), coverage.worth(frame, ())) for frame in sentences]
    best = max(originals, key=lambda one: (sentences[one.candidate.frame].is_prose, one.score))
    if len(sentences) == 1:
        return best._replace(reason="the cluster has one sentence")
    if max(coverage.values.values()) <= 0:
        return best._replace(reason="the sentences of the cluster share no words")
    found = (one for own in originals for one in _proposals(coverage, own, judge))
    ranked = sorted(found, key=lambda one: (-one.score, one.candidate.words))
    fitting = (
        one
        for one in ranked
        if _length(one.candidate.words) <= words
        and judge.allows_words(one.candidate)
        and not _opens_with_pronoun(one.candidate, facts)
    )
    for _ in range(_TRIED // _BATCH):
        batch = list(islice(fitting, _BATCH))
        changed = [one.candidate.words for one in batch if one.candidate.operations]
        read_again = iter(read(changed) if changed else ())
        for one in batch:
            own = not one.candidate.operations
            parsed = Parsed(one.candidate, sentences[one.candidate.frame])
            if judge.allows_tree(parsed if own else Parsed.of_tree(one.candidate, next(read_again))):
                return one._replace(reason="no other sentence is better") if own else one
    return best._replace(reason="no sentence passes the rules")


def _original(frame: ParsedSentence) -> Candidate:
    tokens = (SourcedToken(word, frame.number, place) for place, word in enumerate(frame.words))
    return Candidate(frame.number, (), tuple(tokens), partial(tuple, frame.governors))


def _length(words: Sequence[str]) -> int:
    return sum(not is_punctuation(word) for word in words)


class _Coverage:
    """The content of a cluster, and how much of it a candidate covers.

    A family of content words has the share of the sentences that tell it; one that a single sentence tells
    has less than nothing.
    """

    def __init__(self, facts: Facts, words: int) -> None:
        self.facts, self._words = facts, words
        sentences = facts.cluster.sentences
        self.units = [
            [
                frozenset((*families([word]), *([_MODAL] if tag == _MODAL else ())))
                for word, tag in zip(sentence.words, sentence.tags, strict=True)
            ]
            for sentence in sentences
        ]
        counts = Counter(unit for row in self.units for unit in frozenset().union(*row))
        self.values = {
            unit: count / len(sentences) if count > 1 else _ALONE for unit, count in counts.items()
        }
        self.values[_MODAL] = min(0.0, 2 * counts[_MODAL] / len(sentences) - 1)

    def worth(self, frame: ParsedSentence, operations: Sequence[Operation]) -> float:
        """Return the score of the sentence that operations make of a frame."""
        own, found, length, place, end = self.units[frame.number], set[str](), 0, 0, len(frame.words)
        for edit in [*sorted(edit for one in operations for edit in one.edits), (end, end, ())]:
            found.update(*own[place : edit[0]])
            length += _length(frame.words[place : edit[0]])
            for token in edit[2]:
                found.update(self.units[token.sentence][token.position] if token.sentence >= 0 else ())
                length += not is_punctuation(token.word)
            place = edit[1]
        # The order of a set is another in each process; a rounded sum would be so too.
        told = fsum(map(self.values.__getitem__, found)) + _TOO_LONG * max(0, length - self._words)
        probability = perfect_probability(signals_of(frame.number, operations, self.facts))
        return told - abs(told) * (1 - probability * _CERTAIN ** len(operations))


def _proposals(coverage: _Coverage, own: OneSentence, judge: Judge) -> Iterator[OneSentence]:
    """Yield the sentence of a frame and what the best operations make of it, by beam search."""
    cluster = coverage.facts.cluster
    frame = cluster.sentences[own.candidate.frame]
    if not (frame.is_prose and frame.is_plain):
        return
    yield own
    lower = lowered_words(cluster)
    operations = sorted(operations_on(cluster, frame), key=lambda one: -coverage.worth(frame, [one]))[:_USED]
    kept: list[tuple[int, ...]] = [()]
    for _ in range(_OPERATIONS):
        grown = {tuple(sorted({*pick, place})) for pick in kept for place in range(len(operations))}
        chosen = {pick: [operations[place] for place in pick] for pick in grown.difference(kept)}
        worths = {pick: coverage.worth(frame, own) for pick, own in chosen.items() if compatible(own)}
        ranked = sorted(worths, key=lambda pick: (-worths[pick], pick))[:_ASKED]
        kept = []
        for pick in ranked:
            candidate = write_out(cluster, frame, chosen[pick], lower)
            if len(kept) < _WIDTH and judge.allows_words(candidate):
                kept.append(pick)
                yield OneSentence(candidate, worths[pick])
        kept = kept or ranked[:_WIDTH]


def _opens_with_pronoun(candidate: Candidate, facts: Facts) -> bool:
    """Return whether a personal pronoun precedes all nouns: *His body was found by a maid*."""
    tags = map(facts.tag, candidate.tokens)
    return next((tag for tag in tags if tag.startswith(("NN", "PRP"))), "").startswith("PRP")
