"""Relations of new sentences to their sources: which of two sentences has more content.

The relation to the frame follows from the operations.  Moves, recasts and wordings change nothing, an
insertion adds, and a deletion leaves out.  An exchange changes nothing if both phrases corefer, and
neither has a telling word without a counterpart in the other.  The relation to another source compares all
words, and needs the same event with the same participants.
"""

from collections.abc import Iterable, Iterator, Sequence

from paralattice.english.families import families
from paralattice.english.tables import word_class
from paralattice.english.words import HEDGE_FORMS, NAMELESS, PERSONS, TITLES
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.mentions import Mention
from paralattice.exchange.evidence.sameness import core_of
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import DELETION, EXCHANGE, INSERTION, Operation, Place
from paralattice.syntax.events import VerbEvent, main_event

EQUAL, LESS, MORE, MIXED = "equal", "less", "more", "mixed"
RELATIONS = (EQUAL, LESS, MORE, MIXED)
"""Content of a new sentence compared with a source: equal, less, more, or mixed."""

_LIMITS = HEDGE_FORMS | word_class("function_words", "limit")
_CALLINGS = TITLES | NAMELESS | PERSONS


def relations_of(candidate: Candidate, cluster: ParsedCluster) -> dict[int, str]:
    """Return the relation of a candidate to each of its sources, by the 0-based numbers of these."""
    return {
        source: _to_frame(candidate, cluster)
        if source == candidate.frame
        else _to_giver(candidate, cluster, source)
        for source in candidate.sources
    }


def _to_frame(candidate: Candidate, cluster: ParsedCluster) -> str:
    adds = loses = False
    for operation in candidate.operations:
        if operation.kind == EXCHANGE:
            old, new = _exchanged(operation, candidate.frame)
            otherwise = _opens_otherwise(cluster, old[0], new[0])
            adds |= otherwise or _tells_more(cluster, new, old, pronoun=operation.what == "pronoun")
            loses |= otherwise or _tells_more(cluster, old, new)
        adds |= operation.kind == INSERTION
        loses |= operation.kind == DELETION
    return _relation(adds, loses)


def _exchanged(operation: Operation, frame: int) -> tuple[list[Place], list[Place]]:
    """Return the places of the words that an exchange removes and adds."""
    old = [(frame, place) for edit in operation.edits for place in range(edit.begin, edit.end)]
    new = [(token.sentence, token.position) for edit in operation.edits for token in edit.tokens]
    return old, [place for place in new if place[0] >= 0]


def _opens_otherwise(cluster: ParsedCluster, old: Place, new: Place) -> bool:
    """Return whether two phrases begin with prepositions of another meaning: *in*, *near*."""
    tags = {cluster.sentences[number].tags[place] for number, place in (old, new)}
    labels = [set(_labels(cluster, place)) for place in (old, new)]
    return tags == {"IN"} and labels[0] != labels[1]


def _to_giver(candidate: Candidate, cluster: ParsedCluster, source: int) -> str:
    if not _same_story(cluster, candidate.frame, source):
        return MIXED
    new = [(token.sentence, token.position) for token in candidate.tokens if token.sentence >= 0]
    own = [(source, place) for place in range(len(cluster.sentences[source].words))]
    return _relation(_tells_more(cluster, new, own), _tells_more(cluster, own, new))


def _relation(adds: bool, loses: bool) -> str:
    if adds and loses:
        return MIXED
    return MORE if adds else LESS if loses else EQUAL


def _same_story(cluster: ParsedCluster, one: int, other: int) -> bool:
    """Return whether the main events of two sentences are one, with the same participants."""
    first, second = (main_event(cluster.sentences[number], cluster.events[number]) for number in (one, other))
    if first is None or second is None or not cluster.referents.same_event(first, second):
        return False
    return all(_share(cluster, first, second, role) for role in first.arguments.keys() & second.arguments)


def _share(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent, role: str) -> bool:
    """Return whether two events have one participant in a role."""
    places = [(event.sentence, event.arguments[role]) for event in (one, other)]
    words = {cluster.sentences[number].words[place].lower() for number, place in places}
    return len(words) == 1 or cluster.referents.same(*places)


def _tells_more(
    cluster: ParsedCluster, places: Sequence[Place], others: Sequence[Place], pronoun: bool = False
) -> bool:
    """Return whether some words tell what the others do not.

    Parameters
    ----------
    pronoun
        Whether the others are a pronoun of what the words name.
    """
    known = {label for place in others for label in _labels(cluster, place)}
    mentions = cluster.referents.mentions
    named: set[Place] = set()
    for one in filter(None, map(mentions.get, places)):
        if pronoun:
            named.update(_nouns(cluster, one))
        for other in filter(None, map(mentions.get, others)):
            if cluster.referents.same(one.place, other.place):
                named.update(_named_by_both(cluster, one, other))
    told = (set(_labels(cluster, place)) for place in places if place not in named)
    return any(labels and known.isdisjoint(labels) for labels in told)


def _labels(cluster: ParsedCluster, place: Place) -> Iterator[str]:
    """Yield what a word tells: the families of a word of content, or a word that limits others."""
    word = cluster.sentences[place[0]].words[place[1]]
    yield from families([word])
    if word.lower() in _LIMITS:
        yield word.lower()


def _named_by_both(cluster: ParsedCluster, one: Mention, other: Mention) -> Iterable[Place]:
    """Return the places of a mention's words that need no counterpart in a coreferent one.

    A name replaces another name, or for a definite description without a name, and back; a definite noun
    for another.  *A sailor* has less content than a name.
    """
    nouns, name = _nouns(cluster, one), _name(cluster, one)
    if one.named and other.named:
        # *Napa Valley* is not *Napa*.
        return name if one.base == other.base or one.names.isdisjoint(other.names) else ()
    if one.named:
        return name if other.definite and nouns == name else ()
    if other.named:
        return nouns if one.definite else [one.place]
    return [one.place] if one.definite and other.definite else ()


def _nouns(cluster: ParsedCluster, mention: Mention) -> list[Place]:
    """Return the places of the nouns of a mention, up to its head."""
    number, sentence = mention.sentence, cluster.sentences[mention.sentence]
    own = range(core_of(mention).begin, mention.head + 1)
    return [(number, place) for place in own if sentence.tags[place].startswith("NN")]


def _name(cluster: ParsedCluster, mention: Mention) -> list[Place]:
    """Return the places of the name that ends a mention, without titles; empty if it has none."""
    number, sentence = mention.sentence, cluster.sentences[mention.sentence]
    begin = mention.head + 1
    while begin and sentence.tags[begin - 1].startswith("NNP"):
        word = sentence.words[begin - 1].lower()
        if begin <= mention.head and (word in _CALLINGS or word.endswith("'s")):
            break
        begin -= 1
    return [(number, place) for place in range(begin, mention.head + 1)]
