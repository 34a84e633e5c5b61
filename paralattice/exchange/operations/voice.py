"""Changes the voice of finite clauses: *X hit Y* to *Y was hit by X*."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paralattice.english.tables import word_class, word_values
from paralattice.english.verbs import PARTICIPLES
from paralattice.english.words import COLLECTIVES, HEDGE_FORMS, is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.sameness import is_idiomatic
from paralattice.exchange.model.operation import (
    MADE,
    RECAST,
    UNPLANNED,
    Operation,
    SourcedToken,
    SpanEdit,
    made,
    sourced_tokens,
)
from paralattice.syntax.nodes import Constituent, content_phrase, predicate_of, subject_of
from paralattice.syntax.phrases import has_clause, has_pronoun
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_LONGEST = 10
_UNMOVED = frozenset({",", "nobody", "nothing"})
_BELONGING = frozenset({"CD", "WDT", "WP", "WP$", "WRB"})
_SINGULAR = word_values("function_words", "singular")
_PLURAL = word_values("function_words", "plural")
_PARTICIPLES = frozenset(PARTICIPLES.values())
_DIRECTIONS = word_class("function_words", "direction")
_HAVE = word_class("function_words", "have")


class _Clause(NamedTuple):
    """A finite clause that may change its voice.

    Attributes
    ----------
    subject, phrase
        Its subject, and the verb phrase below the auxiliaries.
    auxiliaries
        The lower-cased auxiliaries.
    adverbs
        Positions of the adverbs between the subject and the verb.
    verb
        The lower-cased verb.
    """

    subject: Constituent
    phrase: Constituent
    auxiliaries: tuple[str, ...]
    adverbs: tuple[int, ...]
    verb: str


def voices(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the passives of the finite clauses of a frame of prose."""
    for node in frame.phrases if frame.is_prose else ():
        clause = _clause(frame, node) if node.label == "S" and not _is_relative(node) else None
        if clause is not None:
            yield from _passive(cluster, frame, clause)


def _is_relative(node: Constituent) -> bool:
    """Return whether a clause has a part before it: *whom the couple named Odd*, *how hard they found it*."""
    return node.parent is not None and any(
        child.label in ("WHNP", "WHADJP", "WHADVP") for child in node.parent.children
    )


def _clause(frame: ParsedSentence, node: Constituent) -> _Clause | None:
    """Return a finite clause whose subject stands directly before its verbs."""
    subject, predicate = subject_of(node), predicate_of(node)
    if subject is None or predicate is None or predicate.begin != subject.end:
        return None
    phrase = content_phrase(predicate)
    # *Leaving Vik, a rock was hit by the ferry*; *in a talk with Orme, he was backed by Berg*.
    opening = [child for child in node.children if child.end <= subject.begin]
    loose = "with" in frame.words[node.begin : subject.begin]
    if loose or not _is_short(frame, subject) or any(map(_depends, [*opening, *_after(phrase)])):
        return None
    between = range(subject.end, phrase.head)
    adverbs = tuple(place for place in between if frame.tags[place] == "RB")
    verbs = tuple(frame.words[place].lower() for place in between if frame.tags[place][:2] in ("VB", "MD"))
    hedged = not HEDGE_FORMS.isdisjoint(frame.words[place].lower() for place in adverbs)
    if hedged or len(adverbs) + len(verbs) != len(between):
        return None
    return _Clause(subject, phrase, verbs, adverbs, frame.words[phrase.head].lower())


def _after(phrase: Constituent) -> list[Constituent]:
    """Return what follows the verb in a verb phrase."""
    return [child for child in phrase.children if child.begin > phrase.head]


def _depends(node: Constituent) -> bool:
    """Return whether a phrase has a clause without a subject of its own: *after losing power*."""
    return has_clause(node) and not (node.label == "SBAR" and subject_of(node.children[-1]) is not None)


def _is_short(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase can move: a few words without a comma, a clause or a pronoun."""
    plain = _UNMOVED.isdisjoint(frame.text(node)) and not has_clause(node) and not has_pronoun(frame, node)
    return len(node) <= _LONGEST and plain


def _passive(cluster: ParsedCluster, frame: ParsedSentence, clause: _Clause) -> Iterator[Operation]:
    """Yield *Y was hit by X* of *X hit Y*."""
    after = _after(clause.phrase)
    # *Vik was sent by the yard the plan* is odd.
    objects = [child for child in after if child.role == "object"]
    given = after[0] if objects and objects == after[:1] else None
    if given is None or not _is_short(frame, given) or _may_belong(frame, given, after[1:]):
        return
    mention = cluster.referents.mentions.get((frame.number, given.head))
    if mention is not None and is_idiomatic(cluster, mention):
        return
    # An age, a relative clause and *of* stay with their noun: *Norvik chose Ida Berg, 31, as captain*.
    follows = frame.words[given.end : given.end + 1] == (",",)
    if follows and (frame.tags[given.end + 1] in _BELONGING or frame.words[given.end + 1] in ("of", "from")):
        return
    # A definite agent and an indefinite subject are unnatural: *A rock was hit by the Aurora*.
    if _is_indefinite(frame, given) and not _is_indefinite(frame, clause.subject):
        return
    verbs = _passive_verbs(frame, clause, given)
    if verbs is not None:
        subject = sourced_tokens(frame, clause.subject.begin, clause.subject.end)
        moved = sourced_tokens(frame, given.begin, given.end)
        yield _recast(frame, clause, given, (*moved, *verbs, *made("by"), *subject))


def _passive_verbs(frame: ParsedSentence, clause: _Clause, given: Constituent) -> list[SourcedToken] | None:
    """Return the verbs, which agree with a new subject, and the adverbs of a passive clause.

    ``None`` if the verb is of no table, or the number of the subject is unclear.
    """
    auxiliaries, verb = clause.auxiliaries, clause.verb
    if not auxiliaries and verb in PARTICIPLES:
        first, more, participle = "was", [], SourcedToken(PARTICIPLES[verb], MADE, MADE)
    elif len(auxiliaries) == 1 and auxiliaries[0] in _HAVE and verb in _PARTICIPLES:
        first, more = auxiliaries[0], list(made("been"))
        participle = SourcedToken(verb, frame.number, clause.phrase.head)
    else:
        return None
    plural = is_plural(frame, given)
    if plural is None:
        return None
    agreeing = made((_PLURAL if plural else _SINGULAR)[first])
    adverbs = [SourcedToken(frame.words[place], frame.number, place) for place in clause.adverbs]
    # *Has also been badly damaged*.
    manners = [token for token in adverbs if token.word.endswith("ly")]
    others = [token for token in adverbs if token not in manners]
    return [*agreeing, *others, *more, *manners, participle]


def is_plural(frame: ParsedSentence, node: Constituent) -> bool | None:
    """Return whether a subject takes a verb in the plural; ``None`` if unknown."""
    noun, tag = frame.words[node.head], frame.tags[node.head]
    if any(child.label in ("CC", "CONJP") for child in node.children) or tag == "NNS":
        return True
    unclear = noun.lower() in COLLECTIVES or (tag.startswith("NNP") and noun.endswith("s")) or tag == "CD"
    return None if unclear or not tag.startswith("NN") else False


def _may_belong(frame: ParsedSentence, given: Constituent, behind: Sequence[Constituent]) -> bool:
    """Return whether what follows an object belongs to it or the verb: *the record at Norvik*, *him down*.

    A phrase modifies no name.
    """
    if behind and behind[0].label in ("ADVP", "PRT") and not is_time_phrase(behind[0], frame.words):
        return True
    # *It hit him to the ground*.
    if behind and frame.words[behind[0].begin] in _DIRECTIONS:
        return True
    if not behind or behind[0].label != "PP" or frame.tags[given.head].startswith("NNP"):
        return False
    return not is_time_phrase(behind[0], frame.words)


def _is_indefinite(frame: ParsedSentence, node: Constituent) -> bool:
    first = frame.tags[node.begin]
    if frame.tags[node.head].startswith("NNP") or first == "PRP$":
        return False
    return frame.words[node.begin].lower() in ("a", "an") or first not in ("DT", "NNP")


def _recast(
    frame: ParsedSentence, clause: _Clause, given: Constituent, tokens: tuple[SourcedToken, ...]
) -> Operation:
    """Return a recast with a new verb, which governs the moved words and the others."""
    begin, end = clause.subject.begin, given.end
    free = [place for place, governor in enumerate(frame.governors) if end <= place and governor < end]
    heads = [
        given.head,
        clause.subject.head,
        *clause.adverbs,
        clause.phrase.head,
        *(place for place in free if not is_punctuation(frame.words[place])),
    ]
    plan = tuple(((frame.number, head), UNPLANNED) for head in heads)
    return Operation(RECAST, "passive", frame.number, (SpanEdit(begin, end, tokens),), heads=plan)
