"""``orchestrator submit`` and ``orchestrator options``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.shared import FOLDER, runs_option
from workers.settings import BROKER_VARIABLE, STORE_VARIABLE


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the run.  [default: the corpus's name]")
@runs_option
@click.option(
    "--store",
    type=FOLDER,
    envvar=STORE_VARIABLE,
    help="Folder of computed artefacts, shared by runs.  [default: RUNS/.store]",
)
@click.option(
    "--broker",
    envvar=BROKER_VARIABLE,
    show_envvar=True,
    help="URL of a server that `orchestrator worker` listens to, on any machine; needs --store, a folder "
    "that all machines share.  [default: a server and workers of its own]",
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Silence after which a cluster is looked for, and sent again if no worker has it.  [default: 60]",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Worker processes, with --broker about how many there are.  [default: the number of cores; 16]",
)
@click.option("--window", type=click.IntRange(1), help="Clusters in flight at most.  [default: 32 a worker]")
@click.option("--tokenized", is_flag=True, help="The text is tokenised: white space stands between tokens.")
@click.option(
    "--parses", type=FOLDER, help="Folder of CLUSTER.mrg files, a tree a sentence, in place of the parser."
)
@click.option("--parser", help="'default', or 'stanza:PACKAGE' (see `orchestrator models`).")
@click.option("--versions", help="Versions to run, separated by commas.  [default: V1,V2,V3,V4,V5]")
@click.option("--seed", type=int, help="Seed of the sampling.  [default: 2006]")
@click.option("--sampler", help="arc-uniform, arc-count or path-uniform.  [default: arc-uniform]")
@click.option("--casefold", is_flag=True, help="Compare words without regard to case.")
@click.option(
    "--stop-words", type=click.Path(dir_okay=False, path_type=Path), help="File of stop words, one a line."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="STAGE.NAME=VALUE",
    help="Any other option; `orchestrator options` lists them.",
)
@click.option("--dry-run", is_flag=True, help="Validate the corpus, print what would be computed, and stop.")
@click.option("--update", is_flag=True, help="Go on with a run although its corpus or options have changed.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def submit(corpus: Path, **flags: Any) -> None:
    """Run all stages over the clusters of CORPUS, on this machine.

    CORPUS is a folder of clusters: NAME.txt with one sentence a line, or
    NAME.jsonl with lines {"cluster": …, "sentence": …}; NAME.mrg beside a
    cluster gives its trees.  The whole corpus is checked before anything runs.

    \b
      orchestrator submit corpus/ --dry-run
      orchestrator submit corpus/ --versions V1,V4 --workers 2
      orchestrator submit corpus/ --set align.position_limit=0.3 --name tight

    The same command again goes on where an interrupted run stopped, and
    computes nothing twice.  Results are in RUNS/NAME: results.csv, and for each
    version and cluster the alignment, the lattice and its picture, and samples.

    \b
    Exit code: 0 all clusters done; 1 some failed; 2 bad input; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.requests import make_request
    from orchestrator.submit import submit as run

    sys.exit(run(make_request(corpus, flags), Console()))


@click.command()
def options() -> None:
    """List every option of every stage with its default, for --set and corpus.toml."""
    from orchestrator.requests import option_lines

    for line in option_lines():
        click.echo(line)
