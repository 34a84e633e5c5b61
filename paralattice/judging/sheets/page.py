"""A judge's sheet as one web page that needs only a browser."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from html import escape
from typing import Any

from paralattice.corpus import Cluster
from paralattice.errors import JudgeError
from paralattice.formats.html import asset, embedded, fill, policy
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import sentence_text

_PACKAGE = "paralattice.judging.sheets"
_DATA = '<script type="application/json" id="data">'
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


def write_sheet_page(
    run: str, judge: str, items: Sequence[StudyItem], clusters: Iterable[Cluster], form: Form = SENTENCE_FORM
) -> str:
    """Return the page on which a judge gives scores and exports them as ``sheet.csv``.

    Parameters
    ----------
    run, judge
        Names of the run and the judge; shown, and part of the names of the exported file and of the browser's
        stored scores.
    items
        The items of the sheet in their order, cluster by cluster.
    clusters
        The originals of the items' clusters, at least.
    form
        The form of the sheet.

    Raises
    ------
    JudgeError
        There is no item.
    """
    if not items:
        raise JudgeError(f"nothing to judge for {judge}")
    return sheet_page(_content(run, judge, items, clusters, form))


def sheet_page(content: Mapping[str, Any], served: Mapping[str, Any] | None = None) -> str:
    """Return the page of a sheet.

    The page is a single HTML document. Its policy forbids the browser to load anything and to run other
    scripts; to send anything too, unless the page is served. Texts of the corpus are JSON data, which the
    script inserts as text, never as markup.

    Parameters
    ----------
    content
        The data of the page, as :func:`page_content` returns them.
    served
        For a page that saves scores at the address from which it came: ``scores``, a list of [item,
        0-based scale, score, stamp]; ``seen``, the number of changes that led to them; ``now``, the server's
        time in milliseconds. ``None`` for a page without a server.
    """
    names = ("scores.js", *(["served.js"] if served else []), "view.js", "page.js")
    script = "".join(asset(_PACKAGE, f"assets/{name}") for name in names)
    style = asset(_PACKAGE, "assets/page.css")
    values = {
        "title": escape(f"{content['run']}, {content['judge']}: {content['nouns']} to judge"),
        "noun": content["noun"],
        "nouns": content["nouns"],
        "Nouns": content["nouns"].capitalize(),
        "about": escape(content["about"]),
        "keys": " ".join(f"<kbd>{score}</kbd>" for score, _ in enumerate(content["scales"][0]["grades"], 1)),
        "elsewhere": _ELSEWHERE[bool(served)],
        "policy": policy(script, style, pictures=False) + ("; connect-src 'self'" if served else ""),
        "style": style,
        "script": script,
        "data": embedded({**content, "served": served}),
    }
    return fill(asset(_PACKAGE, "assets/page.html"), values)


_ELSEWHERE = {
    False: "To go on with another browser or machine: export here, open the page there, and import the file. "
    "Export works at any time. When all is judged, send back the exported file.",
    True: "To go on with another browser or machine, open the same link there. Nobody else should have the "
    "link: it opens your sheet. There is nothing to send back.",
}


def export_name(run: str, judge: str) -> str:
    """Return the name of the file that a judge's page exports."""
    return _NOT_IN_NAMES.sub("_", f"sheet-{run}-{judge}") + ".csv"


def page_content(page: str) -> dict[str, Any]:
    """Return the data of a page that :func:`sheet_page` made."""
    content: dict[str, Any] = json.loads(page.partition(_DATA)[2].partition("</script>")[0])
    return content


def _content(
    run: str, judge: str, items: Sequence[StudyItem], clusters: Iterable[Cluster], form: Form
) -> dict[str, Any]:
    names = list(dict.fromkeys(item.cluster for item in items))
    places = {name: place for place, name in enumerate(names)}
    originals = {
        cluster.name: [sentence_text(sentence) for sentence in cluster.sentences] for cluster in clusters
    }
    rows = [[item.id, places[item.cluster], *form.shown(item.words)] for item in items]
    digest = blake2b(json.dumps([names, rows]).encode(), digest_size=8).hexdigest()
    return {
        "run": run,
        "judge": judge,
        "key": f"paralattice sheet {run} {judge} {digest}",
        "file": export_name(run, judge),
        "columns": form.columns,
        "scales": [asdict(scale) for scale in form.scales],
        "about": form.about,
        "notes": form.notes,
        "noun": form.noun,
        "nouns": form.nouns,
        "task": form.task,
        "inWords": form.in_words,
        "together": form.together,
        "clusters": [{"name": name, "originals": originals[name]} for name in names],
        "items": rows,
    }
