"""The console script ``orchestrator``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

import paraphrase
from paraphrase.errors import ParaphraseError
from workers.settings import BROKER_VARIABLE, STORE_VARIABLE

BAD_INPUT = 2
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(paraphrase.__version__, prog_name="orchestrator")
def cli() -> None:
    """Turn comparable sentences into paraphrase lattices and new sentences.

    \b
      orchestrator submit corpus/            run a folder of clusters on this machine
      orchestrator sheets runs/corpus --judges 4    deal the sampled sentences to judges

    A cluster is a text file with one sentence a line; all sentences of a file
    tell of the same event.  See `orchestrator submit --help`.
    """


@cli.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the run.  [default: the corpus's name]")
@click.option("--runs", type=_FOLDER, default=Path("runs"), show_default=True, help="Folder of all runs.")
@click.option(
    "--store",
    type=_FOLDER,
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
    help="With --broker: silence after which a cluster is looked for, and sent again if no worker has it."
    "  [default: 60]",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Worker processes, with --broker about how many there are.  [default: the number of cores; 16]",
)
@click.option("--window", type=click.IntRange(1), help="Clusters in flight at most.  [default: 32 a worker]")
@click.option("--tokenized", is_flag=True, help="The text is tokenised: white space stands between tokens.")
@click.option(
    "--parses", type=_FOLDER, help="Folder of CLUSTER.mrg files, a tree a sentence, in place of the parser."
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


@cli.command()
@click.option(
    "--broker",
    envvar=BROKER_VARIABLE,
    show_envvar=True,
    required=True,
    help="URL of the server, redis://USER:PASSWORD@HOST:PORT/NUMBER, or rediss:// with TLS.",
)
@click.option(
    "--store",
    type=_FOLDER,
    envvar=STORE_VARIABLE,
    show_envvar=True,
    required=True,
    help="Folder of artefacts that all machines share.",
)
@click.option("--workers", type=click.IntRange(1), help="Worker processes.  [default: the number of cores]")
def worker(broker: str, store: Path, workers: int | None) -> None:
    """Work for all runs that are submitted with --broker to this server and this store.

    \b
      export ORCHESTRATOR_BROKER_URL=redis://:PASSWORD@server:6379/0
      export ORCHESTRATOR_STORE=/srv/paralattice/store
      orchestrator worker                 on as many machines as you like
      orchestrator submit corpus/         on any of them

    Runs until Ctrl-C or TERM, and ends after the tasks under way.  A worker of
    another version than that of the submitting machine takes no part in its runs.
    """
    from orchestrator.machines import shared_settings
    from orchestrator.requests import cores
    from orchestrator.worker import serve

    serve(shared_settings(broker, store), workers or cores(), lambda line: click.echo(line, err=True))


@cli.command()
def options() -> None:
    """List every option of every stage with its default, for --set and corpus.toml."""
    from orchestrator.requests import option_lines

    for line in option_lines():
        click.echo(line)


@cli.command()
@click.argument("run", type=_FOLDER)
@click.option("--judges", type=click.IntRange(1), required=True, help="Number of judges.")
@click.option(
    "--per-cluster", type=click.IntRange(1), help="Judges a cluster gets at least.  [default: all of them]"
)
@click.option("--split", type=click.Choice(["train", "dev", "test"]), help="Clusters of this split alone.")
@click.option("--seed", type=int, default=2006, show_default=True, help="Seed of dealing and shuffling.")
@click.option("--force", is_flag=True, help="Replace sheets that are there, with the scores in them.")
def sheets(
    run: Path, judges: int, per_cluster: int | None, split: str | None, seed: int, force: bool
) -> None:
    """Deal the chosen sentences of RUN (a folder, such as runs/corpus) to judges.

    \b
    Every judge gets a folder RUN/sheets/judge-NN:
      sheet.csv         the sentences in shuffled order, with empty columns for two scores
      originals.csv     the sentences of the clusters, to compare with
      instructions.md   the scale from 1 (nonsense) to 4 (perfect)

    Which version a sentence comes from is in RUN/sheets-key.csv, which the
    judges must not see.

    \b
      orchestrator sheets runs/corpus --judges 4                    every judge, every cluster
      orchestrator sheets runs/corpus --judges 6 --per-cluster 3 --split test
    """
    from orchestrator.sheets import write_sheets
    from orchestrator.summary import sheet_lines
    from paraphrase.evaluate.sheets import SheetOptions

    report = write_sheets(run, SheetOptions(judges, per_cluster, split or "", seed), force)
    for line in sheet_lines(report):
        click.echo(line)


@cli.group()
def models() -> None:
    """List and download parsers."""


@models.command("list")
def list_models() -> None:
    """List the parsers that can be used with --parser."""
    from paraphrase.adapters.parser import installed_parsers

    for model in installed_parsers():
        click.echo(f"{model.name:40}{model.size / 1e6:8.1f} MB")


@models.command("download")
@click.argument("package", default="ptb3-revised_charlm")
def download_model(package: str) -> None:
    """Download an official stanza PACKAGE, for `--parser stanza:PACKAGE`."""
    from paraphrase.adapters.parser import download_parser

    model = download_parser(package)
    click.echo(f"downloaded: --parser {model.name}")


@cli.command()
@click.argument("files", type=click.Path(path_type=Path, dir_okay=False), nargs=-1)
def tokenize(files: tuple[Path, ...]) -> None:
    """Split raw text into sentences and tokens, as `submit` sees them.

    Reads FILES, or standard input where there are none, and prints a sentence a
    line with a space between tokens: a cluster for `submit --tokenized`.
    """
    from orchestrator.texts import tokenized_lines

    for line in tokenized_lines(files):
        click.echo(line)


def main() -> None:
    """Run the command line; errors that people can mend are one line each, without a trace."""
    # Path counts are exact, however long.
    sys.set_int_max_str_digits(0)
    _hide_broker()
    try:
        cli()
    except ParaphraseError as error:
        click.echo(_prefixed(str(error)), err=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {place}{error.strerror or error}", err=True)
        sys.exit(1)


def _hide_broker() -> None:
    """Start anew with the URL of --broker in the environment: all users can read a command line."""
    words, url = list(sys.orig_argv), ""
    for index in reversed(range(len(words))):
        name, equals, value = words[index].partition("=")
        if name == "--broker" and (equals or index + 1 < len(words)):
            url = url or (value if equals else words[index + 1])
            del words[index : index + 1 + (not equals)]
    if "@" in url:
        os.environ[BROKER_VARIABLE] = url
        os.execv(sys.executable, words)  # noqa: S606 - this very program, by its own words


def _prefixed(text: str) -> str:
    return "\n".join(line if line.startswith(" ") else f"error: {line}" for line in text.splitlines())
