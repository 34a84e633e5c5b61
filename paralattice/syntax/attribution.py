"""Attributions: who says what a clause tells."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from paralattice.english.calendar import DAYS, TIMELY
from paralattice.english.penn import CLAUSES, FINITE, NOUNS
from paralattice.english.words import is_punctuation, is_saying
from paralattice.syntax.nodes import Constituent, content_phrase, predicate_of, subject_of
from paralattice.syntax.phrases import has_clause, has_pronoun
from paralattice.syntax.sentence import ParsedSentence

_SPEAKING = frozenset({*NOUNS, "DT", "JJ", "POS", "PRP$", "CD", "IN", "HYPH"})
"""Tags of the words of phrases that name a speaker."""
_ADDED = frozenset({"VBG", "WDT"})
_ADMITTING = frozenset({"although", "but", "though"})
_CLAIM = re.compile(r" , an? (?:accusation|allegation|charge|claim|figure|number) ")


class Attribution(NamedTuple):
    """An attribution at the end of a sentence: *..., police said*.

    Attributes
    ----------
    begin, end
        Half-open span of words, without the comma before it.
    head
        Position of the verb of saying, or of *according*.
    told
        Position of the head of what is said.
    """

    begin: int
    end: int
    head: int
    told: int


def closing_attribution(sentence: ParsedSentence, clause: Constituent) -> Attribution | None:
    """Return the attribution at the end of a sentence, as in *..., police said*, or ``None``.

    Parsers attach it to various nodes, so that words decide: the sentence has no other verb of saying.

    Parameters
    ----------
    clause
        The sentence's main clause.
    """
    if sum(map(is_saying, sentence.words)) != 1 or not is_punctuation(sentence.words[-1]):
        return None
    told, subject, predicate = clause.children[0], subject_of(clause), predicate_of(clause)
    if told.label == "S" and subject is not None and predicate is not None:
        begin, end = min(subject.begin, predicate.begin), max(subject.end, predicate.end)
        found = Attribution(begin, end, predicate.head, told.head)
        if _closes(sentence, begin, end) and is_saying(sentence.words[predicate.head]):
            return found
    for node in sentence.phrases:
        if _closes(sentence, node.begin, node.end) and _tells_speaker(sentence, node):
            return Attribution(node.begin, node.end, node.head, clause.head)
    return _last_words(sentence, clause)


def _last_words(sentence: ParsedSentence, clause: Constituent) -> Attribution | None:
    """Return the attribution if the words after the last comma are a speaker and a verb of saying.

    Parsers often take these words for a second predicate of the clause, or for a part of its last phrase.
    """
    last = len(sentence.words) - 1
    begin = next((place + 1 for place in range(last, 0, -1) if sentence.words[place] == ","), last)
    verb = next((place for place in range(begin, last) if is_saying(sentence.words[place])), last)
    told = (predicate_of(clause) or clause).head
    if not begin <= verb < last or not clause.begin <= told < begin - 1:
        return None
    found = Attribution(begin, last, verb, told)
    return found if _names_speaker(sentence, found) else None


def _names_speaker(sentence: ParsedSentence, saying: Attribution) -> bool:
    """Return whether words are *according to* and a name, or a speaker, a verb of saying and maybe a time."""
    begin, end, verb, _ = saying
    speaker, rest = sentence.tags[begin:verb], sentence.words[verb + 1 : end]
    if sentence.words[verb].lower() == "according":
        return not speaker and rest[:1] == ("to",) and len(rest) > 1
    timed = all(word.lower() in TIMELY for word in rest)
    return timed and is_speaker(speaker) and sentence.tags[verb] in FINITE


def crossing(sentence: ParsedSentence, begin: int, end: int) -> list[int]:
    """Return the positions of words, without marks, whose governor is across a limit of a span."""
    inside = [begin <= place < end for place in range(len(sentence.words))]
    return [
        place
        for place, governor in enumerate(sentence.governors)
        if governor >= 0 and inside[place] != inside[governor] and not is_punctuation(sentence.words[place])
    ]


def is_speaker(tags: Sequence[str]) -> bool:
    """Return whether tags are as in a noun phrase that may name a speaker."""
    return any(tag.startswith("NN") for tag in tags) and tags[0] != "IN" and _SPEAKING.issuperset(tags)


def _closes(sentence: ParsedSentence, begin: int, end: int) -> bool:
    """Return whether a span ends the sentence after a comma."""
    return end == len(sentence.words) - 1 and begin > 2 and sentence.words[begin - 1] == ","


def _tells_speaker(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is *according to ...* or a clause of a speaker and a verb of saying alone."""
    if node.label == "PP":
        return sentence.words[node.begin].lower() == "according"
    predicate = predicate_of(node)
    if node.label not in CLAUSES or predicate is None or subject_of(node) is None:
        return False
    return is_saying(sentence.words[predicate.head]) and not has_clause(
        content_phrase(predicate).children[-1]
    )


def adds(frame: ParsedSentence, begin: int, end: int) -> bool:
    """Return whether words that are told have what others may add: *it sank, although nobody drowned*.

    Parameters
    ----------
    begin, end
        Half-open span of what is told.
    """
    pairs = pairwise(zip(frame.words[begin:end], frame.tags[begin:end], strict=True))
    # *It cost 9 crowns, a figure disputed by others*.
    return _CLAIM.search(" ".join(frame.words[begin:end])) is not None or any(
        one == "," and (tag in _ADDED or word in _ADMITTING) for (one, _), (word, tag) in pairs
    )


def told_clause(frame: ParsedSentence, told: Constituent) -> Constituent | None:
    """Return the reported clause if it can stand alone: finite, with a subject that is no pronoun.

    In *said Monday the ship sank*, the day may be that of the saying.
    """
    inner = told
    if told.label == "SBAR":
        if len(told.children) > 2 or told.children[-1].label != "S":
            return None
        if len(told.children) == 2 and frame.words[told.begin].lower() != "that":
            return None
        inner = told.children[-1]
    subject, predicate = subject_of(inner), predicate_of(inner)
    if subject is None or predicate is None or has_pronoun(frame, subject):
        return None
    if frame.words[inner.begin].lower() in DAYS:
        return None
    # *Berg said the ship sank but would not say where*, and perhaps *said it was lost and promised help*, has
    # two predicates of Berg.
    parts = [predicate.children, predicate.children[-1].children]
    rows = [{frame.words[child.begin] for child in row if child.label in ("CC", "VP")} for row in parts]
    mixed = any("and" in row and len(row) > 2 and row & {"been", "had", "was", "were"} for row in rows)
    return None if mixed or "but" in rows[0] else inner
