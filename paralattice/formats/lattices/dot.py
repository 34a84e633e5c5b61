"""DOT text of word lattices, for Graphviz and its many readers."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses

# Graphviz replaces HTML character entities in labels.
_ENTITY = re.compile(r"&(?=#?\w+;)")


def write_dot(
    arcs: Iterable[tuple[int, int, str, Sequence[int]]],
    start: int,
    accept: int,
    witnesses: Witnesses = UNNAMED,
) -> str:
    """Return a directed graph, drawn from left to right.

    Parameters
    ----------
    arcs
        Source, target, word (may be empty), and the 0-based sentences that use
        the arc, which are written as the attribute ``sentences`` and make the
        line thicker.
    start, accept
        The first and the last state.
    witnesses
        Their sigla are shown below the words, which are then the attribute ``word``.
    """
    lines = [
        "digraph lattice {",
        "  rankdir=LR;",
        "  node [shape=circle, width=0.3];",
        f'  {start} [label="start"];',
        f'  {accept} [label="accept", shape=doublecircle];',
    ]
    lines += [
        f"  {source} -> {target} [{_label(word, witnesses.named(sentences))}, {_weight(tuple(sentences))}];"
        for source, target, word, sentences in arcs
    ]
    return "\n".join([*lines, "}", ""])


def _label(word: str, sigla: Sequence[str]) -> str:
    if not sigla:
        return f"label={quote(word)}"
    return f"label={quote(chr(10).join(filter(None, (word, ' '.join(sigla)))))}, word={quote(word)}"


# The arcs of a lattice repeat few words and sets of sentences.
@lru_cache(maxsize=4096)
def _weight(sentences: tuple[int, ...]) -> str:
    width = 1 + min(len(sentences), 9) / 3
    return f'sentences="{" ".join(map(str, sentences))}", penwidth={width:.2f}'


@lru_cache(maxsize=4096)
def quote(text: str) -> str:
    r"""Return a quoted DOT string that Graphviz shows as the text.

    Backslashes and quotes are escaped, line ends become ``\n``, and an
    ampersand that would begin a character entity becomes ``&amp;``.
    """
    text = _ENTITY.sub("&amp;", text).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n") + '"'
