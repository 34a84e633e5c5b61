"""Reading runs in the browser: their progress, reports, sentences and files."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile

from rich.console import Console

from orchestrator.runs.folder import RunFolder, run_folder, run_folders
from orchestrator.runs.view.follow import status_view
from orchestrator.runs.view.status import RUNNING, Status, read_status
from orchestrator.serve.pages import Page, PageError
from orchestrator.serve.settings import Settings
from paralattice.errors import ParalatticeError
from paralattice.formats.html import asset, fill

LINK = ("/runs", "Runs")

MOST_RUNS, MOST_FOUND, MOST_READ, MOST_SECONDS = 200, 200, 500_000, 3.0
"""Runs in the list; sentences that a search shows, sentences that it reads, and its seconds."""
MOST_BYTES = 500_000_000
"""Size of the files in one ZIP file."""

_PIECE = 2**18
# No logs, no ledger, and no keys to the sheets of judges.
_SHARED = ("*.csv", "*.tsv", "*.txt", "*.jsonl", "run.json", "trial.json", "report.html", "report/*.js")
_PARTS = ("results/*", "features/*", "scores/*", "measures/*", "evaluation/*")


def routes(settings: Settings) -> Sequence[tuple[str, type[Page], dict[str, Any]]]:
    """Return the routes of runs."""
    given = {"serving": settings}
    return [
        ("/runs", Runs, given),
        ("/runs/([^/]+)", Progress, given),
        (r"/runs/([^/]+)/(report\.html|report/part-[0-9]+-[0-9a-f]+\.js)", Report, given),
        (r"/runs/([^/]+)/files\.zip", Files, given),
    ]


class _RunPage(Page):
    def folder(self, name: str) -> RunFolder:
        """Return the run with a name; raise :class:`PageError` if it does not exist."""
        try:
            found = run_folder(self.serving.runs, name)
        except ParalatticeError:
            found = None
        if found is None or not found.record_file.is_file():
            raise PageError(404, "There is no such run.")
        return found

    def send_view(self, title: str, values: dict[str, str], template: str) -> None:
        """Send a page that loads its own part ``view`` again while a run is under way."""
        body = fill(asset("orchestrator.serve", f"assets/{template}"), values)
        script, style = (asset("orchestrator.serve", f"assets/read.{kind}") for kind in ("js", "css"))
        self.send_page(title, body, script, style)


class Runs(_RunPage):
    """All runs with their progress, and the search through their new sentences."""

    async def get(self) -> None:
        """Show the list, or what a search finds."""
        words = self.get_query_argument("find", "").lower().split()
        folders = run_folders(self.serving.runs)
        found = ""
        if words:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(None, _found_html, folders, words)
        rows = [_row_html(folder, read_status(folder)) for folder in folders[:MOST_RUNS]]
        values = {
            "find": escape(self.get_query_argument("find", ""), quote=True),
            "found": found,
            "rows": "".join(rows),
            "running": _running(any('class="running"' in row for row in rows)),
            "more": f"and {len(folders) - MOST_RUNS:,} older runs" if len(folders) > MOST_RUNS else "",
        }
        self.send_view("Runs", values, "runs.html")


class Progress(_RunPage):
    """The status of a run, as ``orchestrator status`` shows it."""

    def get(self, name: str) -> None:
        """Show it."""
        folder = self.folder(name)
        status, text = read_status(folder), StringIO()
        if status:
            Console(file=text, width=100).print(status_view(status), soft_wrap=True)
        values = {
            "status": escape(text.getvalue() or "This run has not begun to compute."),
            "links": _links_html(folder),
            "running": _running(status is not None and status.state == RUNNING),
        }
        self.send_view(folder.name, values, "run.html")


class Report(_RunPage):
    """The report of a run and its parts, as they are."""

    def get(self, name: str, path: str) -> None:
        """Send the file.

        Raises
        ------
        PageError
            The run has no report yet.
        """
        try:
            data = (self.folder(name).root / path).read_bytes()
        except OSError:
            raise PageError(404, "This run has no report yet.") from None
        script = path.endswith(".js")
        self.send_document(data, "text/javascript; charset=utf-8" if script else "text/html; charset=utf-8")


class Files(_RunPage):
    """The files of a run in one ZIP file, without logs and ledger."""

    burst, per_second = 4, 0.5

    async def get(self, name: str) -> None:
        """Send them.

        Raises
        ------
        PageError
            They are too large.
        """
        root = self.folder(name).root
        found = (path for pattern in (*_SHARED, *_PARTS) for path in root.glob(pattern))
        paths = sorted(path for path in found if path.is_file() and not path.name.endswith("-key.csv"))
        if sum(path.stat().st_size for path in paths) > MOST_BYTES:
            raise PageError(413, f"The files are larger than {MOST_BYTES // 10**6} MB: copy the folder.")
        with TemporaryFile() as file:
            await asyncio.get_running_loop().run_in_executor(None, _pack, paths, root, file)
            self.set_header("Content-Type", "application/zip")
            self.set_header("Content-Disposition", f"attachment; filename*=UTF-8''{quote(root.name)}.zip")
            while piece := file.read(_PIECE):
                self.write(piece)
                await self.flush()


def _pack(paths: Sequence[Path], root: Path, file: IO[bytes]) -> None:
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for path in paths:
            packed.write(path, f"{root.name}/{path.relative_to(root)}")
    file.seek(0)


def _running(running: bool) -> str:
    return " data-running" if running else ""


def _links_html(folder: RunFolder) -> str:
    """Return links to what there is of a run."""
    name = quote(folder.name, safe="")
    there = (
        (folder.report, f"/runs/{name}/report.html", "Report"),
        (folder.root / "trial.json", f"/try/{name}", "Trial"),
        (folder.results, f"/runs/{name}/files.zip", "Files (ZIP)"),
    )
    return " ".join(f'<a href="{address}">{text}</a>' for path, address, text in there if path.exists())


def _row_html(folder: RunFolder, status: Status | None) -> str:
    name = f'<a href="/runs/{quote(folder.name, safe="")}">{escape(folder.name)}</a>{_first_line(folder)}'
    if status is None:
        return f'<tr><td>{name}</td><td colspan="4">not begun</td><td>{_links_html(folder)}</td></tr>'
    counts = status.clusters
    done, total = counts["done"] + counts["failed"], counts["total"]
    failed = f", <span class=bad>{counts['failed']} failed</span>" if counts["failed"] else ""
    bar = f'<progress value="{done}" max="{max(total, 1)}" aria-label="done"></progress> '
    started = time.strftime("%Y-%m-%d %H:%M", time.localtime(status.started))
    return (
        f'<tr class="{status.state}"><td>{name}</td><td>{status.state}</td>'
        f"<td>{bar if status.state == RUNNING else ''}{counts['done']:,} of {total:,}{failed}</td>"
        f"<td>{escape(', '.join(status.versions))}</td><td>{started}</td><td>{_links_html(folder)}</td></tr>"
    )


def _first_line(folder: RunFolder) -> str:
    """Return the first line of a trial, whose name says nothing; nothing for other runs."""
    with suppress(OSError, UnicodeDecodeError), (folder.root / "event.txt").open(encoding="utf-8") as file:
        return f'<p class="note first" dir="auto">{escape(file.readline(200))}</p>'
    return ""


def _found_html(folders: Sequence[RunFolder], words: Sequence[str]) -> str:
    """Return the new sentences that have all words, and how far the search went."""
    items, end, number = [], time.monotonic() + MOST_SECONDS, 0
    for number, (folder, cluster, version, text) in enumerate(_sentences(folders), 1):
        if all(word in text.lower() for word in words):
            link = f"/runs/{quote(folder.name, safe='')}/report.html#cluster={quote(cluster, safe='')}"
            place = f'<a href="{link}">{escape(folder.name)} · {escape(cluster)}</a> · {escape(version)}'
            items.append(f'<li><span dir="auto">{escape(text)}</span><p class="note">{place}</p></li>')
        if len(items) == MOST_FOUND or number == MOST_READ or time.monotonic() > end:
            break
    plural = "" if len(items) == 1 else "s"
    note = f"{len(items)} sentence{plural} among {number:,}; a search ends with {MOST_FOUND} or after "
    note += f"{MOST_SECONDS:.0f} seconds, newest runs first."
    return f'<p class="note">{note}</p><ol class="new">{"".join(items)}</ol>'


def _sentences(folders: Sequence[RunFolder]) -> Iterator[tuple[RunFolder, str, str, str]]:
    """Yield the new sentences of runs; a table that is absent or damaged ends those of its run."""
    for folder in folders:
        try:
            for cluster, version, _, row in folder.sentence_records():
                if row.novel:
                    yield folder, cluster, version, row.text
        except (ParalatticeError, OSError):
            continue
