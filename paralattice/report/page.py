"""Writes the report of a run as one HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from paralattice.formats.html import embedded, fill, packed, policy
from paralattice.lattice.drawing import STYLE
from paralattice.report.parts import (
    Picture,
    TextTable,
    figure_html,
    table_html,
    terms_html,
    version_description,
)

_SCRIPTS = ("data.js", "table.js", "picture.js", "cluster.js", "page.js")
# Placeholder for the clusters, which are written one by one.
_BREAK = "<!-- clusters -->"


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a run's page, without its clusters.

    Attributes
    ----------
    name
        Name of the run.
    versions
        Names of the versions, in the run's order.
    tiles
        Figures of the whole run: names and values.
    tables
        The summary.
    bounds
        Sentences about omissions on the page.
    columns, rows
        The sortable table: names of columns, and one row per cluster and version.  The columns
        include ``cluster``, ``version`` and ``status``.
    shown
        Names of the clusters on the page, in order.
    scores, figures
        The judges' scores; may be empty.
    score_notes
        Sentences about the scores.
    signature
        Everything that the results depend on: names and values.
    command
        The command that repeats this run.
    """

    name: str
    versions: Sequence[str]
    tiles: Sequence[tuple[str, str]]
    tables: Sequence[TextTable]
    bounds: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    shown: Sequence[str]
    scores: Sequence[TextTable]
    figures: Sequence[Picture]
    score_notes: Sequence[str]
    signature: Sequence[tuple[str, str]]
    command: str


def write_run_page(content: PageContent, clusters: Iterable[str]) -> Iterator[str]:
    """Yield a run's page in pieces.

    It is a self-contained HTML document, whose policy keeps the browser from
    loading or sending anything and from running other scripts.  The script
    inserts texts of the corpus as text, never as markup.

    Parameters
    ----------
    content
        The page without its clusters.
    clusters
        The record of each cluster in ``content.shown``, from
        :func:`paralattice.report.cluster_record` and packed by
        :func:`paralattice.formats.html.packed`.
    """
    before, after = fill(_part("page.html"), _values(content)).split(_BREAK)
    yield before
    for number, record in enumerate(clusters):
        yield f'<script type="text/plain" id="cluster-{number}">{record}</script>\n'
    yield after


@cache
def _part(name: str) -> str:
    return (files(__package__) / "assets" / name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    return "\n".join(map(_part, _SCRIPTS))


@cache
def _style() -> str:
    return f"{STYLE}\n{_part('page.css')}"


def _values(content: PageContent) -> dict[str, str]:
    script, style = _script(), _style()
    return {
        "title": escape(f"{content.name}: report of a run"),
        "name": escape(content.name),
        "policy": policy(script, style),
        "style": style,
        "script": script,
        "tiles": terms_html(content.tiles),
        "summary": "".join(map(table_html, content.tables)),
        "bounds": _notes(content.bounds),
        "scores": _scores(content),
        "scores_link": '<a href="#scores">Scores</a>' if content.scores or content.figures else "",
        "signature": terms_html(content.signature),
        "command": escape(content.command),
        "run": embedded(_run(content)),
        "table": packed({"columns": content.columns, "rows": content.rows}),
    }


def _run(content: PageContent) -> dict[str, object]:
    return {
        "name": content.name,
        "versions": [[name, version_description(name)] for name in content.versions],
        "shown": list(content.shown),
    }


def _notes(sentences: Iterable[str]) -> str:
    return "".join(f'<p class="note">{escape(text)}</p>' for text in sentences)


def _scores(content: PageContent) -> str:
    if not (content.scores or content.figures):
        return ""
    parts = [
        _notes(content.score_notes),
        f'<div class="figures">{"".join(map(figure_html, content.figures))}</div>',
        f'<div class="tables">{"".join(map(table_html, content.scores))}</div>',
    ]
    return (
        '<section id="scores" aria-labelledby="scores-title"><h2 id="scores-title">Scores and measures</h2>'
        f"{''.join(parts)}</section>"
    )
