"""Suggests key terms: names and nouns by TF*IDF within their event.

Term frequency is the number of the event's sentences with the term. The collection is the
events: ``weight = TF * log((1 + E) / DF)`` with E events, DF of them with the term, so that
a single event ranks its terms by frequency.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from paralattice.align.stop_words import DEFAULT_STOP_WORDS
from paralattice.clustering.options import ClusterOptions
from paralattice.clustering.words import flattened, sentence_words, stems_of

NAME, NOUN = "name", "noun"
_WORD = re.compile(r"[^\W_]+")
Tagger = Callable[[list[str]], Sequence[Sequence[tuple[str, str]]]]
"""Sentences as text to tokens with their Penn tags."""

# Looked at further than that, no candidate becomes a term; and so many sentences tell what a word is.
_CANDIDATES, _EVIDENCE = 5, 10
_DATES = """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep
    sept oct nov dec today yesterday tomorrow
"""
_NO_TERMS = DEFAULT_STOP_WORDS | frozenset(_DATES.split())


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested key term.

    Attributes
    ----------
    form
        The word as it is written most often.
    kind
        :data:`NAME` or :data:`NOUN`.
    sentences, documents
        How many of the event have it.
    weight
        Its TF*IDF.
    """

    form: str
    kind: str
    sentences: int
    documents: int
    weight: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    stem: str
    weight: float
    held: tuple[int, ...]
    documents: int


class _Event:
    """The sentences of an event and which of them hold each stem."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        self.sentences = flattened(documents)
        words = [sentence_words(text) for _, _, text in self.sentences]
        self.stems = stems_of(word for sentence in words for word in sentence)
        self.held: dict[str, list[int]] = {}
        for index, sentence in enumerate(words):
            for stem in dict.fromkeys(self.stems[word] for word in sentence if _may_be_term(word)):
                self.held.setdefault(stem, []).append(index)

    def stem(self, word: str) -> str:
        """Return the stem of a word as it is written; empty for one that no sentence has."""
        (lowered,) = sentence_words(word) or ("",)
        return self.stems.get(lowered, "")

    def candidates(self, frequencies: Counter[str], events: int, options: ClusterOptions) -> list[_Candidate]:
        """Return the stems that may be terms, the best first."""
        found = []
        for stem, held in self.held.items():
            documents = len({self.sentences[index][0] for index in held})
            if (
                options.suggest_least <= len(held) <= options.suggest_most
                and documents >= options.suggest_documents
            ):
                weight = len(held) * math.log((1 + events) / frequencies[stem])
                found.append(_Candidate(stem, weight, tuple(held), documents))
        best = sorted(found, key=lambda candidate: (-candidate.weight, candidate.stem))
        return best[: _CANDIDATES * options.suggested]


def _may_be_term(word: str) -> bool:
    return len(word) > 2 and not word.isdigit() and word not in _NO_TERMS


def suggest_terms(
    events: Sequence[Sequence[Sequence[str]]],
    tagger: Tagger,
    options: ClusterOptions | None = None,
    wanted: Sequence[int] | None = None,
) -> list[list[Suggestion]]:
    """Return the suggested terms of events, the best first; maybe none.

    Parameters
    ----------
    events
        For each event the sentences of its documents.
    tagger
        Is given a few of the sentences.
    options
        The defaults where none are given.
    wanted
        The events, 0-based, whose terms are asked for; all of them where none are given.
    """
    options = options or ClusterOptions()
    indexed = [_Event(documents) for documents in events]
    frequencies = Counter(stem for event in indexed for stem in event.held)
    chosen = [indexed[number] for number in (range(len(events)) if wanted is None else wanted)]
    candidates = [event.candidates(frequencies, len(events), options) for event in chosen]
    # All at once, so that the tagger may divide them.
    looked_at = [_looked_at(listed) for listed in candidates]
    places = [(event, index) for event, indices in zip(chosen, looked_at, strict=True) for index in indices]
    tagged = iter(tagger([event.sentences[index][2] for event, index in places]) if places else ())
    return [
        _suggested(listed, _uses(event, listed, islice(tagged, len(indices))), options)
        for event, listed, indices in zip(chosen, candidates, looked_at, strict=True)
    ]


def _looked_at(candidates: Sequence[_Candidate]) -> list[int]:
    """Return the sentences of an event that tell what its candidates are."""
    return sorted({index for candidate in candidates for index in candidate.held[:_EVIDENCE]})


def _suggested(
    candidates: Sequence[_Candidate],
    uses: dict[str, Counter[tuple[str, str]]],
    options: ClusterOptions,
) -> list[Suggestion]:
    chosen: list[tuple[Suggestion, frozenset[int]]] = []
    for candidate in candidates:
        kind = _kind(uses[candidate.stem])
        held = frozenset(candidate.held)
        if kind and all(_overlap(held, other) <= options.suggest_overlap for _, other in chosen):
            form = _form(uses[candidate.stem])
            counts = len(held), candidate.documents
            chosen.append((Suggestion(form, kind, *counts, candidate.weight), held))
        if len(chosen) == options.suggested:
            break
    return [suggestion for suggestion, _ in chosen]


def _uses(
    event: _Event, candidates: Sequence[_Candidate], tagged: Iterable[Sequence[tuple[str, str]]]
) -> dict[str, Counter[tuple[str, str]]]:
    """Return for each candidate's stem how often some of its sentences have it as (word, tag)."""
    uses: dict[str, Counter[tuple[str, str]]] = {candidate.stem: Counter() for candidate in candidates}
    for sentence in tagged:
        for token, tag in sentence:
            words = _WORD.findall(token)
            # Of a token that is several words none is what is suggested.
            stem = event.stem(words[0]) if len(words) == 1 else ""
            if stem in uses:
                uses[stem][words[0], tag] += 1
    return uses


def _kind(uses: Counter[tuple[str, str]]) -> str:
    """Return :data:`NAME` or :data:`NOUN`; empty for a word that is neither most of the time."""
    names = sum(times for (_, tag), times in uses.items() if tag.startswith("NNP"))
    nouns = sum(times for (_, tag), times in uses.items() if tag in ("NN", "NNS"))
    if 2 * (names + nouns) <= sum(uses.values()):
        return ""
    return NAME if names > nouns else NOUN


def _form(uses: Counter[tuple[str, str]]) -> str:
    forms: Counter[str] = Counter()
    for (word, tag), times in uses.items():
        forms[word] += times * tag.startswith("NN")
    return min(forms, key=lambda form: (-forms[form], form))


def _overlap(first: frozenset[int], second: frozenset[int]) -> float:
    common = len(first & second)
    return common / min(len(first), len(second)) if common else 0.0
