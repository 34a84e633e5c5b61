"""An index of the occurrences of words, and the test which of them a token matches; compiled.

The index finds the cells of all pairs' alignment matrices that can match.  The cost
depends on the words that sentences share, not on the product of their lengths.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paralattice.align.kernels.matching import iob_score, reaches
from paralattice.align.kernels.values import Index, Rules, Tokens
from paralattice.arrays import Floats, Ints, Longs
from paralattice.compiling import inner


class Postings(NamedTuple):
    """The P occurrences of words that may match, by word, then sentence, then position.

    Attributes
    ----------
    word_starts
        (vocabulary + 1,) Begin of each word's occurrences.
    sentences, positions
        (P,) 0-based sentence, and 0-based position in it.
    later
        (T,) For each token, the first occurrence of its word in a later sentence.
    """

    word_starts: Longs
    sentences: Ints
    positions: Ints
    later: Longs


class OccurrenceFeatures(NamedTuple):
    """Features of the P occurrences for syntactic versions; all but ``word_starts`` empty for others.

    Attributes
    ----------
    word_starts
        (vocabulary + 1,) Begin of each word's occurrences.
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
    relative: Floats
    tags: Ints
    iobs: Ints
    lengths: Ints
    trace_starts: Longs
    trace_values: Ints


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


@inner
def room_for_choice(starts: Ints, words: Ints, postings: Postings) -> Choice:
    """Return buffers for the occurrences of any sentence; all match until they are tested."""
    word_starts, later = postings.word_starts, postings.later
    longest, most = 0, 0
    for sentence in range(len(starts) - 1):
        total = 0
        for token in range(starts[sentence], starts[sentence + 1]):
            word = words[token]
            if word >= 0:
                total += word_starts[word + 1] - later[token]
        longest = max(longest, starts[sentence + 1] - starts[sentence])
        most = max(most, total)
    matched = np.empty(most, np.uint8)
    matched[:] = 1
    begins, ends = np.empty(longest, np.int64), np.empty(longest, np.int64)
    return Choice(begins, ends, matched, np.empty(most, np.int32), np.empty(most, np.int32))


@inner
def index_words(starts: Ints, words: Ints, vocabulary: int) -> Postings:
    """Return the occurrences of all words that may match."""
    word_starts = _count_words(words, vocabulary)
    size = word_starts[-1]
    sentences, positions = np.empty(size, np.int32), np.empty(size, np.int32)
    later, first = np.empty(len(words), np.int64), np.empty(vocabulary, np.int64)
    for word in range(vocabulary):
        first[word] = word_starts[word + 1]
    # From the last sentence to the first, so that the occurrences placed so far are later ones.
    for sentence in range(len(starts) - 2, -1, -1):
        begin, end = starts[sentence], starts[sentence + 1]
        for token in range(begin, end):
            # For a token that cannot match, this value is never read.
            later[token] = first[words[token]]
        for token in range(end - 1, begin - 1, -1):
            word = words[token]
            if word >= 0:
                first[word] -= 1
                sentences[first[word]] = sentence
                positions[first[word]] = token - begin
    return Postings(word_starts, sentences, positions, later)


@inner
def _count_words(words: Ints, vocabulary: int) -> Longs:
    """Return the begin of each word's occurrences when sorted by word."""
    starts = np.empty(vocabulary + 1, np.int64)
    starts[:] = 0
    for word in words:
        if word >= 0:
            starts[word + 1] += 1
    for k in range(vocabulary):
        starts[k + 1] += starts[k]
    return starts


@inner
def index_features(tokens: Tokens, postings: Postings, syntactic: bool) -> OccurrenceFeatures:
    """Return the features of the occurrences, or none for a version that is not syntactic."""
    starts, traces, trace_starts = tokens.starts, tokens.traces, tokens.trace_starts
    word_starts, sentences, positions = postings.word_starts, postings.sentences, postings.positions
    # The tokens of lexical versions have no features.
    size = len(sentences) if syntactic else 0
    relative, places = np.empty(size, np.float64), np.empty(size, np.int64)
    tags, iobs, lengths = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    for k in range(size):
        start = starts[sentences[k]]
        relative[k] = (positions[k] + 1) / (starts[sentences[k] + 1] - start)
        place = np.int64(start) + positions[k]
        tags[k], iobs[k] = tokens.tags[place], tokens.iobs[place]
        places[k] = trace_starts[traces[place]]
        lengths[k] = trace_starts[traces[place] + 1] - places[k]
    blocks, values = _lay_out_traces(word_starts, places, lengths, tokens.trace_values)
    return OccurrenceFeatures(word_starts, relative, tags, iobs, lengths, blocks, values)


@inner
def _lay_out_traces(
    word_starts: Longs, places: Longs, lengths: Ints, trace_values: Ints
) -> tuple[Longs, Ints]:
    """Return the last two fields of the features, given where each occurrence's trace begins."""
    blocks = np.empty(len(word_starts), np.int64)
    blocks[:] = 0
    vocabulary = len(word_starts) - 1 if len(places) > 0 else 0
    for word in range(vocabulary):
        longest = 0
        for k in range(word_starts[word], word_starts[word + 1]):
            longest = max(longest, lengths[k])
        blocks[word + 1] = blocks[word] + longest * (word_starts[word + 1] - word_starts[word])
    values = np.empty(blocks[-1], np.int32)
    values[:] = -1
    for word in range(vocabulary):
        width = word_starts[word + 1] - word_starts[word]
        for column in range(width):
            place = word_starts[word] + column
            for k in range(lengths[place]):
                values[blocks[word] + k * width + column] = trace_values[places[place] + k]
    return blocks, values


@inner
def first_from(sentences: Ints, low: Index, high: Index, sentence: Index) -> Index:
    """Return the first of the occurrences `low` to `high` that is in `sentence` or later."""
    while low < high:
        middle = (low + high) >> 1
        if sentences[middle] < sentence:
            low = middle + 1
        else:
            high = middle
    return low


@inner
def choose_occurrences(
    starts: Ints, words: Ints, postings: Postings, block: tuple[Index, Index, Index], choice: Choice
) -> None:
    """Find the occurrences of a sentence's words in a range of later sentences.

    Parameters
    ----------
    starts, words, postings
        The begin of each sentence, the words of all tokens, and their index.
    block
        The sentence, and the half-open range of later sentences.
    choice
        Output: the occurrences.
    """
    first, begin, end = block
    sentences, later, word_starts = postings.sentences, postings.later, postings.word_starts
    begins, ends = choice.begins, choice.ends
    start = starts[first]
    for row in range(starts[first + 1] - start):
        word = words[start + row]
        low: Index = 0
        high: Index = 0
        if word >= 0:
            # A search is only needed if a tile ended within a row.
            low, high = later[start + row], word_starts[word + 1]
            if low < high and sentences[low] < begin:
                low = first_from(sentences, low, high, begin)
            if low < high and sentences[high - 1] >= end:
                high = first_from(sentences, low, high, end)
        begins[row] = low
        ends[row] = high


@inner
def check_occurrences(
    tokens: Tokens, rules: Rules, features: OccurrenceFeatures, first: int, choice: Choice
) -> None:
    """Mark the chosen occurrences that the tokens of a sentence match (Figure 4)."""
    begins, ends, matched = choice.begins, choice.ends, choice.matched
    all_exact, all_labels = choice.exact, choice.labels
    relative, tags, iobs, lengths = features.relative, features.tags, features.iobs, features.lengths
    start = tokens.starts[first]
    length = tokens.starts[first + 1] - start
    at = np.uint64(0)
    for row in range(length):
        count = np.uint64(ends[row] - begins[row])
        if count == 0:
            continue
        token = start + row
        trace = tokens.trace_starts[tokens.traces[token]], tokens.trace_starts[tokens.traces[token] + 1]
        elements = tokens.trace_values[trace[0] : trace[1]]
        chosen = (np.int64(tokens.words[token]), begins[row], count)
        _compare_traces(elements, rules.label_shift, features, chosen, choice)
        place, steps = (row + 1) / length, len(elements)
        tag, iob = tokens.tags[token], tokens.iobs[token]
        begin = np.uint64(begins[row])
        for k in range(count):
            own = iob_score(rules, iob ^ iobs[begin + k])
            exact, labels = np.int64(all_exact[k]), np.int64(all_labels[k])
            relations = (exact, labels - exact, min(steps, lengths[begin + k]) - labels)
            matches = reaches(rules, own, relations, abs(steps - lengths[begin + k]))
            matches &= abs(place - relative[begin + k]) <= rules.position_limit
            matched[at + k] = matches & (tag == tags[begin + k])
        at += count


@inner
def _compare_traces(
    elements: Ints,
    shift: int,
    features: OccurrenceFeatures,
    chosen: tuple[Index, Index, Index],
    choice: Choice,
) -> None:
    """Count the equal elements of a token's trace and of each of some occurrences of its word.

    Parameters
    ----------
    elements
        The trace.
    shift
        By how many bits numbers are shifted to compare labels.
    features
        Those of all occurrences.
    chosen
        The word, and the first and the number of its occurrences.
    choice
        Output: ``exact`` and ``labels``.
    """
    word, begin, count = chosen
    exact, labels, values = choice.exact, choice.labels, features.trace_values
    exact[:count] = 0
    labels[:count] = 0
    width = np.uint64(features.word_starts[word + 1] - features.word_starts[word])
    here = np.uint64(features.trace_starts[word] + begin - features.word_starts[word])
    # Shorter traces are padded with -1, which differs from all numbers in the high bits.
    for k in range(len(elements)):
        value = elements[k]
        for c in range(count):
            difference = value ^ values[here + c]
            exact[c] += difference == 0
            labels[c] += difference >> shift == 0
        here += width
