"""Draws lattices as SVG."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from paralattice.formats.lattices.graphml import xml_text
from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.pictures.boxes import Box, BoxLink, boxes_and_links
from paralattice.lattice.pictures.layout import Layout, lay_out
from paralattice.lattice.pictures.text_metrics import FONT_SIZE, LINE_HEIGHT, wrap

_PADDING = 8
_RADIUS = 7
_THINNEST, _THICKEST = 1.25, 8.0
# From the top of a box to the baseline of its first line, in pixels.
_FIRST_BASELINE = 16

# Every selector begins with the picture's class, so that the rules do not affect other content of a page.
STYLE = (
    ".lattice{font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}"
    ".lattice text{stroke:none;text-anchor:middle;fill:#24292f}"
    ".lattice rect{rx:5px;fill:#fff;stroke:#c9ced4}"
    ".lattice .ground{fill:#fcfcfa;stroke:none;rx:0}"
    ".lattice path{fill:none;stroke:#bcc3cb}"
    ".lattice circle{fill:#24292f}"
    ".lattice .s1 rect{fill:#dbeaf8;stroke:#7fb0de}.lattice path.s1{stroke:#93b9de}"
    ".lattice .s2 rect{fill:#b5d4f0;stroke:#5b99d3}.lattice path.s2{stroke:#6fa3d6}"
    ".lattice .s3 rect{fill:#4a8ccb;stroke:#2f6fae}.lattice path.s3{stroke:#4a8ccb}"
    ".lattice .s4 rect{fill:#1f5a96;stroke:#174a7d}.lattice path.s4{stroke:#2f6fae}"
    ".lattice .s3 text,.lattice .s4 text{fill:#fff}"
    ".lattice g:hover>rect,.lattice path:hover{stroke:#d9730d}"
)


def draw_svg(lattice: WordLattice, draw_limit: int, witnesses: Witnesses = UNNAMED) -> str:
    """Return a picture of the lattice as one ``svg`` element; empty if it has too many boxes.

    A stretch of words without branches is one box.  Colour and width show how many
    sentences share a box or an arc; tooltips list the sentences, counted from 1.  For
    scripts, boxes and arcs have the attribute ``data-sentences``, boxes ``data-states``,
    and arcs ``data-boxes`` (the two linked boxes, in document order); all values are
    0-based and separated by spaces.  There are no identifiers, so that one page can have
    many pictures.

    Parameters
    ----------
    draw_limit
        Maximum number of boxes.
    witnesses
        If the sentences have sigla, these stand in tooltips and below the words.
    """
    boxes, links = boxes_and_links(lattice)
    if len(boxes) > draw_limit:
        return ""
    blocks = [_block(box.words, " ".join(witnesses.named(box.sentences))) for box in boxes]
    layout = lay_out(
        [(block.width, block.height) for block in blocks], [(link.source, link.target) for link in links]
    )
    total = len({sentence for arc in lattice.arcs for sentence in arc.sentences})
    users = {box.sentences for box in boxes} | {link.sentences for link in links}
    notes = {sentences: _note(sentences, total, tuple(witnesses.named(sentences))) for sentences in users}
    return "\n".join(
        [
            *_head(layout.size, total),
            *_arcs(links, layout, blocks, notes),
            _end(boxes[0], layout, 0, "Start"),
            *_groups(boxes, layout, blocks, notes),
            _end(boxes[-1], layout, len(boxes) - 1, "Accept"),
            "</svg>\n",
        ]
    )


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of a box as XML, and its outer size in pixels, even numbers."""

    lines: list[str]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Note:
    """The markup for the sentences of a box or an arc: attributes, width of an arc, tooltip."""

    attributes: str
    stroke: str
    title: str


# The versions of a cluster share many stretches of words.
@lru_cache(maxsize=2048)
def _block(words: tuple[str, ...], sigla: str) -> _Block:
    if not words:
        return _Block([], 2 * _RADIUS, 2 * _RADIUS)
    lines, width = wrap(words)
    if sigla:
        below, width_below = wrap((sigla,))
        lines, width = [*lines, *below], max(width, width_below)
    shown = [escape(xml_text(line)) for line in lines]
    return _Block(shown, 2 * math.ceil(width / 2) + 2 * _PADDING, LINE_HEIGHT * len(lines) + _PADDING)


@lru_cache(maxsize=2048)
def _note(sentences: tuple[int, ...], total: int, sigla: tuple[str, ...]) -> _Note:
    count = len(sentences)
    # From 1, if two of many sentences share it, to 4 for all.
    strength = f' class="s{1 + int(3 * math.sqrt((count - 1) / (total - 1)))}"' if count > 1 else ""
    attributes = f'{strength} data-sentences="{" ".join(map(str, sentences))}"'
    width = min(_THINNEST * (1 + math.log2(max(count, 1))), _THICKEST)
    # Tooltips count sentences from 1, files and scripts from 0.
    numbers = ", ".join(sigla or (str(number + 1) for number in sentences)) or "unknown"
    what = "Witness" if sigla else "Sentence"
    plural = ("es" if sigla else "s") if count != 1 else ""
    return _Note(
        attributes,
        f' stroke-width="{width:.2f}"' if width > _THINNEST else "",
        f"<title>{what}{plural} {escape(xml_text(numbers))}</title>",
    )


def _head(size: tuple[int, int], total: int) -> list[str]:
    width, height = size
    label = f"Word lattice of {total} sentences" if total else "Word lattice"
    return [
        '<svg xmlns="http://www.w3.org/2000/svg" class="lattice" role="img"'
        f' width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' font-size="{FONT_SIZE}" stroke-width="{_THINNEST}" aria-label="{label}">',
        f'<style>{STYLE}</style><rect class="ground" width="100%" height="100%"/>',
    ]


def _arcs(
    links: Iterable[BoxLink], layout: Layout, blocks: Sequence[_Block], notes: Mapping[tuple[int, ...], _Note]
) -> Iterator[str]:
    for (source, target, sentences), route in zip(links, layout.routes, strict=True):
        note = notes[sentences]
        begin = layout.x[source] + blocks[source].width // 2
        end = layout.x[target] - blocks[target].width // 2
        path = _curve(layout, layout.layer[source], [layout.y[source], *route, layout.y[target]])
        yield (
            f'<path{note.attributes} data-boxes="{source} {target}"{note.stroke}'
            f' d="M{begin} {path}H{end}">{note.title}</path>'
        )


def _curve(layout: Layout, layer: int, heights: list[int]) -> str:
    """Return the curve of a link from a layer on, horizontal within layers and bent between them.

    Parameters
    ----------
    heights
        The link's y in each layer, including its boxes.
    """
    y = heights[0]
    curve = f"{y}"
    for following, to_y in enumerate(heights, layer):
        if to_y != y:
            edge, to_x = layout.right[following - 1], layout.left[following]
            bend = (edge + to_x) // 2
            curve += f"H{edge}C{bend} {y} {bend} {to_y} {to_x} {to_y}"
            y = to_y
    return curve


def _groups(
    boxes: Sequence[Box], layout: Layout, blocks: Sequence[_Block], notes: Mapping[tuple[int, ...], _Note]
) -> Iterator[str]:
    """Yield all boxes except the first and the last, which are drawn as circles."""
    for number in range(1, len(boxes) - 1):
        box, block, x = boxes[number], blocks[number], layout.x[number]
        note, top = notes[box.sentences], layout.y[number] - block.height // 2
        texts = [
            f'<text x="{x}" y="{top + _FIRST_BASELINE + LINE_HEIGHT * place}">{line}</text>'
            for place, line in enumerate(block.lines)
        ]
        yield (
            f'<g{note.attributes} data-states="{" ".join(map(str, box.states))}">{note.title}'
            f'<rect x="{x - block.width // 2}" y="{top}" width="{block.width}" height="{block.height}"/>'
            f"{''.join(texts)}</g>"
        )


def _end(box: Box, layout: Layout, number: int, title: str) -> str:
    return (
        f'<g data-states="{box.states[0]}"><title>{title}</title>'
        f'<circle cx="{layout.x[number]}" cy="{layout.y[number]}" r="{_RADIUS}"/></g>'
    )
