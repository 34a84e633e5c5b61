"""Writes the report of a run as one HTML page."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import NamedTuple

from paralattice.formats.html import asset, embedded, fill, packed_json, policy
from paralattice.lattice.pictures.drawing import STYLE
from paralattice.methods import Method, find_version, methods_of
from paralattice.report.parts import (
    Picture,
    TextTable,
    figure_html,
    table_html,
    terms_html,
    version_description,
)
from paralattice.report.terms import TERMS, version_terms

_CLUSTER_SCRIPTS = (
    "data.js", "terms.js", "boxes.js", "layout.js", "drawing.js", "picture.js", "tip.js", "cluster.js",
)  # fmt: skip
_SCRIPTS = (*_CLUSTER_SCRIPTS, "table.js", "sentences.js", "page.js")
_READ = "Paralattice read {} of sentences; the sentences of a cluster are about the same event."
_BELOW = (
    "Some of the new sentences are below: choose one to see the way that it takes, and the sentences that it "
    "comes from."
)
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
        Names of the clusters that can be looked into, in order.
    first
        The new sentences at the top: cluster, version, text, and edits to the nearest sentence.
    sentence_note
        A sentence about the files of sentences; may be empty.
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
    first: Sequence[tuple[str, str, str, int]]
    sentence_note: str
    scores: Sequence[TextTable]
    figures: Sequence[Picture]
    score_notes: Sequence[str]
    signature: Sequence[tuple[str, str]]
    command: str


@dataclass(frozen=True, slots=True)
class Blocks:
    """The clusters of a page, packed.

    Attributes
    ----------
    inside
        The records of the first clusters, from :func:`paralattice.report.clusters.cluster_record` and packed
        by :func:`paralattice.formats.html.packed_json`.
    parts
        The files of the others, relative to the page, with the number of clusters in each.
    """

    inside: Sequence[str]
    parts: Sequence[tuple[str, int]] = ()


def write_run_page(content: PageContent, blocks: Blocks) -> Iterator[str]:
    """Yield a run's page in pieces.

    It is an HTML document whose policy keeps the browser from loading or sending anything, but the
    parts beside it, and from running other scripts.  The script inserts texts of the corpus as text,
    never as markup, and draws the lattices.
    """
    before, after = fill(_part("page.html"), _values(content, blocks)).split(_BREAK)
    yield before
    for number, record in enumerate(blocks.inside):
        yield f'<script type="text/plain" id="cluster-{number}">{record}</script>\n'
    yield after


def write_part(records: Iterable[str]) -> str:
    """Return a part of a page: a script that gives the page packed records of clusters."""
    return f"part({json.dumps(list(records), separators=(',', ':'))});\n"


@cache
def _part(name: str) -> str:
    return asset("paralattice.report", f"assets/{name}")


def _values(content: PageContent, blocks: Blocks) -> dict[str, str]:
    script, style = "\n".join(map(_part, _SCRIPTS)), f"{_part('page.css')}\n{_lattice_style()}"
    return {
        "cluster": _part("cluster.html").rstrip(),
        "title": escape(f"{content.name}: report of a run"),
        "name": escape(content.name),
        "policy": policy(script, style, parts=bool(blocks.parts)),
        "style": style,
        "script": script,
        "what": _what(content),
        "new_note": _notes([content.sentence_note] if content.sentence_note else []),
        "tiles": terms_html(content.tiles, explained=TERMS),
        "summary": "".join(map(table_html, content.tables)),
        "bounds": _notes(content.bounds),
        "scores": _scores(content),
        "scores_link": '<a href="#scores">Scores</a>' if content.scores or content.figures else "",
        "signature": terms_html(content.signature),
        "command": escape(content.command),
        "run": embedded(_run(content, blocks)),
        "table": packed_json({"columns": content.columns, "rows": content.rows, "shown": content.shown}),
        "first": packed_json(content.first),
    }


def _run(content: PageContent, blocks: Blocks) -> dict[str, object]:
    return {
        "name": content.name,
        "inside": len(blocks.inside),
        "parts": list(blocks.parts),
        "none": _none(content.versions),
        **_version_facts(content.versions),
    }


def _version_facts(versions: Sequence[str]) -> dict[str, object]:
    """Return what the scripts of :func:`cluster_view` read in the constant ``RUN``."""
    return {
        "versions": [_version(name) for name in versions],
        "terms": TERMS | version_terms(versions),
        "style": STYLE,
    }


class ClusterView(NamedTuple):
    """The part of the page that shows a cluster, for other pages in the same look.

    Attributes
    ----------
    markup
        The section of the cluster.
    script
        The scripts; they read the constant ``RUN`` and the records of :func:`~clusters.cluster_record`.
    style
        The rules of its lattices; those of the page are in ``assets/page.css``.
    facts
        The value of ``RUN``.
    """

    markup: str
    script: str
    style: str
    facts: dict[str, object]


def cluster_view(versions: Sequence[str]) -> ClusterView:
    """Return the part of the page that shows a cluster with some of these versions."""
    script = "\n".join(map(_part, _CLUSTER_SCRIPTS))
    return ClusterView(_part("cluster.html"), script, _lattice_style(), _version_facts(versions))


def _lattice_style() -> str:
    return f"{STYLE}\n{_part('lattice.css')}"


def _version(name: str) -> list[object]:
    """Return what the page's script knows of a version."""
    method = next(iter(methods_of([name])), Method)
    found = find_version(name)
    return [
        name,
        version_description(name),
        method.draws,
        method.one and found is not None and found.rank + 1,
    ]


def _what(content: PageContent) -> str:
    count = dict(content.tiles).get("clusters", "0")
    read = _READ.format(f"{count} cluster{'' if count == '1' else 's'}")
    stories = [
        (method.story_beside or method.story) if place else method.story
        for place, method in enumerate(methods_of(content.versions))
    ]
    return " ".join([read, *stories, _BELOW])


def _none(versions: Iterable[str]) -> str:
    """Return what is said of a run without new sentences; methods that differ have no word of their own."""
    said = {method.none_anywhere for method in methods_of(versions)}
    return said.pop() if len(said) == 1 else Method.none_anywhere


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
