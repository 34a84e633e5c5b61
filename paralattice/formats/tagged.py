"""Text with part-of-speech tags: blanks between tokens, one sentence per line.

:func:`tagged_tree` reads ``word/TAG`` with any tags; :func:`read_tagged` reads ``word_TAG`` of corpora, whose
tags are as in the Penn Treebank with GUM's ``HYPH``.  Variants in corpora (``(`` for
``-LRB-``, ``--`` for ``:``) are read as Penn tags; a hyphen tagged ``-`` is ``HYPH``.
Sentences with other tags, or with a token without a word or a tag, are skipped.
"""

from collections.abc import Iterable, Sequence

from paralattice.errors import FormatError
from paralattice.syntax.tree import Tree, flat_tree

_PENN = """
    $ # `` '' , : . -LRB- -RRB- HYPH SYM LS CC CD DT EX FW IN JJ JJR JJS MD NN NNP NNPS NNS PDT POS PRP PRP$
    RB RBR RBS RP TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB
"""
PENN = frozenset(_PENN.split())
_OTHERS = {"(": "-LRB-", ")": "-RRB-", "LRB": "-LRB-", "PP": "PRP", "UH`": "UH"}
_OTHERS |= {"...": ":", "--": ":", '"': "''", "'": "''"}

TaggedSentence = list[tuple[str, str]]


def read_tagged(lines: Iterable[str]) -> list[TaggedSentence]:
    """Return the sentences of a text, in order, as (word, tag) pairs.

    Parameters
    ----------
    lines
        The text's lines, with or without line ends.
    """
    sentences = ([_token(token) for token in line.split()] for line in lines)
    return [
        sentence for sentence in sentences if sentence and all(word and tag in PENN for word, tag in sentence)
    ]


def _token(token: str) -> tuple[str, str]:
    word, _, tag = token.rpartition("_")
    if tag == "-":
        return word, "HYPH" if word == "-" else ":"
    return word, _OTHERS.get(tag, tag)


def tagged_tree(text: str | Sequence[str], file: str = "", line: int = 0) -> Tree:
    """Return the flat tree of a sentence of tokens ``word/TAG``; the last slash of a token divides it.

    Parameters
    ----------
    text
        The tokens, with white space between them, or a list of them.
    file, line
        Its place, for messages.

    Raises
    ------
    FormatError
        A token has no word or no tag, or its tag has a bracket.

    Examples
    --------
    >>> tree = tagged_tree("24/7/CD news/NN")
    >>> tree.words(), tree.tags()
    (('24/7', 'news'), ('CD', 'NN'))
    """
    tokens = text.split() if isinstance(text, str) else text
    pairs = [(word, tag) for word, _, tag in (token.rpartition("/") for token in tokens)]
    for token, (word, tag) in zip(tokens, pairs, strict=True):
        if not (word and tag) or set("()") & set(tag):
            message = f"a token must be word/TAG, without brackets in the tag, not {token!r}"
            raise FormatError(message, file, line)
    return flat_tree(tuple(word for word, _ in pairs), tuple(tag for _, tag in pairs))
