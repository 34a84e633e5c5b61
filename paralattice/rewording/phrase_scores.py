"""Scores of phrase pairs by relative frequency, with the identity counted.

``P(T|S)`` is a discounted relative frequency over all that stood in the place of S, S itself included. A
phrase pair that one event repeats is weak evidence, so an event with n occurrences counts ``1 + ln n``, and
the discount is that of Kneser & Ney over the numbers of events. The lexical weights are as in Koehn et al.
(2003), with each word's best link and as a mean per word, so that long phrases are not worse than short ones.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.alignment.word_alignment import AlignmentModel
from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.words.inflected_replacements import inflected_replacements
from paralattice.rewording.words.substitutions import objection, support
from paralattice.rewording.words.tag_forms import allowed_tags
from paralattice.rewording.words.word_relations import Relation, WordRelations

PhrasePair = tuple[Phrase, Phrase]
Occurrences = Mapping[PhrasePair, Sequence[int]]
"""The numbers of the sentence pairs in which each phrase pair occurs, 0-based."""

# The smallest lexical probability, of words that never occurred together.
_FLOOR = 1e-4
_MOST_DISCOUNT = 0.95
# Multiples of the least affinity that words need; a narrower word adds information.
_SHARES = {Relation.NARROWER: 2.0, Relation.NONE: 1.0, Relation.CLOSE: 0.4}
# Number of events with which words that WordNet does not relate need the least affinity, and no more.
_EVENTS = 4
# Number of sentence pairs of too few events that show a replacement as well, and the multiple of the least
# affinity that it then needs: many ways to say the same thing, such as the translations of one text.
_MANY, _ONE_EVENT = 5, 1.5


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Knowledge about words, to judge replacements.

    Attributes
    ----------
    relations
        Relations of words.
    names
        Lower-cased proper names.
    least_events
        Minimum number of events of a replacement by words that WordNet does not have as synonyms, if few
        sentence pairs show it.
    least_affinity
        Minimum geometric mean of P(T|S) and P(S|T) of a replacement by words that WordNet does not relate.
    """

    relations: WordRelations = field(default_factory=WordRelations)
    names: Collection[str] = ()
    least_events: int = 2
    least_affinity: float = 0.1


def replacements_by_frequency(
    occurrences: Occurrences, events: Sequence[int], words: AlignmentModel, knowledge: Knowledge
) -> list[tuple[PhraseEntry, list[int]]]:
    """Return what :func:`score_by_frequency` yields, and the same replacements in other forms."""
    shown = list(score_by_frequency(occurrences, events, words, knowledge))
    vocabulary = {source[0] for source, _ in occurrences if len(source) == 1}
    others = inflected_replacements(shown, vocabulary, knowledge.relations)
    return shown + [
        (entry, numbers)
        for entry, numbers in others
        if not objection(entry.source, entry.target, knowledge.relations, knowledge.names)
    ]


def score_by_frequency(
    occurrences: Occurrences, events: Sequence[int], words: AlignmentModel, knowledge: Knowledge
) -> Iterator[tuple[PhraseEntry, list[int]]]:
    """Yield each replacement that is allowed, with the numbers of the sentence pairs that show it.

    The scores of an entry are P(S|T), the lexical weight of S given T, P(T|S), and that of T given S, as in
    Moses; its counts are the numbers of sentence pairs and of events, and the
    :class:`~paralattice.rewording.words.word_relations.Relation` of the words; its tags are those of
    :mod:`paralattice.rewording.words.tag_forms`.

    Parameters
    ----------
    occurrences
        All phrase pairs in both directions, equal phrases included.
    events
        The event of each sentence pair.
    words
        A trained word alignment model; one model for both directions.
    knowledge
        Relations of words, names, and the least number of events.
    """
    weights, sizes = {}, {}
    for pair, numbers in occurrences.items():
        of_events = Counter(events[number] for number in numbers)
        weights[pair] = sum(1 + math.log(count) for count in of_events.values())
        sizes[pair] = len(of_events)
    discount = _discount(sizes.values())
    of_source: dict[Phrase, float] = {}
    of_target: dict[Phrase, float] = {}
    for (source, target), weight in weights.items():
        of_source[source] = of_source.get(source, 0.0) + weight
        of_target[target] = of_target.get(target, 0.0) + weight
    for (source, target), numbers in occurrences.items():
        rest = weights[source, target] - discount
        inverse, direct = rest / of_target[target], rest / of_source[source]
        if source == target or objection(source, target, knowledge.relations, knowledge.names):
            continue
        related = support(source, target, knowledge.relations)
        shown = sizes[source, target], len(numbers)
        if not _is_shown(related, shown, math.sqrt(direct * inverse), knowledge):
            continue
        lexical = lexical_weight(target, source, words), lexical_weight(source, target, words)
        scores = (inverse, lexical[0], direct, lexical[1])
        counts = (len(numbers), sizes[source, target], int(related))
        tags = allowed_tags(source, target, knowledge.relations)
        yield PhraseEntry(source, target, scores, counts=counts, tags=tags), sorted(numbers)


def _discount(sizes: Collection[int]) -> float:
    """Return the discount of Kneser & Ney from the numbers of events of all phrase pairs."""
    counts = Counter(sizes)
    total = counts[1] + 2 * counts[2]
    return min(_MOST_DISCOUNT, counts[1] / total) if total else 0.0


def _is_shown(related: Relation, shown: tuple[int, int], affinity: float, knowledge: Knowledge) -> bool:
    """Return whether WordNet, or the events and sentence pairs, show that a replacement keeps the meaning."""
    if related is Relation.SYNONYM:
        return True
    events, pairs = shown
    if events < knowledge.least_events:
        least = _ONE_EVENT * _SHARES[related] * knowledge.least_affinity
        return pairs >= _MANY and affinity >= least
    # The fewer events, the closer the words must be.
    affinity = min(affinity, affinity * events / _EVENTS)
    return affinity >= _SHARES[related] * knowledge.least_affinity


def lexical_weight(source: Phrase, target: Phrase, words: AlignmentModel) -> float:
    """Return the geometric mean over the words t of the target of the largest P(t|s)."""
    logs = (
        math.log(max(_FLOOR, *(words.probability(given, produced) for given in source)))
        for produced in target
    )
    return math.exp(math.fsum(logs) / len(target))
