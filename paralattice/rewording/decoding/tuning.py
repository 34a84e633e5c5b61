"""Tunes the weights of edits on held-out sentence pairs."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from paralattice.formats.phrase_table import PhraseEntry
from paralattice.ngrams.language_model import LanguageModel
from paralattice.rewording.alignment.bitext import WordPair
from paralattice.rewording.decoding.decoder import Phrase, ReplacementTable
from paralattice.rewording.decoding.edit_weights import EditWeights, features, fit_weights
from paralattice.rewording.decoding.edits import Edit, find_edits
from paralattice.rewording.words.entities import Masked
from paralattice.rewording.words.fixed_words import is_content


@dataclass(frozen=True, slots=True)
class Tuned:
    """Tuned weights.

    Attributes
    ----------
    weights
        The weights.
    edits, right
        Numbers of edits in held-out sentences whose old words another sentence lacks; and of those among them
        whose new words it has.
    """

    weights: EditWeights
    edits: int
    right: int


def tune_weights(pairs: Sequence[WordPair], entries: Sequence[PhraseEntry], model: LanguageModel) -> Tuned:
    """Fit the weights of edits to sentence pairs that the replacements were not learnt from.

    Parameters
    ----------
    pairs
        Held-out pairs, lower-cased, with generic tokens.
    entries
        The replacements, of :func:`~paralattice.rewording.phrase_scores.score_by_frequency`.
    model
        The language model, trained without the held-out pairs.
    """
    known = {(entry.source, entry.target): entry for entry in entries}
    table = ReplacementTable(entries, lambda _: 0.0)
    rows: list[list[float]] = []
    right: list[float] = []
    made: list[tuple[Phrase, Phrase]] = []
    for words, others in _by_sentence(pairs):
        # The sentence is lower-cased, so that no word of it looks like a name.
        masked = Masked(words, tuple((word,) for word in words))
        for edit in find_edits(masked, table, model, EditWeights()):
            verdict = _verdict(words, edit, others)
            if verdict is not None:
                made.append((words[edit.start : edit.end], edit.words))
                rows.append(features(known[made[-1]], edit.change))
                right.append(verdict)
    # Sentences of one event show the same replacement again and again, which tells little.
    times = Counter(made)
    samples = [(1 + math.log(times[one])) / times[one] for one in made]
    weights = fit_weights(rows, right, EditWeights(), samples)
    return Tuned(weights, len(rows), sum(share > 0 for share in right))


def _by_sentence(pairs: Sequence[WordPair]) -> Iterator[tuple[Phrase, list[frozenset[str]]]]:
    """Yield each sentence with the words of each sentence that it is paired with."""
    paired: dict[Phrase, list[frozenset[str]]] = {}
    for first, second in pairs:
        paired.setdefault(tuple(first), []).append(frozenset(second))
        paired.setdefault(tuple(second), []).append(frozenset(first))
    yield from paired.items()


def _verdict(words: Phrase, edit: Edit, others: Sequence[frozenset[str]]) -> float | None:
    """Return the share of the sentences without the old words that have the new ones.

    A share is the same for a sentence with one paraphrase and for one with ten. ``None`` if all sentences
    have old words.
    """
    replaced = words[edit.start : edit.end]
    old = [word for word in replaced if is_content(word) and word not in edit.words]
    new = [word for word in edit.words if is_content(word) and word not in replaced]
    without = [other for other in others if other.isdisjoint(old)]
    return fmean(other.issuperset(new) for other in without) if without else None
