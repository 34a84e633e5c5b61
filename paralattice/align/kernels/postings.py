"""An index of the occurrences of words, and the test which of them a token matches; compiled.

The index finds the cells of all pairs' alignment matrices that can match.  The cost
depends on the words that sentences share, not on the product of their lengths.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paralattice.align.kernels.matching import iob_score, reaches
from paralattice.align.kernels.values import Floats, Index, Ints, Longs, Rules, Tokens
from paralattice.compiling import inlined, inner


class Postings(NamedTuple):
    """The P occurrences of words that may match, by word, then sentence, then position.

    Only syntactic versions use the fields from `relative` on.

    Attributes
    ----------
    word_starts
        (vocabulary + 1,) Begin of each word's occurrences.
    sentences, positions
        (P,) 0-based sentence, and 0-based position in it.
    later
        (T,) For each token, the first occurrence of its word in a later sentence.
    relative
        (P,) 1-based position divided by the sentence's length.
    tags, iobs, lengths
        (P,) Part of speech, IOB value and length of the trace.
    trace_starts
        (vocabulary + 1,) Begin of each word's block in `trace_values`.
    trace_values
        The traces' IOB values.  A block has one row for each element of the
        word's longest trace and one column for each of its occurrences, padded
        with -1, so that an element is compared with the same element of many
        occurrences at once.
    """

    word_starts: Longs
    sentences: Ints
    positions: Ints
    later: Longs
    relative: Floats
    tags: Ints
    iobs: Ints
    lengths: Ints
    trace_starts: Longs
    trace_values: Ints


class ScoringData(NamedTuple):
    """Tokens, scores and index of a cluster, for scoring its pairs."""

    tokens: Tokens
    rules: Rules
    postings: Postings


class Choice(NamedTuple):
    """The occurrences of a sentence's words in some later sentences.

    Attributes
    ----------
    begins, ends
        For each token of the sentence, a half-open range of occurrences.
    matched
        Whether each of those occurrences matches, token by token.
    exact, labels
        Buffers for the numbers of equal trace elements, and of equal labels, of one token.
    """

    begins: Longs
    ends: Longs
    matched: NDArray[np.uint8]
    exact: Ints
    labels: Ints


@inlined
def room_for_choice(tokens: Tokens, postings: Postings) -> Choice:
    """Return buffers for the occurrences of any sentence; all match until they are tested."""
    longest, most = 0, 0
    for sentence in range(len(tokens.starts) - 1):
        total = 0
        for token in range(tokens.starts[sentence], tokens.starts[sentence + 1]):
            word = tokens.words[token]
            if word >= 0:
                total += postings.word_starts[word + 1] - postings.later[token]
        longest = max(longest, tokens.starts[sentence + 1] - tokens.starts[sentence])
        most = max(most, total)
    return Choice(
        np.empty(longest, np.int64),
        np.empty(longest, np.int64),
        np.ones(most, np.uint8),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
    )


@inlined
def build_postings(tokens: Tokens, rules: Rules) -> Postings:
    """Return the occurrences of all words that may match."""
    word_starts = _count_words(tokens)
    sentences = np.empty(word_starts[-1], np.int32)
    positions = np.empty(word_starts[-1], np.int32)
    places = np.empty(word_starts[-1], np.int64)
    later = np.zeros(len(tokens.words), np.int64)
    # From the last sentence to the first, so that the occurrences placed so far are later ones.
    first = word_starts[1:].copy()
    for sentence in range(len(tokens.starts) - 2, -1, -1):
        begin, end = tokens.starts[sentence], tokens.starts[sentence + 1]
        for token in range(begin, end):
            # For a token that cannot match, this value is never read.
            later[token] = first[tokens.words[token]]
        for token in range(end - 1, begin - 1, -1):
            word = tokens.words[token]
            if word >= 0:
                first[word] -= 1
                sentences[first[word]] = sentence
                positions[first[word]] = token - begin
                places[first[word]] = token
    if not rules.syntactic:
        # The tokens of lexical versions have no features.
        places = places[:0]
    relative = np.empty(len(places), np.float64)
    for place in range(len(places)):
        length = tokens.starts[sentences[place] + 1] - tokens.starts[sentences[place]]
        relative[place] = (positions[place] + 1) / length
    features = _lay_out_features(tokens, word_starts, places)
    return Postings(word_starts, sentences, positions, later, relative, *features)


@inlined
def _count_words(tokens: Tokens) -> Longs:
    """Return the begin of each word's occurrences when sorted by word."""
    starts = np.zeros(tokens.vocabulary + 1, np.int64)
    for word in tokens.words:
        if word >= 0:
            starts[word + 1] += 1
    for k in range(tokens.vocabulary):
        starts[k + 1] += starts[k]
    return starts


@inlined
def _lay_out_features(
    tokens: Tokens, word_starts: Longs, places: Longs
) -> tuple[Ints, Ints, Ints, Longs, Ints]:
    """Return the last five fields of the postings, which are empty if `places` is."""
    tags = tokens.tags[places]
    iobs = tokens.iobs[places]
    traces = tokens.traces[places]
    lengths = tokens.trace_starts[traces + 1] - tokens.trace_starts[traces]
    starts = np.zeros(len(word_starts), np.int64)
    if len(places) > 0:
        for word in range(tokens.vocabulary):
            longest = 0
            for place in range(word_starts[word], word_starts[word + 1]):
                longest = max(longest, lengths[place])
            starts[word + 1] = starts[word] + longest * (word_starts[word + 1] - word_starts[word])
    values = np.full(starts[-1], np.int32(-1))
    for word in range(tokens.vocabulary if len(places) > 0 else 0):
        width = word_starts[word + 1] - word_starts[word]
        for column in range(width):
            place = word_starts[word] + column
            begin = tokens.trace_starts[traces[place]]
            for k in range(lengths[place]):
                values[starts[word] + k * width + column] = tokens.trace_values[begin + k]
    return tags, iobs, lengths, starts, values


@inner
def first_from(sentences: Ints, low: int, high: int, sentence: int) -> int:
    """Return the first of the occurrences `low` to `high` that is in `sentence` or later."""
    while low < high:
        middle = (low + high) >> 1
        if sentences[middle] < sentence:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def choose_occurrences(cluster: ScoringData, block: tuple[int, int, int], choice: Choice) -> None:
    """Find the occurrences of a sentence's words in a range of later sentences.

    Parameters
    ----------
    cluster
        Tokens, scores and index of the cluster.
    block
        The sentence, and the half-open range of later sentences.
    choice
        Output: the occurrences.
    """
    first, begin, end = block
    sentences = cluster.postings.sentences
    start = cluster.tokens.starts[first]
    for row in range(cluster.tokens.starts[first + 1] - start):
        word = cluster.tokens.words[start + row]
        low = high = 0
        if word >= 0:
            # A search is only needed if a tile ended within a row.
            low, high = cluster.postings.later[start + row], cluster.postings.word_starts[word + 1]
            if low < high and sentences[low] < begin:
                low = first_from(sentences, low, high, begin)
            if low < high and sentences[high - 1] >= end:
                high = first_from(sentences, low, high, end)
        choice.begins[row] = low
        choice.ends[row] = high


@inlined
def check_occurrences(cluster: ScoringData, first: int, choice: Choice) -> None:
    """Mark the chosen occurrences that the tokens of a sentence match (Figure 4)."""
    tokens, rules, postings = cluster
    start = tokens.starts[first]
    length = tokens.starts[first + 1] - start
    at = np.uint64(0)
    for row in range(length):
        count = np.uint64(choice.ends[row] - choice.begins[row])
        if count == 0:
            continue
        token = start + row
        _compare_traces(cluster, token, (choice.begins[row], count), choice)
        place, own = (row + 1) / length, tokens.traces[token]
        steps = tokens.trace_starts[own + 1] - tokens.trace_starts[own]
        begin = np.uint64(choice.begins[row])
        for k in range(count):
            iobs = iob_score(rules, tokens.iobs[token] ^ postings.iobs[begin + k])
            exact, labels = choice.exact[k], choice.labels[k]
            relations = (exact, labels - exact, min(steps, postings.lengths[begin + k]) - labels)
            matches = reaches(rules, iobs, relations, abs(steps - postings.lengths[begin + k]))
            matches &= abs(place - postings.relative[begin + k]) <= rules.position_limit
            choice.matched[at + k] = matches & (tokens.tags[token] == postings.tags[begin + k])
        at += count


@inlined
def _compare_traces(cluster: ScoringData, token: int, chosen: tuple[Index, Index], choice: Choice) -> None:
    """Count the equal elements of a token's trace and of each occurrence of a range (first, number)."""
    tokens, rules, postings = cluster
    begin, count = chosen
    choice.exact[:count] = 0
    choice.labels[:count] = 0
    word, trace = tokens.words[token], tokens.traces[token]
    width = np.uint64(postings.word_starts[word + 1] - postings.word_starts[word])
    here = np.uint64(postings.trace_starts[word] + begin - postings.word_starts[word])
    # Shorter traces are padded with -1, which differs from all numbers in the high bits.
    for k in range(tokens.trace_starts[trace], tokens.trace_starts[trace + 1]):
        value = tokens.trace_values[k]
        for c in range(count):
            difference = value ^ postings.trace_values[here + c]
            choice.exact[c] += difference == 0
            choice.labels[c] += difference >> rules.label_shift == 0
        here += width
