"""Finds faults of a sentence that a small correction would make far more probable to a language model.

A correction changes an article, a preposition or a verb's number, or drops a comma (Bryant and Briscoe 2018
correct learners' English in this way).  Corrections are proposed where the tree gives a reason, so that the
language model scores few.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paralattice.exchange.constituents import Constituent, ParsedSentence, core_phrase, predicate_of
from paralattice.exchange.fluency import Scorer, Words
from paralattice.exchange.words import AUXILIARIES, COLLECTIVES, TIME_OPENERS, past_tense

_AFTER = 7
"""Number of words behind a correction that are compared."""
_BEFORE = 5
"""Number of words before a correction that identify its context in the cache."""
_LEAST_FIRST = -5.0
"""Least gain of the first word that differs; of 4,668 corrections none that was needed had less than -3.2."""
_PREPOSITIONS = ("at", "by", "for", "from", "in", "of", "on", "to", "with")
_NUMBERS = {"is": "are", "was": "were", "has": "have"}
_NUMBERS |= {plural: singular for singular, plural in _NUMBERS.items()}
_BARE = frozenset({"NN", "JJ", "JJR", "JJS", "VBN", "VBG", "HYPH", "CD", "SYM"})
_NOUN_ROLES = frozenset({"subject", "object", "preposition's object"})
_LEAST = {"article": 4.0, "comma": 3.5, "preposition": 7.0, "gerund": 3.0, "number": 4.0, "tense": 3.0}


class Correction(NamedTuple):
    """Words that replace the half-open span ``begin`` to ``end`` of a sentence, and the kind of change."""

    kind: str
    begin: int
    end: int
    words: Words


def corrections(sentence: ParsedSentence) -> list[Correction]:
    """Return the corrections of a sentence that the language model should score."""
    found = [correction for node in sentence.root.phrases() for correction in _of_phrase(sentence, node)]
    return [*found, *_of_words(sentence), *_tense(sentence)]


def _of_phrase(sentence: ParsedSentence, node: Constituent) -> Iterator[Correction]:
    if node.label == "NP" and node.role in _NOUN_ROLES:
        yield from _articles(sentence, node)
    commas = [child for child in node.children if child.label == ","]
    if len(commas) == 1 and node.label in ("NP", "VP"):
        yield from _comma(sentence, node, commas[0])


def _articles(sentence: ParsedSentence, node: Constituent) -> Iterator[Correction]:
    """Yield the insertions of articles into bare noun phrases."""
    node = core_phrase(node)
    *before, head = sentence.tags[node.begin : node.head + 1]
    if any(child.label in ("CC", ",") for child in node.children) or not _BARE.issuperset(before):
        return
    noun = sentence.words[node.head]
    if noun.lower() in COLLECTIVES:
        return
    if noun[:1].isupper() and noun.endswith("s"):
        yield Correction("article", node.begin, node.begin, ("the",))
    elif head == "NN":
        a = "an" if sentence.words[node.begin][0].lower() in "aeiou" else "a"
        for article in ("the", a):
            yield Correction("article", node.begin, node.begin, (article,))


def _comma(sentence: ParsedSentence, node: Constituent, comma: Constituent) -> Iterator[Correction]:
    """Yield the deletions of a lone comma before *to do*, *after ...*, or *and* in a coordination."""
    after = [child for child in node.children if child.begin >= comma.end]
    if not after or comma.begin == node.begin:
        return
    first, *rest = after
    joins = first.label == "CC" and [child.label for child in rest] == [node.label]
    if joins or _adds(sentence, first):
        yield Correction("comma", comma.begin, comma.end, ())


def _adds(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is one of purpose or time."""
    if sentence.tags[node.begin] == "TO":
        return node.label in ("S", "VP")
    return node.label in ("PP", "SBAR") and sentence.words[node.begin].lower() in TIME_OPENERS


def _of_words(sentence: ParsedSentence) -> Iterator[Correction]:
    """Yield the replacements of prepositions after verbs, and of verbs by the other number."""
    for place in range(1, len(sentence.words)):
        low = sentence.words[place].lower()
        before, tag, *after = sentence.tags[place - 1 : place + 2]
        if low in _PREPOSITIONS and tag == "IN" and before[:2] == "VB":
            kind = "gerund" if after == ["VBG"] else "preposition"
            for other in _PREPOSITIONS:
                if other != low:
                    yield Correction(kind, place, place + 1, (other,))
        if low in _NUMBERS and sentence.tags[place].startswith("VB"):
            yield Correction("number", place, place + 1, (_NUMBERS[low],))


def _tense(sentence: ParsedSentence) -> Iterator[Correction]:
    """Yield the past tense for a main verb in the present, as in headlines."""
    predicate = predicate_of(sentence.main_clause) if sentence.main_clause is not None else None
    if predicate is None or sentence.tags[predicate.begin] not in ("VBZ", "VBP"):
        return
    verb = sentence.words[predicate.begin]
    if verb.lower() not in AUXILIARIES:
        yield Correction("tense", predicate.begin, predicate.begin + 1, (past_tense(verb),))


class Corrector:
    """Finds the corrections that sentences need, by a language model.

    Results are cached by context, so that a fault that many sentences share is scored once.
    """

    def __init__(self, score: Scorer) -> None:
        self._score = score
        self._gains: dict[tuple[Words, Correction], float] = {}

    def needed(self, sentences: Sequence[ParsedSentence]) -> list[str]:
        """Return for each sentence the kind of a correction that makes it far more probable, or nothing."""
        found = [
            [(_place(sentence.words, correction), correction) for correction in corrections(sentence)]
            for sentence in sentences
        ]
        new = {
            key: (sentence.words, correction)
            for sentence, row in zip(sentences, found, strict=True)
            for key, correction in row
            if key not in self._gains
        }
        self._gains |= dict(zip(new, self._measured(list(new.values())), strict=True))
        return [
            next((own.kind for key, own in row if self._gains[key] >= _LEAST[own.kind]), "") for row in found
        ]

    def _measured(self, asked: Sequence[tuple[Words, Correction]]) -> list[float]:
        """Return the gain of each correction in the log probability of its sentence.

        Words far behind a correction are not compared, and nothing behind it where its first word alone is
        too improbable; the gain is negative infinity then.
        """
        firsts = self._differences([_compared(words, correction, first=True) for words, correction in asked])
        gains = [-math.inf] * len(asked)
        likely = [number for number, first in enumerate(firsts) if first >= _LEAST_FIRST]
        wholes = self._differences([_compared(*asked[number]) for number in likely])
        for number, whole in zip(likely, wholes, strict=True):
            gains[number] = whole
        return gains

    def _differences(self, pairs: Sequence[tuple[Words, Words]]) -> list[float]:
        """Return the log probability of the first sentence of each pair minus that of the second."""
        wanted = list(dict.fromkeys(text for pair in pairs for text in pair))
        scores = zip(wanted, self._score(wanted) if wanted else (), strict=True)
        totals = {text: sum(values) for text, values in scores}
        return [totals[corrected] - totals[given] for corrected, given in pairs]


def _place(words: Words, correction: Correction) -> tuple[Words, Correction]:
    """Return a correction with its context alone, as the key of the cache."""
    kind, begin, end, other = correction
    first = max(0, begin - _BEFORE)
    return words[first : end + _AFTER], Correction(kind, begin - first, end - first, other)


def _compared(words: Words, correction: Correction, *, first: bool = False) -> tuple[Words, Words]:
    """Return the corrected sentence and the sentence, each up to some words behind the change."""
    begin, end = correction.begin, min(len(words), correction.end + _AFTER)
    corrected = (*words[:begin], *correction.words, *words[correction.end : end])
    return (corrected[: begin + 1], words[: begin + 1]) if first else (corrected, words[:end])
