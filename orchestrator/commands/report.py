"""``orchestrator report``."""

from pathlib import Path

import click

from orchestrator.commands.common.output import file_output, quiet_option
from orchestrator.commands.common.run_argument import run_argument


def refresh(run: Path) -> None:
    """Write the page of a run again if it has one, since scores or measures are new; say why if it fails."""
    from orchestrator.report.writing import refresh_report

    if problem := refresh_report(run):
        click.echo(problem, err=True)


@click.command("report")
@run_argument
@file_output("File of the page.  [default: RUN/report.html]")
@click.option(
    "--clusters",
    type=click.IntRange(0),
    help="Number of clusters shown in detail, the first ones done.  [default: all]",
)
@click.option(
    "--only", multiple=True, metavar="NAME", help="A cluster shown in detail; may be given several times."
)
@quiet_option
def report_command(run: Path, output: Path | None, clusters: int | None, only: tuple[str, ...]) -> None:
    """Write RUN as one page for a browser, report.html.

    The page has new sentences with a search, a summary, a table of clusters
    and versions to sort and filter, the lattices of each cluster side by side,
    the samples with the sentences that they come from, the scores if there are
    any, and the input and options of the run.

    `orchestrator submit` writes the page at the end of a run; scores and
    measures write it again.  The clusters of a large run that do not fit into
    one file lie in a folder beside it, report/, and are loaded when one opens
    them.  Write it yourself for some clusters alone:

    \b
      orchestrator report runs/corpus
      orchestrator report runs/corpus --only bridge --only ferry -o two.html
      orchestrator report runs/large --clusters 500
    """
    from orchestrator.report.writing import write_report

    written = write_report(run, output, clusters, only)
    total = written.done + written.failed
    click.echo(f"{written.path}: {total} clusters, {written.failed} failed; {written.shown} shown in detail")
    for reason in written.damaged:
        click.echo(f"error: {reason}", err=True)
    if written.damaged:
        raise click.exceptions.Exit(1)
