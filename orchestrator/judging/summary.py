"""Terminal output of the commands for human evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from urllib.parse import quote

from rich.console import Console
from rich.table import Table

from orchestrator.io.console import say
from orchestrator.io.tables import grid, print_grid, show_table
from orchestrator.io.text import shown
from orchestrator.judging.package import Package
from orchestrator.judging.returned import ScoreReport
from orchestrator.judging.study import PASSES
from paralattice.formats.tables.paper_tables import Column, decimal_text, shown_cell
from paralattice.judging.judgements import CRITERIA, PROBLEM_KINDS
from paralattice.judging.phases import PhaseScores
from paralattice.judging.sheets.study_files import StudyFiles

_PROBLEMS_SHOWN = 20
_P = Column("p", digits=4, ends=(0,))
_CLUSTERS = {"training": "splits train and dev", "testing": "split test, or none"}


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
    if results.phases:
        counts = (
            (one.judge, *(f"{count:,}" for count in (one.dealt, one.scored, one.partly, one.missing)))
            for one in report.returned.judges
        )
        print_grid(console, grid(("judge", "dealt", "scored", "one score", "missing"), counts, ("judge",)))
    for scores in results.phases:
        _show_phase(console, scores)
    for table in results.tables:
        if results.phases and table.name != PASSES:
            continue
        say(console, table.caption)
        show_table(console, table)
    alpha = results.facts.get("alpha_ordinal")
    if alpha is not None:
        say(console, f"agreement: alpha {decimal_text(alpha, 3)} (ordinal)")
    if report.waiting:
        what = f"{report.waiting} items on which judges disagree"
        say(console, f"{what}: their sheets of a second pass are in {shown(again)}")
    say(console, f"\n{'tables and figures' if results.phases else 'tables'} in {report.folder}")


def _show_phase(console: Console, scores: PhaseScores) -> None:
    clusters = len(scores.means[CRITERIA[0]].clusters)
    noun = "cluster" if clusters == 1 else "clusters"
    say(console, f"\n{scores.phase}: {clusters} {noun} ({_CLUSTERS[scores.phase]})")
    print_grid(console, _version_table(scores))
    say(console, "sd: sample standard deviation of the judges' means")
    reference = next((test.better for test in scores.tests[CRITERIA[0]]), "")
    if reference:
        say(
            console,
            f"p ({reference}): paired t-test over clusters, two-sided, of {reference} against the version of "
            f"the line; t in the tables is positive where the mean of {reference} is higher",
        )
    for name in scores.means:
        for line in _criterion_lines(scores, name):
            say(console, line)


def _version_table(scores: PhaseScores) -> Table:
    """Return overall means, deviations over judges, and the reference's t-tests against the others."""
    tests = {name: scores.tests[name][: len(scores.versions) - 1] for name in scores.means}
    reference = next((test.better for test in tests[CRITERIA[0]]), "")
    heads = [head for name in scores.means for head in (name, "sd", f"p ({reference})" if reference else "p")]
    rows = []
    for version in scores.versions:
        cells = []
        for name in scores.means:
            judges = scores.judges[name].get(version)
            p = next((test.p for test in tests[name] if test.worse == version), None)
            mean = scores.means[name].overall.get(version)
            cells += [_number(mean), _number(judges.deviation if judges else None), shown_cell(_P, p)]
        rows.append((version, *cells))
    return grid(("version", *heads), rows, ("version",))


def _criterion_lines(scores: PhaseScores, name: str) -> Iterator[str]:
    gain = scores.gains[name]
    if gain:
        percent = decimal_text(gain.percent, 1)
        yield (
            f"{name}: {gain.best} against {gain.baseline}, the best baseline: "
            f"{_number(gain.best_mean)} against {_number(gain.baseline_mean)}, {percent} %"
        )
    found = scores.agreements[name]
    if found.items:
        yield (
            f"{name}: alpha {_number(found.ordinal, 3)} (ordinal), {_number(found.interval, 3)} (interval); "
            f"kappa {_number(found.linear, 3)} (linear), {_number(found.quadratic, 3)} (quadratic); "
            f"{found.judges} judges, {found.items} shared items"
        )


def _number(value: float | Fraction | None, digits: int = 2) -> str:
    return "?" if value is None else decimal_text(value, digits)
