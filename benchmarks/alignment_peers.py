"""Peers of the alignment: other dynamic programmes for the same scores, and the aligners of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from paralattice.align import DEFAULT_STOP_WORDS
from paralattice.align.kernels.matching import features_match
from paralattice.align.kernels.values import Rules, Tokens
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version
from paralattice.corpus import Sentence

Words = Sequence[Sequence[str]]


@njit(cache=True, nogil=True)
def dense_scores(tokens: Tokens, rules: Rules) -> NDArray[np.int32]:
    """Score all pairs by the dense dynamic programme, compiled: two loops over the tokens, one row kept."""
    count = len(tokens.starts) - 1
    scores = np.zeros((count, count), np.int32)
    row = np.zeros(np.max(np.diff(tokens.starts)) + 1, np.int32)
    for first in range(count):
        begin, rows = tokens.starts[first], tokens.starts[first + 1] - tokens.starts[first]
        for second in range(first + 1, count):
            other, columns = tokens.starts[second], tokens.starts[second + 1] - tokens.starts[second]
            row[: columns + 1] = 0
            for i in range(rows):
                word = tokens.words[begin + i]
                diagonal, left = np.int32(0), np.int32(0)
                for j in range(columns):
                    matches = word >= 0 and word == tokens.words[other + j]
                    if matches and rules.syntactic:
                        matches = abs((i + 1) / rows - (j + 1) / columns) <= rules.position_limit
                        matches = matches and features_match(tokens, rules, begin + i, other + j)
                    best = np.int32(diagonal + (rules.match if matches else rules.mismatch))
                    best = max(best, np.int32(max(row[j + 1], left) + rules.gap))
                    diagonal, row[j + 1], left = row[j + 1], best, best
            scores[first, second] = row[columns]
    return scores


def plain_scores(
    sentences: Sequence[Sentence], version: Version, options: AlignOptions
) -> dict[tuple[int, int], int]:
    """Score all pairs in plain Python."""
    return {
        (i, j): _plain_score(first, second, version, options)
        for i, first in enumerate(sentences)
        for j, second in enumerate(sentences)
        if i < j
    }


def _plain_score(first: Sentence, second: Sentence, version: Version, options: AlignOptions) -> int:
    words = [token.word if _allowed(token.word, version) else None for token in second.tokens]
    row = [0] * (len(second) + 1)
    for i, token in enumerate(first.tokens):
        diagonal = 0
        for j, word in enumerate(words):
            step = options.mismatch
            if word == token.word and (not version.syntactic or _plain_match(first, i, second, j, options)):
                step = options.match
            best = max(diagonal + step, row[j] + options.gap, row[j + 1] + options.gap)
            diagonal, row[j + 1] = row[j + 1], best
    return row[-1]


def _allowed(word: str, version: Version) -> bool:
    return (version.commas or word != ",") and (version.stop_words or word.lower() not in DEFAULT_STOP_WORDS)


def _plain_match(first: Sentence, i: int, second: Sentence, j: int, options: AlignOptions) -> bool:
    one, other = first.tokens[i], second.tokens[j]
    distance = abs((i + 1) / len(first) - (j + 1) / len(second))
    if one.pos != other.pos or distance > options.position_limit + 1e-12:
        return False
    score = _plain_iobs(one.iob, other.iob, options)
    here, there = one.chain[-2:0:-1], other.chain[-2:0:-1]
    for element, counterpart in zip(here, there, strict=False):
        score += options.trace_weight * _plain_iobs(element, counterpart, options)
    score -= options.trace_length_discount * abs(len(here) - len(there))
    return score >= options.threshold - 1e-12


def _plain_iobs(one: str, other: str, options: AlignOptions) -> float:
    if one == other:
        return options.iob_exact
    return options.iob_partial if one[1:] == other[1:] else options.iob_none


def _numbers(words: Words) -> list[list[int]]:
    index: dict[str, int] = {}
    return [[index.setdefault(word, len(index)) for word in sentence] for sentence in words]


def score_with_biopython(words: Words, options: AlignOptions) -> NDArray[np.int32]:
    """Score all pairs with Biopython's aligner, set to the same scores and free starts."""
    from Bio.Align import PairwiseAligner

    aligner = PairwiseAligner(mode="global", match_score=options.match, mismatch_score=options.mismatch)
    aligner.gap_score = options.gap
    aligner.open_left_insertion_score = aligner.extend_left_insertion_score = 0
    aligner.open_left_deletion_score = aligner.extend_left_deletion_score = 0
    # Each word becomes one character of a private plane.
    texts = ["".join(chr(0xF0000 + number) for number in row) for row in _numbers(words)]
    scores = np.zeros((len(texts), len(texts)), np.int32)
    for i, first in enumerate(texts):
        for j in range(i + 1, len(texts)):
            scores[i, j] = aligner.score(first, texts[j])
    return scores


def collate_with_collatex(words: Words) -> Any:
    """Align all sentences with CollateX."""
    from collatex import Collation, collate

    collation = Collation()
    for number, sentence in enumerate(words):
        collation.add_plain_witness(str(number), " ".join(sentence))
    return collate(collation, segmentation=False)


def align_with_lingpy(words: Words) -> Any:
    """Align all sentences with LingPy."""
    from lingpy.align.multiple import Multiple

    multiple = Multiple([" ".join(f"w{number}" for number in row) for row in _numbers(words)])
    multiple.prog_align()
    return multiple


def align_with_spoa(words: Words) -> Any:
    """Align all sentences with spoa, the words folded to 120 symbols, which is its limit."""
    from spoa import poa

    return poa(["".join(chr(1 + number % 120) for number in row) for row in _numbers(words)], algorithm=1)


def align_with_abpoa(words: Words) -> Any:
    """Align all sentences with abPOA, the words folded to the 20 amino acids."""
    import pyabpoa

    letters = "ACDEFGHIKLMNPQRSTVWY"
    texts = ["".join(letters[number % 20] for number in row) for row in _numbers(words)]
    return pyabpoa.msa_aligner(is_aa=True).msa(texts, out_cons=False, out_msa=True)


# Each with its largest cluster: CollateX fails on 1,000 sentences, LingPy takes minutes for 300.
PEERS: dict[str, tuple[Callable[[Words], Any], int]] = {
    "CollateX": (collate_with_collatex, 300),
    "LingPy": (align_with_lingpy, 79),
    "spoa": (align_with_spoa, 3000),
    "abPOA": (align_with_abpoa, 3000),
}
