"""What tells persons apart: their genders, and whether they are culprits or victims."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from paralattice.english.inflection import key
from paralattice.english.tables import word_values
from paralattice.exchange.evidence.mentions import Mention, is_person
from paralattice.syntax.events import AGENT, PATIENT, VerbEvent
from paralattice.syntax.sentence import ParsedSentence

_SIGNS = {"he": 1, "she": -1, "culprit": 1, "victim": -1}
_PRONOUNS = word_values("function_words", "person")
_NOUNS = word_values("nouns", "gender")
_PARTIES = word_values("nouns", "party")
_ACTS = word_values("nouns", "of")
_ROLES = {AGENT: word_values("verbs", "agent"), PATIENT: word_values("verbs", "patient")}
_AGREED = 2 / 3
"""Share of the signs, for and against, that must remain."""


def genders(
    sentences: Sequence[ParsedSentence], mentions: Sequence[Mention], names: Sequence[Hashable]
) -> list[int]:
    """Return for each mention 1 if it is male, -1 if it is female, and 0 if nothing tells it or signs differ.

    *A woman* is female.  A noun or a title before a name tells its gender; and a pronoun tells that of the
    only person before it in its sentence, be it a name or another noun; *in Vik* is none.

    Parameters
    ----------
    names
        The name of each mention; empty for a noun.
    """
    keys = [name or mention.place for mention, name in zip(mentions, names, strict=True)]
    signs: dict[Hashable, list[int]] = defaultdict(list)
    persons: dict[int, list[tuple[int, Hashable]]] = defaultdict(list)
    for mention, one in zip(mentions, keys, strict=True):
        told = mention.words if mention.named else [mention.base]
        signs[one] += [_SIGNS[_NOUNS[word]] for word in told if word in _NOUNS]
        placed = sentences[mention.sentence].words[max(0, mention.node.begin - 1)] in ("at", "in")
        if not (mention.plural or placed) and (mention.named or is_person(mention)):
            persons[mention.sentence].append((mention.head, one))
    for sentence in sentences:
        for place, word in enumerate(sentence.words):
            sign = _SIGNS.get(_PRONOUNS.get(word.lower(), ""), 0)
            before = {one for head, one in persons[sentence.number] if head < place} if sign else set()
            if len(before) == 1:
                signs[before.pop()].append(sign)
    return [
        _SIGNS[_NOUNS[mention.base]] if mention.base in _NOUNS and not mention.named else _agreed(signs[one])
        for mention, one in zip(mentions, keys, strict=True)
    ]


def parties(
    sentences: Sequence[ParsedSentence],
    mentions: Sequence[Mention],
    names: Sequence[Hashable],
    events: Iterable[VerbEvent],
) -> list[int]:
    """Return for each mention 1 if it is a culprit, true or alleged, -1 if it is a victim, else 0.

    *The gunman*, and who killed somebody or was charged; *the victim*, and who was killed or died.

    Parameters
    ----------
    names
        The name of each mention; empty for a noun.
    events
        The events of all sentences.
    """
    keys = {mention.place: name or mention.place for mention, name in zip(mentions, names, strict=True)}
    signs: dict[Hashable, list[int]] = defaultdict(list)
    for mention in mentions:
        told = [_PARTIES.get(mention.base), _ACTS.get(_owned(sentences[mention.sentence], mention))]
        signs[keys[mention.place]] += [_SIGNS[party] for party in told if party]
    for event in events:
        for role, verbs in _ROLES.items():
            place = event.sentence, event.arguments.get(role, -1)
            # Headlines have *Man hit and killed*.
            lacks_patient = event.base in _ROLES[PATIENT] and PATIENT not in event.arguments
            if event.base in verbs and place in keys and not lacks_patient:
                signs[keys[place]].append(_SIGNS[verbs[event.base]])
    return [_agreed(signs[one]) for one in keys.values()]


def _owned(sentence: ParsedSentence, mention: Mention) -> str:
    """Return the base form of the noun that has a mention after *of* or as possessor; empty for none."""
    above = sentence.governors[mention.head]
    follows_of = sentence.words[above] == "of"
    noun = sentence.words[sentence.governors[above] if follows_of else above]
    return key(noun) if follows_of or mention.node.role == "possessive" else ""


def _agreed(signs: Sequence[int]) -> int:
    total = sum(signs)
    return (total > 0) - (total < 0) if abs(total) >= _AGREED * len(signs) else 0
