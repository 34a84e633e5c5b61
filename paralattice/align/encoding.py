"""Encodes the sentences of a cluster as numbers, once for all versions."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, count
from typing import Any, NamedTuple, TypeVar

import numpy as np

from paralattice.align.options import AlignOptions
from paralattice.arrays import Flags, Ints, Longs
from paralattice.corpus import Sentence, Token
from paralattice.english.stop_words import DEFAULT_STOP_WORDS
from paralattice.errors import AlignError

Value = TypeVar("Value", bound=Hashable)

LONGEST_SENTENCE = 32_767
"""Maximum number of tokens of a sentence."""


class Features(NamedTuple):
    """The syntactic features of T tokens as numbers (Shen et al. 2006, section 3.2.1).

    Attributes
    ----------
    tags, iobs, traces
        (T,) int32. Numbers of the part of speech, the IOB value and the trace.
    trace_starts
        (C + 1,) int32. Begins of the C distinct traces in `trace_values`.
    trace_values
        int32. IOB values of the traces without their first and last elements,
        each trace reversed.
    label_shift
        The number of an IOB value combines the number of its first character,
        in this many low bits, with the number of the remaining text.
    """

    tags: Ints
    iobs: Ints
    traces: Ints
    trace_starts: Ints
    trace_values: Ints
    label_shift: int


class Partners(NamedTuple):
    """The matching pairs of V words, if matching is not equality.

    Attributes
    ----------
    starts
        (V + 1,) int64. Begin of each word's partners in `words`.
    words
        int32. For each word, the words of later sentences that it matches, ascending.
    """

    starts: Longs
    words: Ints


@dataclass(frozen=True, eq=False)
class Encoded:
    """The N sentences of a cluster as numbers, with T tokens in total.

    Attributes
    ----------
    sentences
        The encoded sentences, in the cluster's order.
    starts
        (N + 1,) int32. Begin of each sentence among the T tokens.
    words
        (T,) int32. Equal numbers for equal words, 0 to `vocabulary` - 1; -1 for
        a token that matches nothing.
    commas, stop_words
        (T,) bool. Whether a token is a ``,`` and whether it is a stop word.
    vocabulary
        Number of distinct words.
    partners
        The matching words; ``None`` if equal words match.
    """

    sentences: tuple[Sentence | Sequence[str], ...]
    starts: Ints
    words: Ints
    commas: Flags
    stop_words: Flags
    vocabulary: int
    partners: Partners | None = None

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self.sentences)

    @cached_property
    def known_tokens(self) -> dict[Hashable, Any]:
        """What :func:`~paralattice.align.codes.tokens_of` returned, by version."""
        return {}

    @cached_property
    def features(self) -> Features:
        """The syntactic features, encoded at first use.

        Raises
        ------
        AlignError
            A token has no features.
        """
        tokens = _tokens_with_features(self.sentences)
        tags, _ = number_values([token.pos for token in tokens])
        iobs, iob_values = number_values([token.iob for token in tokens])
        traces, chains = number_values([token.chain for token in tokens])
        # The paper ignores the first and the last element and compares from the end.
        inner = [values[-2:0:-1] for values in chains]
        elements, element_values = number_values(list(chain.from_iterable(inner)))
        codes, shift = _iob_codes([*iob_values, *element_values])
        own, others = codes[: len(iob_values)], codes[len(iob_values) :]
        trace_starts = np.zeros(len(inner) + 1, dtype=np.int32)
        trace_starts[1:] = list(accumulate(map(len, inner)))
        return Features(tags, own[iobs], traces, trace_starts, others[elements], shift)


def words_of(sentence: Sentence | Sequence[Any]) -> list[str]:
    """Return the words of a sentence or of a list of tokens.

    The word of a token is the text itself, :attr:`~paralattice.corpus.Token.word`, or
    ``str(token)``, for example for tokens of spaCy.

    Raises
    ------
    AlignError
        The sentence is a text, whose characters would count as words.
    """
    if isinstance(sentence, Sentence):
        return [token.word for token in sentence.tokens]
    if isinstance(sentence, str):
        raise AlignError(f"{sentence[:40]!r} is a text: split it into tokens first")
    words = list(sentence)
    if {*map(type, words)} <= {str}:
        return words
    return [token.word if isinstance(token, Token) else str(token) for token in words]


def encode(
    sentences: Sequence[Sentence | Sequence[str]],
    options: AlignOptions,
    stop_words: frozenset[str] | None = None,
) -> Encoded:
    """Return the sentences of a cluster as numbers.

    Lists of words suffice for the lexical versions; the syntactic versions need
    sentences, or lists of tokens.

    Parameters
    ----------
    sentences
        In the cluster's order.
    options
        Only `casefold` is used.
    stop_words
        Lower-cased words; ``None`` for :data:`DEFAULT_STOP_WORDS`.

    Raises
    ------
    AlignError
        A sentence has more than :data:`LONGEST_SENTENCE` tokens, or is a text.
    """
    lists = [words_of(sentence) for sentence in sentences]
    numbers, distinct = number_values(list(chain.from_iterable(lists)))
    forms, different = number_values([word.casefold() for word in distinct] if options.casefold else distinct)
    barred = DEFAULT_STOP_WORDS if stop_words is None else stop_words
    commas = np.array([word == "," for word in distinct], dtype=np.bool_)
    stops = np.array([word.lower() in barred for word in distinct], dtype=np.bool_)
    starts = starts_of([len(words) for words in lists])
    return Encoded(tuple(sentences), starts, forms[numbers], commas[numbers], stops[numbers], len(different))


def number_values(values: Sequence[Value]) -> tuple[Ints, list[Value]]:
    """Return a number for each value, by first appearance, and the distinct values."""
    index: defaultdict[Value, int] = defaultdict(count().__next__)
    return np.fromiter(map(index.__getitem__, values), np.int32, len(values)), list(index)


def starts_of(lengths: Sequence[int]) -> Ints:
    """Return the position of each sentence's first token, and the total number of tokens.

    Raises
    ------
    AlignError
        A sentence has more than :data:`LONGEST_SENTENCE` tokens.
    """
    if lengths and max(lengths) > LONGEST_SENTENCE:
        number = next(k for k, length in enumerate(lengths) if length > LONGEST_SENTENCE)
        raise AlignError(
            f"sentence {number + 1} has {lengths[number]} tokens: at most {LONGEST_SENTENCE} can be aligned"
        )
    starts = np.zeros(len(lengths) + 1, dtype=np.int32)
    starts[1:] = list(accumulate(lengths))
    return starts


def _tokens_with_features(sentences: Iterable[Sentence | Sequence[str]]) -> list[Token]:
    tokens: list[Token] = []
    for number, sentence in enumerate(sentences, start=1):
        own = sentence.tokens if isinstance(sentence, Sentence) else sentence
        for token in own:
            if not isinstance(token, Token):
                raise AlignError(f"sentence {number} is a list of words: a syntactic version needs features")
            if not (token.pos or token.iob or token.chain):
                raise AlignError(f"sentence {number}: {token.word!r} has no syntactic features")
            tokens.append(token)
    return tokens


def _iob_codes(values: Sequence[str]) -> tuple[Ints, int]:
    """Return numbers of IOB values, and the number of low bits for the first character."""
    heads, head_values = number_values([value[:1] for value in values])
    tails, _ = number_values([value[1:] for value in values])
    shift = len(head_values).bit_length()
    return (tails << np.int32(shift)) | heads, shift
