"""Rewords sentences by a few well-supported edits, or not at all.

Each edit must be likely by itself (:mod:`~paralattice.rewording.edit_weights`), keep the sentence's names,
and fit its neighbours: the language model has seen its first word after the word before it, and its last word
before the word after it, or cannot tell. The old words must not be part of a collocation that the new ones
break. A rewording combines edits that do not touch. Without such an edit there is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from paralattice.rewording.coded_text import END, START
from paralattice.rewording.decoder import Phrase, ReplacementTable
from paralattice.rewording.edit_weights import EditWeights
from paralattice.rewording.entities import Masked
from paralattice.rewording.language_model import LanguageModel
from paralattice.rewording.options import DecodeOptions

_VOWELS = frozenset("aeiou")
# Maximum number of edits that are combined, the likeliest ones.
_COMBINED = 12
# Minimum change of log10 of the probability of an edit with its context, less that of its words alone: a
# lower one tells that the old words belong together with those around them, and the new ones do not.
_LEAST_FIT = -2.0
# Minimum number of unchanged words between two edits; closer ones change each other's context.
_APART = 2


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement in a sentence.

    Attributes
    ----------
    start, end
        Range of the replaced words; 0-based, half-open.
    words
        The new words.
    change
        Change of log10 of the sentence's probability under the language model.
    odds
        Natural logarithm of the odds that a person would word it so.
    contexts
        Number of sides, 0 to 2, on which the language model knows the edit beside its neighbour.
    fit
        The change less that of the frequency of the words by themselves.
    """

    start: int
    end: int
    words: Phrase
    change: float
    odds: float
    contexts: int
    fit: float = 0.0


def find_edits(
    masked: Masked, table: ReplacementTable, model: LanguageModel, weights: EditWeights
) -> Iterator[Edit]:
    """Yield all edits of a sentence that keep its names.

    Parameters
    ----------
    masked
        The sentence.
    table
        Replacements; their scores are the static parts of the log-odds.
    model, weights
        The language model and the weights.
    """
    words = masked.words
    for start in range(len(words)):
        for end, replacements in table.replacements(words, start):
            for target, static in replacements:
                if drops_name(masked, start, end, target) or _splits_compound(words, start, end):
                    continue
                if not _suits_article(words, start, target):
                    continue
                change = model.change(words, start, end, target)
                odds = static + weights.in_context(change)
                contexts = _known_contexts(words, start, end, target, model)
                frequency = model.log_frequency(target) - model.log_frequency(words[start:end])
                yield Edit(start, end, target, change, odds, contexts, change - frequency)


def drops_name(masked: Masked, start: int, end: int, target: Phrase) -> bool:
    """Return whether a replacement drops a capitalised word, other than the first of the sentence."""
    return any(
        place and masked.words[place] not in target and _has_capital(masked.originals[place])
        for place in range(start, end)
    )


def _splits_compound(words: Phrase, start: int, end: int) -> bool:
    """Return whether words are part of a compound with a hyphen."""
    return "-" in words[max(0, start - 1) : end + 1]


def _suits_article(words: Phrase, start: int, target: Phrase) -> bool:
    """Return whether new words suit an indefinite article before them, by their first letter."""
    before, first = words[start - 1] if start else "", words[start]
    if before not in ("a", "an"):
        return True
    return (target[0][0] in _VOWELS) == (first[0] in _VOWELS)


def _has_capital(words: Sequence[str]) -> bool:
    return any(character.isupper() for word in words for character in word)


def _known_contexts(words: Phrase, start: int, end: int, target: Phrase, model: LanguageModel) -> int:
    left = words[start - 1] if start else START
    right = words[end] if end < len(words) else END
    return _fits(left, target[0], model) + _fits(target[-1], right, model)


def _fits(first: str, second: str, model: LanguageModel) -> bool:
    if START in (first, second) or END in (first, second):
        return model.knows_pair(first, second)
    return model.allows_pair(first, second)


def combine_edits(
    edits: Sequence[Edit], options: DecodeOptions, likely: float = 0.5
) -> list[tuple[Edit, ...]]:
    """Return the best combinations of edits, the best first, each sorted by position.

    An edit is worth its log-odds above those of the minimum probability.

    Parameters
    ----------
    edits
        Edits of one sentence.
    options
        ``likely``, ``contexts``, ``edits``, ``best``; with ``force`` unlikely edits are allowed, alone.
    likely
        The minimum probability, if the options have none.
    """
    likely = likely if options.likely is None else options.likely
    least = math.log(likely / (1 - likely))
    good = [edit for edit in edits if edit.odds >= least and edit.fit >= _LEAST_FIT]
    good = _likeliest([edit for edit in good if edit.contexts >= options.contexts])[:_COMBINED]
    chosen = [
        tuple(sorted(group, key=lambda edit: edit.start))
        for size in range(1, min(options.edits, len(good)) + 1)
        for group in combinations(good, size)
        if _apart(group)
    ]
    chosen.sort(key=lambda group: -sum(edit.odds - least for edit in group))
    if options.force and len(chosen) < options.best:
        known = {group[0] for group in chosen if len(group) == 1}
        others = sorted(
            set(edits) - known, key=lambda edit: (-edit.contexts, -edit.odds, edit.start, edit.words)
        )
        chosen += [(edit,) for edit in others]
    return chosen[: options.best]


def _likeliest(edits: Sequence[Edit]) -> list[Edit]:
    return sorted(edits, key=lambda edit: (-edit.odds, edit.start, edit.end, edit.words))


def _apart(edits: Sequence[Edit]) -> bool:
    ordered = sorted(edits, key=lambda edit: edit.start)
    return all(one.end + _APART <= other.start for one, other in pairwise(ordered))
