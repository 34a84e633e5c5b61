"""Rewords sentences by a few well-supported edits, or not at all.

Each edit must be likely by itself (:mod:`~paralattice.rewording.edit_weights`), keep the sentence's names,
and fit its neighbours: the language model has seen its first word after the word before it, and its last word
before the word after it. A rewording combines edits that do not touch. Without such an edit there is none.
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

# Maximum number of edits that are combined, the likeliest ones.
_COMBINED = 12
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
    """

    start: int
    end: int
    words: Phrase
    change: float
    odds: float
    contexts: int


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
    before = model.log_probability(words)
    for start in range(len(words)):
        for end, replacements in table.replacements(words, start):
            for target, static in replacements:
                if drops_name(masked, start, end, target):
                    continue
                change = model.log_probability((*words[:start], *target, *words[end:])) - before
                odds = static + weights.in_context(change)
                yield Edit(
                    start, end, target, change, odds, _known_contexts(words, start, end, target, model)
                )


def drops_name(masked: Masked, start: int, end: int, target: Phrase) -> bool:
    """Return whether a replacement drops a capitalised word, other than the first of the sentence."""
    return any(
        place and masked.words[place] not in target and _has_capital(masked.originals[place])
        for place in range(start, end)
    )


def _has_capital(words: Sequence[str]) -> bool:
    return any(character.isupper() for word in words for character in word)


def _known_contexts(words: Phrase, start: int, end: int, target: Phrase, model: LanguageModel) -> int:
    left = words[start - 1] if start else START
    right = words[end] if end < len(words) else END
    return model.knows_pair(left, target[0]) + model.knows_pair(target[-1], right)


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
    good = [edit for edit in edits if edit.odds >= least and edit.contexts >= options.contexts]
    good = _likeliest(good)[:_COMBINED]
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
