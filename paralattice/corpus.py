"""Tokens, sentences, documents and clusters, which all stages share."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Token:
    """A token and the syntactic features of Shen et al. 2006, section 3.2.1.

    Attributes
    ----------
    word
        The token as written, with its case.
    pos
        Part-of-speech tag; empty before parsing.
    iob
        Chunklink's ``iob_inner`` value, such as ``B-NP``; empty before chunking.
    chain
        Chunklink's ``iob_chain``, outermost element first, such as
        ``("I-S", "B-VP")``; empty before chunking.
    """

    word: str
    pos: str = ""
    iob: str = ""
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sequence of tokens.

    Attributes
    ----------
    tokens
        In order.
    text
        The sentence as it was given; empty if it came as tokens.  Not compared.
    """

    tokens: tuple[Token, ...]
    text: str = field(default="", compare=False)

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens' words."""
        return tuple(token.word for token in self.tokens)

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.tokens)

    @classmethod
    def from_words(cls, words: tuple[str, ...] | list[str], text: str = "") -> Sentence:
        """Return a sentence of tokens without features."""
        return cls(tuple(Token(word) for word in words), text)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster of sentences about the same fact, in order (Shen et al. 2006, section 4.1.1).

    Attributes
    ----------
    name
        Unique within a corpus.
    sentences
        At least one; repeated sentences are allowed.
    split
        ``train``, ``dev`` or ``test``; empty if not declared.
    """

    name: str
    sentences: tuple[Sentence, ...]
    split: str = ""
