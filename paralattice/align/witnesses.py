"""Reads the witnesses of a text: their tokens, what is compared of them, and the white space after them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from paralattice.errors import AlignError
from paralattice.formats.lattices.witnesses import Witnesses

WitnessToken = str | Mapping[str, str]
"""A token: a text, or ``t``, its text, with ``n``, what is compared, which is the text where it is absent."""

WitnessText = str | Sequence[WitnessToken]
"""A witness as running text or as a list of tokens."""

Tokenizer = Callable[[str], Iterable[WitnessToken]]
"""Divides a running text; what it leaves at the end of a token as white space is kept."""

_TOKENS = re.compile(r"\w+\s*|\W+")


class Witness(NamedTuple):
    """The tokens of a witness.

    Attributes
    ----------
    words
        Their texts, without white space around them.
    keys
        What is compared of each.
    spaces
        The white space after each.
    """

    words: tuple[str, ...]
    keys: tuple[str, ...]
    spaces: tuple[str, ...]


def read_witness(name: str, text: WitnessText, tokenize: Tokenizer | None = None) -> Witness:
    """Return the tokens of a witness.

    Parameters
    ----------
    name
        Its siglum, for errors.
    text
        Running text or tokens.
    tokenize
        Divides running text; ``None`` for words and what stands between them, each with the white space
        that follows it.

    Raises
    ------
    AlignError
        A token is neither a text nor a mapping with the text ``t``, or has white space alone.

    Examples
    --------
    >>> read_witness("A", "Grey, cold day")
    Witness(words=('Grey', ',', 'cold', 'day'), keys=('Grey', ',', 'cold', 'day'), spaces=('', ' ', ' ', ''))
    """
    if not isinstance(text, Sequence):
        raise AlignError(f"witness {name}: {text!r} must be a text or a list of tokens")
    whole = isinstance(text, str)
    tokens: list[WitnessToken] = [*_divided(text, tokenize)] if isinstance(text, str) else [*text]
    rows = []
    for token in tokens:
        shown = token.get("t") if isinstance(token, Mapping) else token
        if not isinstance(shown, str) or not (word := shown.strip()):
            raise AlignError(
                f"witness {name}: the token {token!r} must be a text that is not blank, or have one as 't'"
            )
        key = token.get("n", word) if isinstance(token, Mapping) else word
        if not isinstance(key, str):
            raise AlignError(f"witness {name}: what is compared, 'n', must be a text, not {key!r}")
        rows.append((word, key, shown[len(shown.rstrip()) :]))
    spaced = any(space for *_, space in rows)
    # Tokens without any white space were divided at it.
    spaces = [space if spaced or (whole and tokenize is None) else " " for *_, space in rows]
    return Witness(tuple(word for word, *_ in rows), tuple(key for _, key, _ in rows), tuple(spaces))


def _divided(text: str, tokenize: Tokenizer | None) -> Iterable[WitnessToken]:
    return _TOKENS.findall(text.lstrip()) if tokenize is None else tokenize(text)


def read_witnesses(
    witnesses: Mapping[str, WitnessText], tokenize: Tokenizer | None = None
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], Witnesses]:
    """Return the words and the keys of all witnesses, and their names and white space.

    Parameters
    ----------
    witnesses
        Running texts or lists of tokens by sigla.
    tokenize
        As for :func:`read_witness`.

    Raises
    ------
    AlignError
        A siglum is no text or blank, or a token is not allowed.
    """
    if not isinstance(witnesses, Mapping) or not all(
        isinstance(name, str) and name.strip() for name in witnesses
    ):
        raise AlignError(
            "witnesses are texts or lists of tokens by their sigla: {'A': 'the cat', 'B': 'a cat'}"
        )
    read = [read_witness(name, text, tokenize) for name, text in witnesses.items()]
    spaces = tuple(one.spaces for one in read)
    return [one.words for one in read], [one.keys for one in read], Witnesses(tuple(witnesses), spaces)
