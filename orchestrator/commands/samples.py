"""``orchestrator samples``."""

from __future__ import annotations

from pathlib import Path

import click

from orchestrator.commands.output import output_options, print_lines
from orchestrator.commands.run_argument import run_argument
from orchestrator.commands.shared import comma_separated

_FORMATS = ("txt", "csv", "jsonl", "label-studio", "argilla")


@click.command("samples")
@run_argument
@click.option("--version", "versions", metavar="NAMES", help="Versions, separated by commas.  [default: all]")
@click.option("--cluster", "clusters", multiple=True, metavar="NAME", help="A cluster; may be repeated.")
@click.option("--chosen", is_flag=True, help="Only the sentences that were chosen for judging.")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="txt", show_default=True, help="The format."
)
@click.option(
    "--refused", is_flag=True, help="In place of sentences, how many candidates each gate of V6 refused."
)
@output_options
def samples_command(
    run: Path,
    versions: str | None,
    clusters: tuple[str, ...],
    chosen: bool,
    form: str,
    refused: bool,
    output: Path | None,
    quiet: bool,
) -> None:
    """Print the new sentences of RUN as text.

    A new sentence is one that was drawn from a lattice and that no sentence of
    its cluster equals. The chosen ones are also in RUN/sentences.csv and .txt.

    \b
      orchestrator samples corpus --chosen
      orchestrator samples corpus --version V4 --cluster bridge
      orchestrator samples corpus --format jsonl -o sentences.jsonl
      orchestrator samples corpus --refused

    \b
      txt           a heading with # for each cluster, one sentence per line
      csv           rows of sentences.csv
      jsonl         one object per line, as datasets.load_dataset("json") reads it
      label-studio  tasks to import in Label Studio, with the originals
      argilla       records for rg.Dataset.records.from_json, with the originals
    """
    from orchestrator.runs.folder import RunFolder
    from orchestrator.runs.view.samples import gate_totals, sample_lines

    found = RunFolder(run)
    lines = sample_lines(found, form, chosen, comma_separated(versions), clusters)
    if refused:
        lines = gate_totals(found, clusters)
    print_lines(lines, output, quiet)
