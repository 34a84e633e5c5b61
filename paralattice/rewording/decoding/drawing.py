"""Pictures of generation lattices (Quirk et al. 2004, Figure 2): as SVG, and as DOT for Graphviz.

The SVG shows the sentence on top, one column per word, and below each phrase the boxes of its replacements;
more probable ones are higher and darker.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from paralattice.formats.lattices.dot import quote
from paralattice.formats.lattices.graphml import xml_text
from paralattice.rewording.decoding.decoder import GenerationEdge, GenerationLattice

#: Number of edges in the paper's figure, out of 4,140.
SHOWN_EDGES = 44

_LETTER, _LINE, _GAP, _MARGIN, _INNER = 7.3, 22, 6, 12, 6
_STYLE = (
    ".generation{font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
    ".generation text{text-anchor:middle;fill:#24292f}"
    ".generation .ground{fill:#fcfcfa}"
    ".generation .word{font-weight:bold}"
    ".generation .box{stroke:#7fb0de;rx:4px}"
    ".generation .taken{stroke:#d9730d;stroke-width:2.5px}"
    ".generation g:hover>.box{stroke:#d9730d}"
    ".generation line{stroke:#d8dce0}"
)


def shown_edges(
    lattice: GenerationLattice, most: int = SHOWN_EDGES, taken: Sequence[GenerationEdge] = ()
) -> list[GenerationEdge]:
    """Return the edges to draw: the replacements of the best path (``taken``) and the most probable others.

    Returns
    -------
    Edges by probability, those of the best path first; without identity edges.
    """
    wanted = [edge for edge in taken if not is_identity(edge, lattice)]
    others = [edge for edge in lattice.edges if not is_identity(edge, lattice) and edge not in set(wanted)]
    others.sort(key=lambda edge: (-edge.score, edge.start, edge.end, edge.words))
    return [*wanted, *others[: max(0, most - len(wanted))]]


def is_identity(edge: GenerationEdge, lattice: GenerationLattice) -> bool:
    """Return whether an edge leaves the words as they are."""
    return edge.words == lattice.words[edge.start : edge.end]


def draw_generation_svg(
    lattice: GenerationLattice, edges: Sequence[GenerationEdge], taken: Iterable[GenerationEdge] = ()
) -> str:
    """Return a picture as one ``svg`` element.

    Boxes have the attributes ``data-start`` and ``data-end`` (0-based, half-open, in words of the
    lattice) and ``data-score`` (log10 of the probability).

    Parameters
    ----------
    lattice
        The lattice, whose words are on top.
    edges
        The edges of :func:`shown_edges`.
    taken
        The edges of the best path, which are highlighted.
    """
    lefts = _columns(lattice, edges)
    rows = _rows(edges)
    best = set(taken)
    width = round(lefts[-1] + _MARGIN)
    height = 2 * _MARGIN + _LINE * (2 + max(rows, default=-1)) + _GAP
    label = f"Generation lattice, {len(edges)} of {len(lattice.edges)} edges"
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="generation" role="img"'
        f' width="{width}" height="{height}" viewBox="0 0 {width} {height}" aria-label="{label}">',
        f'<style>{_STYLE}</style><rect class="ground" width="100%" height="100%"/>',
    ]
    bottom = height - _MARGIN
    lines += [f'<line x1="{x:.1f}" y1="{_MARGIN}" x2="{x:.1f}" y2="{bottom}"/>' for x in lefts]
    lines += [
        f'<text class="word" x="{(left + right) / 2:.1f}" y="{_MARGIN + 14}">{_text(word)}</text>'
        for word, (left, right) in zip(lattice.words, pairwise(lefts), strict=True)
    ]
    lines += [_box(edge, lefts, row, edge in best) for edge, row in zip(edges, rows, strict=True)]
    return "\n".join([*lines, "</svg>\n"])


def _text(words: str) -> str:
    return escape(xml_text(words))


def _columns(lattice: GenerationLattice, edges: Iterable[GenerationEdge]) -> list[float]:
    """Return the left edges of the columns and the right edge of the last, wide enough for their texts."""
    widths = [_wanted(word) for word in lattice.words]
    for edge in sorted(edges, key=lambda edge: edge.end - edge.start):
        lack = _wanted(" ".join(edge.words)) - sum(widths[edge.start : edge.end])
        if lack > 0:
            for place in range(edge.start, edge.end):
                widths[place] += lack / (edge.end - edge.start)
    lefts = [float(_MARGIN)]
    for width in widths:
        lefts.append(lefts[-1] + width)
    return lefts


def _wanted(text: str) -> float:
    return len(text) * _LETTER + 2 * _INNER + 4


def _rows(edges: Sequence[GenerationEdge]) -> list[int]:
    """Return the row of each edge: the first one with room, in the given order."""
    rows: list[list[tuple[int, int]]] = []
    found = []
    for edge in edges:
        row = 0
        while row < len(rows) and any(edge.start < end and start < edge.end for start, end in rows[row]):
            row += 1
        if row == len(rows):
            rows.append([])
        rows[row].append((edge.start, edge.end))
        found.append(row)
    return found


def _box(edge: GenerationEdge, lefts: Sequence[float], row: int, taken: bool) -> str:
    left, right = lefts[edge.start] + 2, lefts[edge.end] - 2
    top = _MARGIN + _LINE + _GAP + _LINE * row
    # From white for a probability of 1 in 10,000 to blue for certainty.
    shade = min(1.0, max(0.0, 1 + edge.score / 4))
    red, green = round(255 - 74 * shade), round(255 - 43 * shade)
    mark = " taken" if taken else ""
    return (
        f'<g data-start="{edge.start}" data-end="{edge.end}" data-score="{edge.score:.4f}">'
        f"<title>probability {10**edge.score:.4g}</title>"
        f'<rect class="box{mark}" x="{left:.1f}" y="{top}" width="{right - left:.1f}" height="{_LINE - 3}"'
        f' fill="#{red:02x}{green:02x}f0"/>'
        f'<text x="{(left + right) / 2:.1f}" y="{top + 14}">{_text(" ".join(edge.words))}</text></g>'
    )


def write_generation_dot(
    lattice: GenerationLattice, edges: Iterable[GenerationEdge], taken: Iterable[GenerationEdge] = ()
) -> str:
    """Return a lattice as a directed graph with its identity edges and the given edges.

    Edges have attributes ``score`` (log10 of the probability) and ``identity``.
    """
    best = set(taken)
    lines = ["digraph generation {", "  rankdir=LR;", '  node [shape=circle, width=0.2, label=""];']
    identities = [edge for edge in lattice.edges if is_identity(edge, lattice)]
    for edge in [*identities, *edges]:
        label = quote(f"{' '.join(edge.words)} {10**edge.score:.3g}")
        style = ', color="#d9730d", penwidth=2' if edge in best else ""
        same = "true" if is_identity(edge, lattice) else "false"
        lines.append(
            f"  {edge.start} -> {edge.end} [label={label}, score={edge.score:.4f}, identity={same}{style}];"
        )
    return "\n".join([*lines, "}", ""])
