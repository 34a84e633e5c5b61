"""Text with part-of-speech tags: ``word_TAG``, blanks between tokens, one sentence per line.

Tags are those of the Penn Treebank with GUM's ``HYPH``.  Variants in corpora (``(`` for
``-LRB-``, ``--`` for ``:``) are read as Penn tags; a hyphen tagged ``-`` is ``HYPH``.
Sentences with other tags, or with a token without a word or a tag, are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable

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
