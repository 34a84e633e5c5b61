"""Pictures of lattices for people: SVG that a browser shows and a script can query."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from paraphrase.formats.graphml import xml_text
from paraphrase.lattice.boxes import Box, Link, boxes_and_links
from paraphrase.lattice.lattice import Lattice
from paraphrase.lattice.layout import Layout, lay_out
from paraphrase.lattice.lettering import FONT_SIZE, LINE_HEIGHT, wrap

_PADDING = 8
_RADIUS = 7
_THINNEST, _THICKEST = 1.25, 8.0
# From the top of a box to the feet of the letters of its first line, in pixels.
_FIRST_BASELINE = 16

# Every rule begins with the picture's class, so that many pictures and other things can share a page.
_STYLE = (
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


def draw_svg(lattice: Lattice, draw_limit: int) -> str:
    """Return a picture of the lattice as one ``svg`` element; empty where it has too many boxes.

    Words that every path reads together are one box.  Boxes and arcs are the
    stronger, and arcs the thicker, the more sentences share them; their tooltips name
    the sentences, counted from 1.  For scripts boxes and arcs have the
    attribute ``data-sentences``, and boxes ``data-states``, both 0-based and
    separated by spaces.  The words are text; there are no identifiers, so that
    one page can hold many pictures.

    Parameters
    ----------
    draw_limit
        A lattice of more boxes than that is not drawn.
    """
    boxes, links = boxes_and_links(lattice)
    if len(boxes) > draw_limit:
        return ""
    blocks = [_block(box.words) for box in boxes]
    layout = lay_out(
        [(block.width, block.height) for block in blocks], [(link.source, link.target) for link in links]
    )
    total = len({sentence for arc in lattice.arcs for sentence in arc.sentences})
    users = {box.sentences for box in boxes} | {link.sentences for link in links}
    notes = {sentences: _note(sentences, total) for sentences in users}
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
    """What a box shows, and its outer measures in pixels, which are even."""

    lines: list[str]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Note:
    """What is said of the sentences that share a box or an arc: attributes and tooltip."""

    attributes: str
    title: str
    stroke: float


def _block(words: Sequence[str]) -> _Block:
    if not words:
        return _Block([], 2 * _RADIUS, 2 * _RADIUS)
    lines, width = wrap(words)
    return _Block(lines, 2 * math.ceil(width / 2) + 2 * _PADDING, LINE_HEIGHT * len(lines) + _PADDING)


def _note(sentences: tuple[int, ...], total: int) -> _Note:
    count = len(sentences)
    strength = f' class="s{_strength(count, total)}"' if count > 1 else ""
    attributes = f'{strength} data-sentences="{" ".join(map(str, sentences))}"'
    # People count sentences from 1, files and scripts from 0.
    numbers = ", ".join(str(number + 1) for number in sentences) or "unknown"
    title = f"Sentence{'s' if count != 1 else ''} {numbers}"
    return _Note(attributes, title, min(_THINNEST * (1 + math.log2(max(count, 1))), _THICKEST))


def _strength(count: int, total: int) -> int:
    """Return how strongly to show what some sentences share: 1 for two of many, 4 for all of them."""
    return 1 + int(3 * math.sqrt((count - 1) / (total - 1)))


def _head(size: tuple[int, int], total: int) -> list[str]:
    width, height = size
    label = f"Word lattice of {total} sentences" if total else "Word lattice"
    return [
        '<svg xmlns="http://www.w3.org/2000/svg" class="lattice" role="img"'
        f' width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' font-size="{FONT_SIZE}" stroke-width="{_THINNEST}" aria-label="{label}">',
        f'<style>{_STYLE}</style><rect class="ground" width="100%" height="100%"/>',
    ]


def _arcs(
    links: Iterable[Link], layout: Layout, blocks: Sequence[_Block], notes: Mapping[tuple[int, ...], _Note]
) -> Iterator[str]:
    for link, route in zip(links, layout.routes, strict=True):
        note = notes[link.sentences]
        path = _path(link, route, layout, blocks)
        width = f' stroke-width="{note.stroke:.2f}"' if note.stroke > _THINNEST else ""
        yield f'<path{note.attributes}{width} d="{path}"><title>{note.title}</title></path>'


def _path(link: Link, route: Sequence[int], layout: Layout, blocks: Sequence[_Block]) -> str:
    """Return the curve of a link: level where it passes a layer, bent between two layers."""
    layer, y = layout.layer[link.source], layout.y[link.source]
    x = _middle(layout, link.source) + blocks[link.source].width // 2
    path = f"M{x} {y}"
    for following, to_y in enumerate([*route, layout.y[link.target]], layer + 1):
        if to_y != y:
            edge, to_x = layout.right[following - 1], layout.left[following]
            bend = (edge + to_x) // 2
            path += f"H{edge}C{bend} {y} {bend} {to_y} {to_x} {to_y}"
            y = to_y
    return f"{path}H{_middle(layout, link.target) - blocks[link.target].width // 2}"


def _middle(layout: Layout, box: int) -> int:
    layer = layout.layer[box]
    return (layout.left[layer] + layout.right[layer]) // 2


def _groups(
    boxes: Sequence[Box], layout: Layout, blocks: Sequence[_Block], notes: Mapping[tuple[int, ...], _Note]
) -> Iterator[str]:
    """Yield the boxes but the first and the last, which are circles."""
    for number in range(1, len(boxes) - 1):
        box, block, note = boxes[number], blocks[number], notes[boxes[number].sentences]
        x, top = _middle(layout, number), layout.y[number] - block.height // 2
        texts = [
            f'<text x="{x}" y="{top + _FIRST_BASELINE + LINE_HEIGHT * place}">{escape(xml_text(line))}</text>'
            for place, line in enumerate(block.lines)
        ]
        yield (
            f'<g{note.attributes} data-states="{" ".join(map(str, box.states))}"><title>{note.title}</title>'
            f'<rect x="{x - block.width // 2}" y="{top}" width="{block.width}" height="{block.height}"/>'
            f"{''.join(texts)}</g>"
        )


def _end(box: Box, layout: Layout, number: int, title: str) -> str:
    return (
        f'<g data-states="{box.states[0]}"><title>{title}</title>'
        f'<circle cx="{_middle(layout, number)}" cy="{layout.y[number]}" r="{_RADIUS}"/></g>'
    )
