"""Rewords sentences by a few well-supported edits, or not at all.

Each edit must be likely by itself (:mod:`~paralattice.rewording.decoding.edit_weights`), keep the sentence's
names, and fit its neighbours: the language model has seen its first word after the word before it, and its
last word before the word after it, or cannot tell. The more the old words belong together with those around
them, and the new ones do not, the less likely it is. The new word must not repeat another near by, and has
the part of speech of the old one, if there is a tagger. A rewording combines edits that do not touch. Without
such an edit there is none.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

from paralattice.english.inflection import article
from paralattice.ngrams.coded_text import END, START
from paralattice.ngrams.language_model import LanguageModel
from paralattice.rewording.decoding.decoder import Phrase, ReplacementTable
from paralattice.rewording.decoding.edit_weights import EditWeights
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.entities import Masked
from paralattice.rewording.words.fixed_words import is_content, takes_object
from paralattice.rewording.words.tag_forms import changed_word

Tagger = Callable[[Sequence[Phrase]], Sequence[Sequence[str]]]
"""Returns the Penn tags of the words of each sentence."""

# Maximum number of edits that are combined, the likeliest ones.
_COMBINED = 12
# The change of log10 of the probability of an edit with its context, less that of its words alone: a change
# below the first number tells that the old words belong together with those around them, and the new ones do
# not. By each unit below, the log-odds are lower by the second number.
_LEAST_FIT, _MISFIT = -2.0, 0.35
# Number of words on either side of an edit among which its new words must not be.
_NEAR = 8
# Least number of letters of a word that another one repeats if it begins with it.
_STEM = 4
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
    for start in range(len(words)):
        for end, replacements in table.replacements(words, start):
            for target, static in replacements:
                if not _fits(masked, start, end, target):
                    continue
                change = model.change(words, start, end, target)
                frequency = model.log_frequency(target) - model.log_frequency(words[start:end])
                misfit = _MISFIT * min(0.0, change - frequency - _LEAST_FIT)
                odds = static + weights.in_context(change) + misfit
                left = words[start - 1] if start else START
                right = words[end] if end < len(words) else END
                contexts = _is_known(left, target[0], model) + _is_known(target[-1], right, model)
                yield Edit(start, end, target, change, odds, contexts)


def _fits(masked: Masked, start: int, end: int, target: Phrase) -> bool:
    """Return whether new words suit those around them."""
    words = masked.words
    if _drops_name(masked, start, end, target):
        return False
    if "-" in words[max(0, start - 1) : end + 1]:
        # The old words are part of a compound.
        return False
    if start and words[start - 1] in ("a", "an") and article(target[0]) != article(words[start]):
        return False
    if end < len(words) and not takes_object(target[-1], words[end]):
        return False
    return not _repeats(words, start, end, target)


def _drops_name(masked: Masked, start: int, end: int, target: Phrase) -> bool:
    """Return whether a replacement drops a capitalised word, other than the first of the sentence."""
    return any(
        any(character.isupper() for character in "".join(masked.originals[place]))
        for place in range(max(1, start), end)
        if masked.words[place] not in target
    )


def _repeats(words: Phrase, start: int, end: int, target: Phrase) -> bool:
    """Return whether a new word, or a form of it, stands near by already."""
    old = words[start:end]
    near = [
        word for word in words[max(0, start - _NEAR) : start] + words[end : end + _NEAR] if is_content(word)
    ]
    new = [word for word in target if is_content(word) and word not in old]
    return any(_same_stem(one, other) for one in new for other in near)


def _same_stem(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _STEM and long.startswith(short))


def in_part_of_speech(
    edits: Sequence[Sequence[Edit]], sentences: Sequence[Masked], table: ReplacementTable, tag: Tagger
) -> list[list[Edit]]:
    """Return the edits whose new word has the part of speech and the form of the old one in its sentence.

    The sentences of which an edit depends on it are tagged, all together.

    Parameters
    ----------
    edits
        The edits of each sentence.
    sentences
        The sentences.
    table
        The replacements, with the tags under which each is allowed.
    tag
        The tagger.
    """
    kept = [list(found) for found in edits]
    asked = [
        place
        for place, (found, masked) in enumerate(zip(kept, sentences, strict=True))
        if any(table.tags(masked.words[edit.start : edit.end], edit.words) for edit in found)
    ]
    if not asked:
        return kept
    originals = [sentences[place].originals for place in asked]
    tagged = tag([tuple(word for words in each for word in words) for each in originals])
    for place, words, tags in zip(asked, originals, tagged, strict=True):
        own = [tags[begin] for begin in accumulate(map(len, words[:-1]), initial=0)]
        kept[place] = [edit for edit in kept[place] if _is_allowed(edit, sentences[place], table, own)]
    return kept


def _is_allowed(edit: Edit, masked: Masked, table: ReplacementTable, tags: Sequence[str]) -> bool:
    source = masked.words[edit.start : edit.end]
    allowed, changed = table.tags(source, edit.words), changed_word(source, edit.words)
    return not allowed or changed is None or tags[edit.start + changed[0]] in allowed


def _is_known(first: str, second: str, model: LanguageModel) -> bool:
    if START in (first, second) or END in (first, second):
        return model.knows_pair(first, second)
    return model.allows_pair(first, second)


def possible_edits(edits: Iterable[Edit], options: DecodeOptions, likely: float = 0.5) -> list[Edit]:
    """Return the edits that :func:`combine_edits` may choose: those likely enough, or with ``force`` all."""
    return list(edits) if options.force else _good_edits(edits, options, _least_odds(options, likely))


def combine_edits(
    edits: Sequence[Edit], options: DecodeOptions, likely: float = 0.5
) -> list[tuple[Edit, ...]]:
    """Return the combinations of edits, the best first, each sorted by position.

    Several may give the same words.

    An edit is worth its log-odds above those of the minimum probability.

    Parameters
    ----------
    edits
        Edits of one sentence.
    options
        ``likely``, ``contexts``, ``edits``; with ``force`` unlikely edits are allowed, alone.
    likely
        The minimum probability, if the options have none.
    """
    least = _least_odds(options, likely)
    good = _good_edits(edits, options, least)
    good.sort(key=lambda edit: (-edit.odds, edit.start, edit.end, edit.words))
    groups = (
        tuple(sorted(group, key=lambda edit: edit.start))
        for size in range(1, options.edits + 1)
        for group in combinations(good[:_COMBINED], size)
    )
    chosen = [
        group for group in groups if all(one.end + _APART <= other.start for one, other in pairwise(group))
    ]
    chosen.sort(key=lambda group: -sum(edit.odds - least for edit in group))
    if options.force:
        known = {group[0] for group in chosen if len(group) == 1}
        others = sorted(
            set(edits) - known, key=lambda edit: (-edit.contexts, -edit.odds, edit.start, edit.words)
        )
        chosen += [(edit,) for edit in others]
    return chosen


def _least_odds(options: DecodeOptions, likely: float) -> float:
    """Return the natural logarithm of the minimum odds; ``likely`` counts if the options have no minimum."""
    likely = likely if options.likely is None else options.likely
    return math.log(likely / (1 - likely))


def _good_edits(edits: Iterable[Edit], options: DecodeOptions, least: float) -> list[Edit]:
    return [edit for edit in edits if edit.odds >= least and edit.contexts >= options.contexts]
