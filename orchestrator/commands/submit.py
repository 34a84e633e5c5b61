"""``orchestrator submit`` and ``orchestrator options``."""

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import json_option, print_json


@click.command("submit")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the run.  [default: the corpus's name]")
@shared.runs_option
@shared.store_option("RUNS/.store")
@shared.resource_options
@shared.corpus_options
@shared.documents_options
@click.option(
    "--split", type=click.Choice(["train", "dev", "test"]), help="Compute only the clusters of this split."
)
@shared.flag_option("--dry-run", "Validate the corpus, print the plan, and stop.")
@shared.flag_option("--strict", "Compute nothing if texts do not fit, such as texts in another language.")
@shared.flag_option("--update", "Continue a run whose corpus or options have changed.")
@shared.flag_option("--detach", "Continue in the background once the corpus is checked.")
@json_option("Print the run's status at its end, or the plan with --dry-run, as one JSON object.")
def submit_command(corpus: Path, as_json: bool, **flags: Any) -> None:
    """Compute the lattices and new sentences of CORPUS.

    CORPUS is a folder of clusters: NAME.txt with one sentence per line, or
    NAME.jsonl with lines {"cluster": …, "sentence": …}; NAME.mrg beside a
    cluster has its trees; a text that begins with "# NAME" has many clusters,
    each under such a line.  The whole corpus is checked before anything runs.

    \b
      orchestrator submit corpus/ --dry-run
      orchestrator submit corpus/ --versions V1,V4 --workers 2
      orchestrator submit corpus/ --split train --name training
      orchestrator submit corpus/ --set align.position_limit=0.3 --name tight
      orchestrator submit groups.txt --method pang --versions pang,V1
      orchestrator submit corpus/ --detach          then `orchestrator watch corpus`

    A folder of folders of documents is first clustered by key terms, as by
    `orchestrator cluster`; with --terms or --suggest, so is a single folder of
    documents.

    \b
      orchestrator submit events/ --dry-run
      orchestrator submit milan/ --terms terms.txt --drop-duplicates

    The same command continues an interrupted run and computes nothing twice.
    Results are in RUNS/NAME: results.csv, a row for each cluster and version, and
    report.html.  `orchestrator export` writes alignments, lattices, pictures and
    samples as files.

    \b
    Exit code: 0 all clusters done; 1 some failed; 2 bad input; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.commands.common.requests import finishers, make_request
    from orchestrator.runs.submission.submit import submit
    from orchestrator.runs.view.queries import Runs

    if as_json and flags["detach"]:
        raise click.UsageError("--json prints the end of the run, which --detach does not await")
    request = make_request(corpus, flags)
    console = Console(quiet=as_json or request.resources.quiet)
    code = submit(request, console, finishers(), print_json if as_json else None)
    if as_json and not request.dry_run:
        print_json(Runs(request.runs).one(request.name).to_dict())
    sys.exit(code)


@click.command("options")
@click.argument("command", type=click.Choice(["submit", "reword"]), default="submit")
@json_option("Print the defaults by stage and name as one JSON object.")
def options_command(command: str, as_json: bool) -> None:
    """List all options for --set, with their defaults.

    They can be set in corpus.toml as well.

    \b
      orchestrator options          options of submit
      orchestrator options reword   options of `reword train`
    """
    from orchestrator.commands.common.requests import option_lines
    from paralattice.rewording.options import TrainingOptions
    from paralattice.run_options import Options

    options = Options() if command == "submit" else TrainingOptions()
    if as_json:
        print_json(options.to_dict())
        return
    for line in option_lines(options):
        click.echo(line)
