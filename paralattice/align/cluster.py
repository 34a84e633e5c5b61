"""Aligns a cluster in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from paralattice.align.encoding import encode, words_of
from paralattice.align.matches import OWN, Match, encode_matches
from paralattice.align.options import AlignOptions
from paralattice.align.progressive import Merged, merge
from paralattice.align.scoring import score_pairs
from paralattice.align.versions import Version, version_named
from paralattice.arrays import Ints, Longs
from paralattice.corpus import Sentence
from paralattice.errors import AlignError

if TYPE_CHECKING:
    from paralattice.lattice import WordLattice

_SHORTEST = [["a"], ["a"]]


@dataclass(frozen=True, eq=False)
class ClusterAlignment:
    """The alignment of the N sentences of a cluster by one version.

    Attributes
    ----------
    version
        The version's name; ``own`` if the user specified the matches.
    sentences
        The words of each sentence.
    scores
        (N, N) int32. The score of sentences i < j at ``[i, j]``, 0 elsewhere.
    merged
        The merged sentences.
    """

    version: str
    sentences: tuple[tuple[str, ...], ...]
    scores: Ints
    merged: Merged

    @property
    def columns(self) -> tuple[Ints, ...]:
        """The column of each token, one array per sentence; aligned tokens share a column.

        Columns are numbered from 0 in the order of their creation; :meth:`table` has them
        in reading order.
        """
        return self.merged.columns

    @cached_property
    def lattice(self) -> WordLattice:
        """The word lattice; each of its paths is a sentence of the cluster or a new one.

        Raises
        ------
        BuildError
            A sentence has no words.
        """
        # Lazy import: alignment alone needs no lattices.
        from paralattice.lattice.building import from_alignment

        return from_alignment(self.sentences, self.columns, different_words=True)

    def table(self) -> list[list[str | None]]:
        """Return one row per sentence: its word in each column, or ``None``.

        The columns are ordered so that every sentence reads from left to right.
        """
        from paralattice.lattice.building import aligned_rows

        return aligned_rows(self.sentences, self.columns)

    def pairs(self, first: int, second: int) -> Longs:
        """Return (K, 2) pairs of 0-based tokens of two sentences that share a column, ascending."""
        _, own, other = np.intersect1d(self.columns[first], self.columns[second], True, True)
        order = np.argsort(own)
        return np.stack([own[order], other[order]], axis=1)


def align(
    sentences: Sequence[Sentence | Sequence[Any]],
    version: str | Version | None = None,
    options: AlignOptions | None = None,
    stop_words: frozenset[str] | None = None,
    match: Match | None = None,
) -> ClusterAlignment:
    """Align a cluster (Shen et al. 2006, section 3).

    Parameters
    ----------
    sentences
        At least one, in the cluster's order.  Lists of words suffice for the
        lexical versions, V1 to V3; with `match`, tokens may be any objects.
    version
        The name of a version of Table 2, or a custom version; V1 by default.
    options
        The scores; ``None`` for the paper's.
    stop_words
        Lower-cased words that V3 and V4 never match; ``None`` for
        :data:`~paralattice.english.stop_words.DEFAULT_STOP_WORDS`.
    match
        The matching tokens, instead of a version: a function of two tokens, a
        matrix of booleans, or keys, which match if they are equal.  See
        :func:`~paralattice.align.matches.encode_matches`.

    Raises
    ------
    OptionError
        No version has that name.
    AlignError
        The version is syntactic and a token has no features, a sentence is
        too long, both a version and `match` are given, or `match` does not fit
        the sentences.
    MergeError
        There is no sentence.

    Examples
    --------
    >>> result = align(["Milan is beautiful".split(), "I went to Milan".split()])
    >>> [columns.tolist() for columns in result.columns]
    [[0, 1, 2], [3, 4, 5, 0]]
    >>> for row in result.table():
    ...     print(*(word or "-" for word in row))
    - - - Milan is beautiful
    I went to Milan - -
    >>> words = ["She sang".split(), "Yesterday SHE sang".split()]
    >>> align(words, match=lambda a, b: a.lower() == b.lower()).pairs(0, 1).tolist()
    [[0, 1], [1, 2]]
    """
    settings = options if options is not None else AlignOptions()
    if match is None:
        chosen = (
            version if isinstance(version, Version) else version_named("V1" if version is None else version)
        )
        encoded = encode(sentences, settings, stop_words)
    else:
        if version is not None or stop_words is not None:
            raise AlignError("give a version, with or without stop words, or a match of your own, not both")
        chosen = OWN
        encoded = encode_matches([_tokens(sentence) for sentence in sentences], match)
    scores = score_pairs(encoded, chosen, settings)
    merged = merge(encoded, scores, chosen, settings)
    words = tuple(tuple(words_of(sentence)) for sentence in sentences)
    return ClusterAlignment(chosen.name, words, scores, merged)


def _tokens(sentence: Sentence | Sequence[Any]) -> Sequence[Any]:
    if isinstance(sentence, str):
        # Raises, because a text's characters would count as words.
        return words_of(sentence)
    return sentence.tokens if isinstance(sentence, Sentence) else sentence


def prepare_alignment() -> None:
    """Compile the loops of the alignment, or load them from disk, in advance.

    Compiling takes seconds, once per installation; loading takes half a second per
    process.
    """
    prepare_scoring()
    prepare_merging()


def prepare_scoring() -> None:
    """Compile the loops that score pairs of sentences, or load them."""
    score_pairs(encode(_SHORTEST, AlignOptions()), version_named("V1"), AlignOptions())


def prepare_merging() -> None:
    """Compile the loops that merge sentences, or load them."""
    scores = np.zeros((2, 2), np.int32)
    merge(encode(_SHORTEST, AlignOptions()), scores, version_named("V1"), AlignOptions())
