"""``orchestrator samples``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orchestrator.commands.common import completion
from orchestrator.commands.common.output import output_options, print_lines
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import choice_option, comma_separated

if TYPE_CHECKING:
    from orchestrator.runs.folder import RunFolder

_FORMATS = ("txt", "csv", "jsonl", "label-studio", "argilla")


@click.command("samples")
@run_argument
@click.option("--version", "versions", metavar="NAMES", help="Versions, separated by commas.  [default: all]")
@click.option("--cluster", "clusters", multiple=True, metavar="NAME", help="A cluster; may be repeated.")
@click.option("--chosen", is_flag=True, help="Only the sentences that were chosen for judging.")
@choice_option("--format", _FORMATS, "txt", "The format.", to="form")
@click.option(
    "--refused",
    is_flag=False,
    flag_value="",
    metavar="[RULES]",
    shell_complete=completion.rules,
    help="In place of new sentences, how many candidates the rules of V6 refused, by default all of them; "
    "names are separated by commas.",
)
@click.option(
    "--show", is_flag=True, help="With --refused: the refused sentences, made again, each with its fault."
)
@output_options
def samples_command(
    run: Path,
    versions: str | None,
    clusters: tuple[str, ...],
    chosen: bool,
    form: str,
    refused: str | None,
    show: bool,
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
      orchestrator samples corpus --refused place,which --show --cluster bridge

    \b
      txt           a heading with # for each cluster, one sentence per line
      csv           rows of sentences.csv
      jsonl         one object per line, as datasets.load_dataset("json") reads it
      label-studio  tasks to import in Label Studio, with the originals
      argilla       records for rg.Dataset.records.from_json, with the originals
    """
    from orchestrator.runs.folder import RunFolder
    from orchestrator.runs.view.samples import sample_lines

    if show and refused is None:
        raise click.UsageError("--show needs --refused")
    found = RunFolder(run)
    if refused is None:
        lines = sample_lines(found, form, chosen, comma_separated(versions), clusters)
    else:
        lines = _refusals(found, clusters, comma_separated(refused), show)
    print_lines(lines, output, quiet)


def _refusals(run: RunFolder, clusters: tuple[str, ...], rules: tuple[str, ...], show: bool) -> Iterator[str]:
    """Return the lines of ``--refused``; raise an OptionError for a name that no rule has."""
    from paralattice.exchange.options import require_rules

    require_rules("--refused", rules)
    if show:
        # Lazy import: it loads the parser.
        from orchestrator.runs.view.refusals import refused_sentences

        return refused_sentences(run, clusters, rules)
    from orchestrator.runs.view.samples import refusal_totals

    return refusal_totals(run, clusters, rules)
