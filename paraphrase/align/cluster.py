"""A cluster's alignment in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paraphrase.align.encoding import encode, words_of
from paraphrase.align.progressive import Merged, merge
from paraphrase.align.scoring import score_pairs
from paraphrase.corpus import Sentence
from paraphrase.options import AlignOptions, Version, version_named


@dataclass(frozen=True, eq=False)
class ClusterAlignment:
    """The alignment of the N sentences of a cluster by one version.

    Attributes
    ----------
    version
        The version's name.
    sentences
        The words of each sentence.
    scores
        (N, N) int32. The score of sentences i < j at ``[i, j]``, 0 elsewhere.
    merged
        The sentences joined.
    """

    version: str
    sentences: tuple[tuple[str, ...], ...]
    scores: NDArray[np.int32]
    merged: Merged


def align(
    sentences: Sequence[Sentence | Sequence[str]],
    version: str | Version = "V1",
    options: AlignOptions | None = None,
    stop_words: frozenset[str] | None = None,
) -> ClusterAlignment:
    """Align a cluster (Shen et al. 2006, section 3).

    Parameters
    ----------
    sentences
        At least one, in the cluster's order.  Lists of words do for the
        lexical versions, V1 to V3.
    version
        One of Table 2 by its name, or one of your own.
    options
        The scores; ``None`` for the paper's.
    stop_words
        Lower-cased words that V3 and V4 never match; ``None`` for
        :data:`~paraphrase.align.stop_words.DEFAULT_STOP_WORDS`.

    Raises
    ------
    OptionError
        No version has that name.
    AlignError
        The version is syntactic and a token has no features, or a sentence is
        too long.
    MergeError
        There is no sentence.

    Examples
    --------
    >>> result = align(["Milan is beautiful".split(), "I went to Milan".split()])
    >>> [columns.tolist() for columns in result.merged.columns]
    [[0, 1, 2], [3, 4, 5, 0]]
    """
    chosen = version_named(version) if isinstance(version, str) else version
    settings = options if options is not None else AlignOptions()
    encoded = encode(sentences, settings, stop_words)
    scores = score_pairs(encoded, chosen, settings)
    merged = merge(encoded, scores, chosen, settings)
    words = tuple(tuple(words_of(sentence)) for sentence in sentences)
    return ClusterAlignment(chosen.name, words, scores, merged)


def prepare() -> None:
    """Compile the loops of the alignment, or load them from disk, before they are needed.

    Compiling takes seconds, once for an installation; loading half a second in
    every process.
    """
    encoded = encode([["a"], ["a"]], AlignOptions())
    version = version_named("V1")
    merge(encoded, score_pairs(encoded, version, AlignOptions()), version, AlignOptions())
