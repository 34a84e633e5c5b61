"""Tokenises and parses texts."""

from collections.abc import Iterable, Sequence

from paralattice.adapters.text import tokenize
from paralattice.languages.registry import DEFAULT
from paralattice.syntax.tree import Tree

Text = str | Sequence[str]
"""A sentence as running text, which is tokenised, or as a list of its words."""


def words_of_text(text: Text, language: str = DEFAULT) -> tuple[str, ...]:
    """Return the words of a sentence; running text is tokenised, a list of words stays as it is."""
    return tokenize(text, language) if isinstance(text, str) else tuple(text)


def parse(texts: Iterable[Text], parser: str = "default") -> list[Tree]:
    """Return the constituency tree of each sentence.

    The parser is loaded at the first call, which takes seconds, and stays loaded.

    Parameters
    ----------
    texts
        Sentences: running text, which is tokenised, or lists of words.
    parser
        A name that ``orchestrator parser list`` prints, or the folder of a parser.

    Raises
    ------
    ParseError
        A sentence has no words, or the parser cannot be loaded.

    Examples
    --------
    >>> tree = parse(["The bridge was closed."])[0]
    >>> print(tree.label, *tree.words())
    ROOT The bridge was closed .
    """
    # Lazy import: the model libraries take seconds to load.
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import shared_parser

    sentences = [words_of_text(text) for text in texts]
    return [one.tree for one in shared_parser(ParseOptions(parser=parser)).parse(sentences)]
