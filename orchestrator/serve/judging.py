"""Judging in the browser: the judges' sheets, and the organiser's pages of the studies."""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from orchestrator.judging.served import LINKS, Progress, ServedSheet, ServedStudy
from orchestrator.serve.pages import Page, PageError
from orchestrator.serve.settings import Settings
from paralattice.errors import JudgeError
from paralattice.formats.names import name_problem
from paralattice.judging.agreement import agreement, scores_by_item
from paralattice.judging.judgements import Judgement
from paralattice.judging.sheets.page import sheet_page
from paralattice.judging.sheets.study_files import PHRASE_FILES, REWORDING_FILES, SENTENCE_FILES

LINK = ("/judging", "Judging")
_FILES = (SENTENCE_FILES, PHRASE_FILES, REWORDING_FILES)
KINDS = tuple(dict.fromkeys(names.served for one in _FILES for names in (one, one.again)))
_STUDY = rf"([^/]+)/({'|'.join(KINDS)})"
_EMPTY = (
    "<p>No sheets are served. <code>orchestrator judge deal RUN --judges 4 --serve</code> deals some.</p>"
)
_MOST_BYTES = 200_000
_FULL = "The server cannot write to its disk."


def routes(settings: Settings) -> Sequence[tuple[str, type[Page], dict[str, Any]]]:
    """Return the routes of judging."""
    given: dict[str, Any] = {"serving": settings}
    return [
        ("/judging", Studies, given),
        (f"/judging/{_STUDY}", Study, given),
        (f"/judging/{_STUDY}/scores.zip", Scores, given),
        (f"/judge/{_STUDY}/([0-9a-f]{{32}})", Sheet, given),
    ]


def study_of(runs: Path, name: str, kind: str) -> ServedStudy:
    """Return the study of a run; raise :class:`PageError` if it does not exist."""
    try:
        if name_problem(name):
            raise JudgeError(name)
        return ServedStudy(runs / name / kind)
    except JudgeError:
        raise PageError(404, "There is no such study.") from None


class Sheet(Page):
    """A judge's sheet.  Its address is secret and opens it; there is neither a cookie nor a session."""

    open_to_all = True
    # Many judges may share an address.
    burst, per_second = 1000, 300.0

    def check_xsrf_cookie(self) -> None:
        """Accept every request: another site does not know the address."""

    def get(self, *place: str) -> None:
        """Show the sheet with its scores."""
        sheet = self._sheet(*place)
        self.send_document(sheet_page(sheet.content(), self._changes(sheet, 0)))

    async def post(self, *place: str) -> None:
        """Save scores, and return what other devices have saved."""
        sheet = self._sheet(*place)
        # Long numbers take long to read.
        if len(self.request.body) > _MOST_BYTES:
            raise PageError(413, "These are too many scores at once.")
        try:
            sent = json.loads(self.request.body)
            seen, changes = int(sent["seen"]), sheet.check(sent["scores"])
        except (ValueError, TypeError, KeyError, RecursionError, JudgeError):
            raise PageError(400, "These are no scores of this sheet: load the page again.") from None
        try:
            # In a thread, because a disk takes its time.
            await asyncio.get_running_loop().run_in_executor(None, sheet.save, changes)
        except OSError:
            raise PageError(507, _FULL) from None
        self.finish(self._changes(sheet, seen))

    def _changes(self, sheet: ServedSheet, seen: int) -> dict[str, Any]:
        changes, count = sheet.since(seen)
        return {"scores": changes, "seen": count, "now": int(1000 * time.time())}

    def _sheet(self, name: str, kind: str, token: str) -> ServedSheet:
        study = study_of(self.serving.runs, name, kind)
        judge = study.judge_of(token)
        if not judge:
            raise PageError(404, "This link is not valid. Please ask for a new one.")
        if not study.is_open(judge):
            raise PageError(410, "This link is closed. Please ask whoever gave it to you.")
        if not self.serving.limiter.admits((study.folder, judge), 60, 20.0):
            raise PageError(429, "Too many requests.")
        return _sheet_of(study.folder, study.dealt, judge)


@lru_cache(maxsize=1000)
def _sheet_of(folder: Path, dealt: str, judge: str) -> ServedSheet:
    """Return a sheet, read once; ``dealt`` tells it from that of an earlier dealing."""
    del dealt
    return ServedSheet(folder, judge)


class Studies(Page):
    """The list of all studies."""

    def get(self) -> None:
        """Show it."""
        rows = []
        for path in sorted(path for kind in KINDS for path in self.serving.runs.glob(f"*/{kind}/{LINKS}")):
            name, *kind, _ = path.relative_to(self.serving.runs).parts
            study = ServedStudy(path.parent)
            progress = [study.sheet(judge).progress() for judge in study.judges]
            link = f'<a href="/judging/{quote(name)}/{"/".join(kind)}">{escape(name)}</a>'
            judged = sum(one.judged for one in progress)
            items = sum(one.items for one in progress)
            nouns = study.sheet(study.judges[0]).content()["nouns"]
            rows.append((link, escape(nouns), len(study.judges), f"{judged} of {items}"))
        table = _table(("run", "items", "judges", "judged"), rows) if rows else _EMPTY
        self.send_page("Judging", f"<section><h2>Studies</h2>{table}</section>")


class Study(Page):
    """A study: the judges' progress, their links, reminders, agreement when it is asked for, export."""

    def get(self, name: str, kind: str) -> None:
        """Show the study."""
        self._show(study_of(self.serving.runs, name, kind), name)

    def post(self, name: str, kind: str) -> None:
        """Close or open the link of a judge, or make a new one, which is shown once."""
        study = study_of(self.serving.runs, name, kind)
        judge, action = self.get_body_argument("judge"), self.get_body_argument("action")
        if judge not in study.judges or action not in ("open", "close", "renew"):
            raise PageError(400, "There is no such judge, or no such action.")
        if action != "renew":
            study.set_open(judge, action == "open")
            self.redirect(self.request.path)
            return
        root = self.serving.proxy.rstrip("/") or f"{self.request.protocol}://{self.request.host}"
        link = f"{root}/judge/{quote(name)}/{kind}/{study.renew(judge)}"
        note = f"The new link of {judge}. It is not shown again, and the former one is no longer valid:"
        self._show(study, name, f'<section><p>{note}</p><p class="link">{escape(link)}</p></section>')

    def _show(self, study: ServedStudy, name: str, new: str = "") -> None:
        sheets = {judge: study.sheet(judge) for judge in study.judges}
        progress = {judge: sheet.progress() for judge, sheet in sheets.items()}
        content = next(iter(sheets.values())).content()
        here = escape(self.request.path)
        if self.get_query_argument("agreement", ""):
            found = _agreement(sheets, [scale["column"] for scale in content["scales"]])
        else:
            found = f'<p><a href="{here}?agreement=1">Show the agreement so far</a></p>'
        rows = [self._row(study, judge, one) for judge, one in progress.items()]
        columns = ("judge", "judged", "left", "seconds an item", "last score", "link")
        reminders = "".join(map(_reminder, progress, progress.values(), [content["nouns"]] * len(progress)))
        head = escape(f"{content['run']}: {content['nouns']}")
        body = (
            f"{new}<section><h2>{head}</h2>{_table(columns, rows)}"
            f'<p><a href="{here}/scores.zip">Export all scores</a></p></section>'
            f"<section><h2>Agreement</h2>{found}</section>"
            f"<section><h2>Reminders</h2>{reminders or '<p>All judges have finished.</p>'}</section>"
        )
        self.send_page(name, body)

    def _row(self, study: ServedStudy, judge: str, one: Progress) -> tuple[object, ...]:
        is_open = study.is_open(judge)
        actions = {"close": "Close"} if is_open else {"open": "Reopen"}
        forms = "".join(
            f'<form method="post">{self.xsrf_form_html()}<input type="hidden" name="judge" value="{judge}">'
            f'<button name="action" value="{action}" aria-label="{text}, {judge}">{text}</button></form>'
            for action, text in (actions | {"renew": "New link"}).items()
        )
        seconds = "" if one.seconds is None else f"{one.seconds:.0f}"
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.last)) if one.last else ""
        link = f"{'open' if is_open else 'closed'} {forms}"
        return judge, one.judged, one.items - one.judged, seconds, last, link


class Scores(Page):
    """The scores of all judges of a study as a ZIP file of sheets, which `judge score` reads."""

    def get(self, name: str, kind: str) -> None:
        """Send the file."""
        study, data = study_of(self.serving.runs, name, kind), io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, table in study.returned().items():
                archive.writestr(f"{path.stem}.csv", table)
        self.set_header(
            "Content-Disposition", f"attachment; filename*=UTF-8''{quote(name)}-{kind.replace('/', '-')}.zip"
        )
        self.send_document(data.getvalue(), "application/zip")


def _agreement(sheets: dict[str, ServedSheet], columns: Sequence[str]) -> str:
    """Return Krippendorff's alpha so far for each scale, as markup."""
    judgements = [
        Judgement(judge, item, "", "", 0, dict(zip(columns, (score or None for score in given), strict=True)))
        for judge, sheet in sheets.items()
        for item, given in sheet.scores().items()
    ]
    rows = []
    for column in columns:
        found = agreement(scores_by_item(judgements, column))
        alpha = "?" if found.ordinal is None else f"{found.ordinal:.3f}"
        rows.append((column, alpha, found.items))
    return _table(("question", "alpha (ordinal)", "items with two scores"), rows)


def _reminder(judge: str, one: Progress, nouns: str) -> str:
    """Return a text for a judge who has not finished, to copy; empty for one who has."""
    left = one.items - one.judged
    if not left:
        return ""
    minutes = f", about {max(1, round(left * one.seconds / 60))} minutes at your pace" if one.seconds else ""
    text = (
        f"Thank you for judging! You have judged {one.judged} of {one.items} {nouns}; "
        f"{left} are left{minutes}. "
        "The link that you got opens your sheet where you left it, on any device."
    )
    return f'<label>{judge}<textarea readonly rows="4">{escape(text)}</textarea></label>'


def _table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table; cells are markup."""
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="frame" tabindex="0">{table}</div>'
