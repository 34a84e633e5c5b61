"""Draw ``docs/images/architecture.svg`` from the import contracts: ``make diagram``.

The layers come from the contracts in ``pyproject.toml``, the text of a box from its package's docstring.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "architecture.svg"

WIDTH, MARGIN, PADDING, LINE = 760, 16, 12, 16
LAYER_GAP, ROW_GAP = 9, 3
"""Pixels between layers, and between the boxes of a layer."""

NAME_WIDTH = 122
"""Pixels for the name in a box that has a layer to itself; its text stands beside it."""

LETTER = 6.4
"""Mean width of a letter in pixels, in a wide font."""

COLOURS = ("#3949ab", "#8e6c00", "#2e7d32", "#00796b")
"""Of the packages, from the topmost one down."""

NOTE = "Each layer imports only from the layers below it. Boxes without a space between them are one layer."

STYLE = (
    "text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif;fill:#263238;font-size:12px}"
    ".package{font-size:16px;font-weight:700}.name{font-size:13px;font-weight:600}.note{fill:#546e7a}"
)


def draw(root: Path = ROOT) -> str:
    """Return the picture of the packages and their layers as SVG."""
    body, y = [], 2 * MARGIN
    body.append(f'<text class="note" x="{MARGIN}" y="{y - 8}">{NOTE}</text>')
    for (name, layers), colour in zip(packages(root).items(), COLOURS, strict=True):
        text, height = _panel(root / name, layers, colour, y)
        body.append(text)
        y += height + MARGIN
    size = f'viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="Packages and layers">'
    ground = f'<rect width="{WIDTH}" height="{y}" rx="8" fill="#ffffff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", ground, *body, "</svg>"]) + "\n"


def packages(root: Path) -> dict[str, list[list[str]]]:
    """Return the packages, the topmost first, each with its layers from top to bottom."""
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contracts = [one for one in tools["importlinter"]["contracts"] if one["type"] == "layers"]
    inner = {one["containers"][0]: one["layers"] for one in contracts if "containers" in one}
    (outer,) = (one["layers"] for one in contracts if "containers" not in one)
    return {
        name: [_names(layer) for layer in inner.get(name, [" | ".join(_folders(root / name))])]
        for name in outer
    }


def summary(path: Path) -> str:
    """Return the first line of the docstring of a package (a folder) or module, without the full stop."""
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].rstrip(".").replace("``", "")


def _names(layer: str) -> list[str]:
    return layer.replace(":", "|").replace(" ", "").split("|")


def _folders(path: Path) -> list[str]:
    return sorted(file.parent.name for file in path.glob("*/__init__.py"))


def _panel(folder: Path, layers: list[list[str]], colour: str, y: int) -> tuple[str, int]:
    """Return the picture of a package whose top is at ``y``, and its height."""
    x, inside = MARGIN + PADDING, WIDTH - 2 * (MARGIN + PADDING)
    note = _lines(summary(folder), inside)
    parts = [f'<text class="package" x="{x}" y="{y + 25}" style="fill:{colour}">{folder.name}</text>']
    parts += _text(note, x, y + 44, "note")
    place = y + 46 + LINE * (len(note) - 1) + PADDING
    for layer in layers:
        for row in _rows(layer):
            text, height = _row(folder, row, colour, place)
            parts.append(text)
            place += height + ROW_GAP
        place += LAYER_GAP - ROW_GAP
    height = place - y + PADDING - LAYER_GAP
    look = f'fill="{colour}" fill-opacity="0.07" stroke="{colour}"'
    return "\n".join([_box(MARGIN, y, WIDTH - 2 * MARGIN, height, look), *parts]), height


def _rows(layer: list[str]) -> list[list[str]]:
    """Return a layer's names in rows of two, or of three where that fills them."""
    columns = 2 if len(layer) % 2 == 0 else 3
    return [layer[start : start + columns] for start in range(0, len(layer), columns)]


def _row(folder: Path, names: list[str], colour: str, y: int) -> tuple[str, int]:
    """Return boxes side by side with their top at ``y``, and their height."""
    inside = WIDTH - 2 * (MARGIN + PADDING)
    width = (inside - ROW_GAP * (len(names) - 1)) / len(names)
    beside = NAME_WIDTH if len(names) == 1 else 0
    notes = [_lines(summary(folder / name), width - beside - 2 * PADDING) for name in names]
    height = 12 + LINE * max(len(note) + (not beside) for note in notes)
    boxes = []
    for place, (name, note) in enumerate(zip(names, notes, strict=True)):
        x = MARGIN + PADDING + place * (width + ROW_GAP)
        boxes.append(_box(x, y, width, height, f'fill="#ffffff" stroke="{colour}" stroke-opacity="0.5"'))
        boxes += _text([name], x + PADDING, y + 18, "name")
        boxes += _text(note, x + PADDING + beside, y + 18 + (0 if beside else LINE), "note")
    return "\n".join(boxes), height


def _lines(text: str, width: float) -> list[str]:
    return textwrap.wrap(text, int(width / LETTER))


def _text(lines: list[str], x: float, y: float, kind: str) -> list[str]:
    return [
        f'<text class="{kind}" x="{x:g}" y="{y + number * LINE:g}">{escape(line, quote=False)}</text>'
        for number, line in enumerate(lines)
    ]


def _box(x: float, y: float, width: float, height: float, look: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" {look}/>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
