"""Parts of the report without scripts: tables and pictures."""

from base64 import b64encode
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from paralattice.methods import find_version, version_names
from paralattice.report.terms import TERMS


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of texts.

    Attributes
    ----------
    caption
        A sentence above the table; may be empty.
    heads
        The titles of the columns.
    rows
        One text per column.
    right
        For each column, whether it has numbers; if empty, all columns except the first have.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure.

    Attributes
    ----------
    caption
        The caption below it.
    svg
        The text of an SVG file.
    """

    caption: str
    svg: bytes


def table_html(table: TextTable) -> str:
    """Return a table as markup, in a frame that scrolls a wide table."""
    right = table.right or (False, *[True] * (len(table.heads) - 1))
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    label = escape(table.caption or "Table")
    body = "".join(f"<tr>{_cells('td', row, right)}</tr>" for row in table.rows)
    return (
        f'<div class="frame" tabindex="0" role="region" aria-label="{label}"><table>{caption}'
        f"<thead><tr>{_cells('th', table.heads, right)}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cells(tag: str, texts: Sequence[str], right: Sequence[bool]) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    explained = {*TERMS, *version_names()}
    return "".join(
        f"<{tag}{scope}{' class=number' if number else ''}>{explained_html(text, explained)}</{tag}>"
        for text, number in zip(texts, right, strict=True)
    )


def figure_html(picture: Picture) -> str:
    """Return a figure as markup: an image, which cannot run scripts or load anything."""
    data = b64encode(picture.svg).decode("ascii")
    caption = escape(picture.caption)
    return (
        f'<figure><img alt="{caption}" src="data:image/svg+xml;base64,{data}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def terms_html(pairs: Iterable[tuple[str, str]], explained: Container[str] = ()) -> str:
    """Return terms and their descriptions as the content of a ``dl`` element.

    Parameters
    ----------
    explained
        The terms that the page's script explains.
    """
    return "".join(
        f"<div><dt>{explained_html(term, explained)}</dt><dd>{escape(text)}</dd></div>"
        for term, text in pairs
    )


def explained_html(term: str, explained: Container[str]) -> str:
    """Return a term as markup; the page's script makes it a term to point at if it is explained."""
    text = escape(term)
    return f'<span data-explain="{text}">{text}</span>' if term in explained else text


def version_description(name: str) -> str:
    """Return a short description of a version (Shen et al. 2006, Table 2); empty for unknown ones."""
    version = find_version(name)
    return version.label if version else ""
