"""Tags words with the bundled parser: to check rewordings, and to tell terms of documents."""

from collections.abc import Sequence

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser


def tags_of_words(sentences: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the Penn tags of each sentence by the bundled parser; ``XX`` where one cannot be tagged.

    Raises
    ------
    ParseError
        The parser's file is damaged.
    """
    return shared_parser(ParseOptions()).tag(sentences)
