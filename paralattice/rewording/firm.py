"""The replacements of a model that are good without a look at the sentence."""

from collections.abc import Iterator

from paralattice.errors import RewordError
from paralattice.formats.phrase_table import read_phrase_table
from paralattice.rewording.model_files import Lines, read_edit_weights
from paralattice.rewording.words.word_relations import Relation

_LEAST_ODDS = -4.0
"""Least log-odds (natural logarithm) of an edit before the language model is asked, 1 in 55."""


def firm_replacements(phrases: Lines, weights: Lines) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield replacements of one word by a synonym, with the Penn tags under which each may be made.

    Parameters
    ----------
    phrases, weights
        The lines of a model's phrase table and of its weights of edits.

    Raises
    ------
    FormatError
        A line is invalid.
    RewordError
        The model is of the paper's system, which has no weights.
    """
    known = read_edit_weights(weights)
    if known is None:
        raise RewordError("a model of the paper's system has no weights of edits")
    for entry in read_phrase_table(phrases):
        alone = entry.tags and len(entry.source) == len(entry.target) == 1
        if alone and entry.counts[2] == Relation.SYNONYM and known.static(entry) >= _LEAST_ODDS:
            yield entry.source[0], entry.target[0], entry.tags
