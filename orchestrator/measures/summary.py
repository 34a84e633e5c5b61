"""The terminal output of `orchestrator measure`: progress, measures by version, correlations in short."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from orchestrator.io.console import say, transient_bar, warn
from orchestrator.io.tables import grid, print_grid, show_table
from orchestrator.measures.measure import MeasureReport, MeasureRequest, measure_run
from paralattice.formats.tables.paper_tables import Cell, Column, Table, decimal_text, shown_cell
from paralattice.judging.judgements import CRITERIA
from paralattice.measures.correlation import ALL, LEVELS, Correlation

_NUMBER = Column("r", digits=3)
# Column to heading: all of them fit into 80 characters.
_HEADINGS = {
    "version": "version",
    "clusters": "clusters",
    "entropy": "bits",
    "entropy_difference": "+bits",
    "entropy_difference_sd": "sd",
    "length": "tokens",
    "length_difference": "+tokens",
    "distance": "distance",
    "repetition_ratio_percent": "repeated",
    "novel_percent": "novel",
}


def measure_and_show(run: Path, request: MeasureRequest, quiet: bool = False) -> MeasureReport:
    """Measure a run, with a progress bar on a terminal, and print the measures unless told to be quiet."""
    with transient_bar("measuring") as progress:
        task = progress.add_task("clusters", total=None)
        done = 0

        def advance(left: int) -> None:
            nonlocal done
            done += 1
            progress.update(task, completed=done, total=done + left)

        report = measure_run(run, request, advance)
    if not quiet:
        show_measures(Console(highlight=False), report)
    return report


def show_measures(console: Console, report: MeasureReport) -> None:
    """Print the language model, the measures by version, the correlations and where the files are."""
    say(console, f"language model: {model_text(report.model)}")
    if report.left_out:
        warn(console, f"without samples, and left out: {_named(report.left_out)}")
    say(console, "means over clusters: bits a token, tokens, both also against the originals (+)")
    say(console, "sd: sample standard deviation of +bits over clusters")
    print_grid(console, _version_grid(report.by_version))
    if report.references:
        say(console, "\nfirst sentences against the references: ROUGE as F1")
        show_table(console, report.references)
    if report.unreferenced:
        warn(console, f"without references, and not among these: {_named(report.unreferenced)}")
    for lines in _correlations(report):
        print_grid(console, lines)
    if report.unmatched:
        warn(console, f"{report.unmatched} judged sentences are not among the samples, and are ignored")
    if not report.correlations:
        say(console, "no judgements yet (orchestrator judge score): no correlations")
    say(console, f"\ntables in {report.folder}")


def model_text(model: Mapping[str, Any]) -> str:
    """Return a line that describes a language model, from its record in ``measures.json``."""
    share = decimal_text(100 * model["unknown_share"], 1)
    unknown = f"; {share} % of the originals' tokens are unknown to it"
    if model["of"] == "model":
        return f"{model['file']}, order {model['order']}{unknown}"
    sort = f"{model['order']}-gram, {'modified' if model['modified'] else 'interpolated'} Kneser-Ney"
    size = f"{model['sentences']:,} sentences"
    if model["of"] == "text":
        return f"{sort}, of {_named([text['file'] for text in model['texts']])}, {size}{unknown}"
    how = (
        "including those measured"
        if model["seen"]
        else f"in {model['folds']} parts, each modelled by the others"
    )
    return f"{sort}, of the corpus, {size} {how}{unknown}"


def _named(names: Any) -> str:
    shown = ", ".join(map(str, names[:5]))
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"


def _version_grid(table: Table) -> Grid:
    rows = []
    for row in table.rows:
        cells = {column.name: _text(column, cell) for column, cell in zip(table.columns, row, strict=True)}
        rows.append([cells[name] for name in _HEADINGS])
    return grid(_HEADINGS.values(), rows, ("version",), padding=(0, 1, 0, 0))


def _text(column: Column, cell: Cell) -> str:
    text = shown_cell(column, cell) or "?"
    return f"{text} %" if column.name.endswith("_percent") and cell is not None else text


def _correlations(report: MeasureReport) -> Iterator[Grid]:
    """Yield a table for items and one for clusters: all versions together, Pearson's r and Spearman's rho."""
    version = ALL if len(report.versions) > 1 else report.versions[0]
    mine = [one for one in report.correlations if one.version == version]
    found = {(one.level, one.measure, one.criterion): one for one in mine}
    heads = ("measure", *(head for criterion in CRITERIA for head in (f"{criterion} r", "rho")))
    for level, measures in LEVELS.items() if found else ():
        counts = max(found[level, name, criterion].n for name in measures for criterion in CRITERIA)
        rows = (
            [name.replace("_", " "), *_cells(found[level, name, one] for one in CRITERIA)]
            for name in measures
        )
        title = f"\ncorrelation with mean scores, {counts} {level}"
        yield grid(heads, rows, ("measure",), title=title, title_justify="left")


def _cells(correlations: Iterable[Correlation]) -> Iterator[str]:
    for one in correlations:
        for value in (one.pearson, one.spearman):
            yield shown_cell(_NUMBER, value) or "?"
