"""``orchestrator report``."""

from __future__ import annotations

from pathlib import Path

import click

from orchestrator.commands.shared import FOLDER


@click.command()
@click.argument("run", type=FOLDER)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write it.  [default: RUN/report.html]",
)
@click.option(
    "--clusters",
    type=click.IntRange(0),
    default=200,
    show_default=True,
    help="Clusters that can be looked into, the first that are done.",
)
@click.option("--only", multiple=True, metavar="NAME", help="A cluster that can be; may be given again.")
def report(run: Path, output: Path | None, clusters: int, only: tuple[str, ...]) -> None:
    """Write report.html, RUN (a folder, such as runs/corpus) as one page for a browser.

    The page holds all it needs and can be sent to others: a summary, a table of
    clusters and versions to sort and filter, the lattices of each cluster side
    by side, the samples with the sentences that they are made of, the scores
    once there are some, and what the run depends on.

    `orchestrator submit` writes it at the end of a run.  Write it again after
    `orchestrator score`, or to look into other clusters of a large run:

    \b
      orchestrator report runs/corpus
      orchestrator report runs/corpus --only bridge --only ferry -o two.html
      orchestrator report runs/large --clusters 500
    """
    from orchestrator.report import ReportOptions, write_report

    written = write_report(run, ReportOptions(clusters, only), output)
    total = written.done + written.failed
    click.echo(
        f"{written.path}: {total} clusters, {written.failed} failed; {written.shown} can be looked into"
    )
