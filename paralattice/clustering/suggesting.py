"""Suggests key terms: names and nouns by TF*IDF within their event.

The weight of a term is ``TF * log((1 + E) / DF)``: TF is the number of sentences of the event with the term,
E the number of events, and DF the number of events with the term. A single event ranks its terms by
frequency.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from paralattice.clustering.options import ClusterOptions
from paralattice.clustering.words import flattened, sentence_words, stems_of
from paralattice.english.calendar import DAYS, MONTHS, RELATIVE_DAYS
from paralattice.languages.registry import language_of

NAME, NOUN = "name", "noun"
_WORD = re.compile(r"[^\W_]+")
TextTagger = Callable[[list[str]], Sequence[Sequence[tuple[str, str]]]]
"""Returns the tokens of sentences with their Penn tags."""

# Candidates per suggested term, and tagged sentences per candidate.
_CANDIDATES, _EVIDENCE = 5, 10
_DATES = DAYS | MONTHS | RELATIVE_DAYS


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested key term.

    Attributes
    ----------
    form
        The most frequent written form.
    kind
        :data:`NAME` or :data:`NOUN`.
    sentences, documents
        Numbers of sentences and documents of the event with the term.
    weight
        The TF*IDF weight.
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
    """The sentences of an event, indexed by stem."""

    def __init__(self, documents: Sequence[Sequence[str]], language: str) -> None:
        self.sentences = flattened(documents)
        words = [sentence_words(text) for _, _, text in self.sentences]
        self.stems = stems_of((word for sentence in words for word in sentence), language)
        self.held: dict[str, list[int]] = {}
        for index, sentence in enumerate(words):
            for stem in dict.fromkeys(self.stems[word] for word in sentence if _may_be_term(word, language)):
                self.held.setdefault(stem, []).append(index)

    def stem(self, word: str) -> str:
        """Return the stem of a written word; empty if no sentence has it."""
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


def _may_be_term(word: str, language: str) -> bool:
    stop_words = language_of(language).stop_words
    return len(word) > 2 and not word.isdigit() and word not in stop_words and word not in _DATES


def tags_by_form(sentences: Iterable[Sequence[str]], language: str) -> list[tuple[str, ...]]:
    """Return Penn tags that words have by their form alone, for languages without a tagger.

    A word that begins with a capital, but not the first of a sentence, is a name (``NNP``); other words are
    nouns (``NN``), unless they are function words (``XX``): verbs are not told from nouns.

    Parameters
    ----------
    sentences
        Their tokens.
    language
        Code of ISO 639-1.
    """
    stop_words = language_of(language).stop_words

    def tag(place: int, word: str) -> str:
        if not word[:1].isalpha() or word.lower() in stop_words:
            return "XX"
        return "NNP" if place and word[0].isupper() else "NN"

    return [tuple(tag(*pair) for pair in enumerate(words)) for words in sentences]


def suggest_terms(
    events: Sequence[Sequence[Sequence[str]]],
    tagger: TextTagger,
    options: ClusterOptions = ClusterOptions(),
    wanted: Sequence[int] | None = None,
) -> list[list[Suggestion]]:
    """Return the suggested terms of each event, the best first; may be empty.

    Parameters
    ----------
    events
        Sentences of the documents of each event.
    tagger
        Tags some of the sentences.
    options
        Options; the defaults if absent.
    wanted
        Indices of the events to suggest terms for, 0-based; by default all.
    """
    indexed = [_Event(documents, options.language) for documents in events]
    frequencies = Counter(stem for event in indexed for stem in event.held)
    chosen = [indexed[number] for number in (range(len(events)) if wanted is None else wanted)]
    candidates = [event.candidates(frequencies, len(events), options) for event in chosen]
    looked_at = [
        sorted({index for candidate in listed for index in candidate.held[:_EVIDENCE]})
        for listed in candidates
    ]
    # The tagger is called once for all events, so that it can batch the sentences.
    texts = [
        event.sentences[index][2] for event, held in zip(chosen, looked_at, strict=True) for index in held
    ]
    tagged = iter(tagger(texts) if texts else ())
    return [
        _suggested(listed, _uses(event, listed, islice(tagged, len(indices))), options)
        for event, listed, indices in zip(chosen, candidates, looked_at, strict=True)
    ]


def _suggested(
    candidates: Sequence[_Candidate], uses: dict[str, Counter[tuple[str, str]]], options: ClusterOptions
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
    """Return the counts of (word, tag) for each candidate's stem in the tagged sentences."""
    uses: dict[str, Counter[tuple[str, str]]] = {candidate.stem: Counter() for candidate in candidates}
    for sentence in tagged:
        for token, tag in sentence:
            words = _WORD.findall(token)
            # Tokens of several words are ignored.
            stem = event.stem(words[0]) if len(words) == 1 else ""
            if stem in uses:
                uses[stem][words[0], tag] += 1
    return uses


def _kind(uses: Counter[tuple[str, str]]) -> str:
    """Return :data:`NAME` or :data:`NOUN`; empty if at most half of the uses are either."""
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
