"""Part-of-speech tags of sentences, computed in this process."""

from collections.abc import Callable, Sequence

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser

Words = tuple[str, ...]
TagWords = Callable[[Sequence[Words]], list[Words]]
"""Function from tokens of sentences to their Penn tags."""


def tag_here(sentences: Sequence[Words]) -> list[Words]:
    """Tag sentences in this process."""
    return shared_parser(ParseOptions()).tag(sentences)
