"""Terminal output of the commands for human evaluation."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.io.tables import show_table
from orchestrator.io.text import shown
from orchestrator.judging.package import Package
from orchestrator.judging.returned import ScoreReport
from paralattice.formats.tables.paper_tables import decimal_text
from paralattice.judging.judgements import PROBLEM_KINDS
from paralattice.judging.sheets.study_files import StudyFiles
from paralattice.judging.tables import judge_table

_PROBLEMS_SHOWN, _ROWS_SHOWN = 20, 30


def deal_lines(run: Path, files: StudyFiles, package: Package) -> Iterator[str]:
    """Yield a line for each judge, a line for each shortfall, and the location of the sheets."""
    nouns = package.form.nouns
    for judge, items in package.sheets.items():
        # With one or two pairs per cluster, the number of clusters says little.
        clusters = "" if package.form.together else f"{len({item.cluster for item in items})} clusters, "
        yield f"{judge}: {clusters}{len(items)} {nouns}"
    for short in package.shortfalls:
        held = "no samples" if short.missing else f"{short.items} of {short.wanted} {nouns}"
        yield f"short: {f'{short.cluster} {short.version}'.strip()}: {held}"
    yield f"sheets in {run / files.sheets}; keep {run / files.key} from the judges"


def link_lines(folder: Path, files: StudyFiles, tokens: Mapping[str, str], url: str) -> Iterator[str]:
    """Yield the link of each judge to a served sheet, below the URL of the server, and what to do with it."""
    for judge, token in tokens.items():
        yield f"{judge}: {url.rstrip('/')}/judge/{quote(folder.resolve().name)}/{files.served}/{token}"
    yield "each link opens one judge's sheet and is not shown again; `orchestrator serve` answers it"


def problem_lines(report: ScoreReport) -> Iterator[str]:
    """Yield some problems, the most serious kinds first, then the number of problems of each kind."""
    problems = sorted(report.returned.problems, key=lambda problem: PROBLEM_KINDS.index(problem.kind))
    for problem in problems[:_PROBLEMS_SHOWN]:
        yield f"{problem.kind}: {problem}"
    if len(problems) > _PROBLEMS_SHOWN:
        yield f"... and {len(problems) - _PROBLEMS_SHOWN} more"
    if problems:
        counts = ", ".join(f"{kind} {count}" for kind, count in report.returned.problem_counts().items())
        where = f"; all in {report.folder / 'problems.csv'}" if report.returned.judgements else ""
        yield f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'} ({counts}){where}"


def show_scores(report: ScoreReport, again: Path, problems_alone: bool = False) -> None:
    """Print problems to standard error, and scores, their location and that of a second pass."""
    errors, results = Console(stderr=True, highlight=False), report.results
    for line in problem_lines(report):
        say(errors, line)
    if not results:
        say(errors, "error: nothing can be scored, and nothing was written")
    if problems_alone or not results:
        return
    console = Console(highlight=False)
    for table in (judge_table(report.returned.judges), *results.tables):
        say(console, f"\n{table.caption}")
        if len(table.rows) <= _ROWS_SHOWN:
            show_table(console, table)
        else:
            say(console, f"{len(table.rows)} rows in {report.folder / table.name}.csv")
    alpha = results.facts.get("alpha_ordinal")
    if alpha is not None:
        say(console, f"\nagreement: alpha {decimal_text(alpha, 3)} (ordinal)")
    if report.waiting:
        what = f"{report.waiting} items on which judges disagree"
        say(console, f"\n{what}: their sheets of a second pass are in {shown(again)}")
    say(console, f"\ntables{' and figures' if results.pictures else ''} in {report.folder}")
