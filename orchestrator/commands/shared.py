"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from workers.settings import BROKER_VARIABLE, STORE_ENDPOINT_VARIABLE, STORE_VARIABLE

_Function = TypeVar("_Function", bound=Callable[..., Any])
FOLDER = click.Path(file_okay=False, path_type=Path)

ALIGNER_NAMES = ("paralattice", "thot-hmm", "thot-fast-align", "thot-eflomal")
TERMS_OPTION_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)

lines_option = click.option(
    "--lines", is_flag=True, help="Documents have a sentence a line; do not split them."
)

drop_duplicates_option = click.option(
    "--drop-duplicates", is_flag=True, help="Leave out sentences that nearly repeat another of their cluster."
)


def documents_options(function: _Function) -> _Function:
    """Add the options that say how documents become clusters of sentences."""
    options = (
        click.option(
            "--terms",
            type=TERMS_OPTION_FILE,
            help="CORPUS holds documents, and this file key terms (see `orchestrator cluster --help`).",
        ),
        click.option("--suggest", is_flag=True, help="CORPUS holds documents; use suggested key terms."),
        drop_duplicates_option,
        lines_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


runs_option = click.option(
    "--runs", type=FOLDER, default=Path("runs"), show_default=True, help="Folder of all runs."
)

store_endpoint_option = click.option(
    "--store-endpoint",
    envvar=STORE_ENDPOINT_VARIABLE,
    show_envvar=True,
    default="",
    metavar="URL",
    help="With --store s3://…: the server that has the bucket, http(s)://HOST:PORT.  The credentials come "
    "from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.  [default: Amazon S3]",
)


def store_option(default: str) -> Callable[[_Function], _Function]:
    """Return the option ``--store``, whose help tells that default."""
    return click.option(
        "--store",
        envvar=STORE_VARIABLE,
        show_envvar=True,
        metavar="FOLDER|s3://BUCKET/PREFIX",
        help=f"Where computed artefacts are kept, for all runs.  [default: {default}]",
    )


def broker_option(text: str) -> Callable[[_Function], _Function]:
    """Return the option ``--broker`` with that help."""
    return click.option("--broker", envvar=BROKER_VARIABLE, show_envvar=True, help=text)


def machinery_options(function: _Function) -> _Function:
    """Add the options that say what a run is computed with; nothing of it changes the results."""
    options = (
        broker_option(
            "URL of a server that `orchestrator worker` listens to, on any machine; needs --store, a folder "
            "that all machines share or a bucket.  [default: a server and workers of its own]"
        ),
        store_endpoint_option,
        click.option(
            "--patience",
            type=click.FloatRange(min=0, min_open=True),
            metavar="SECONDS",
            help="Silence after which a cluster is looked for, and sent again if no worker has it.  "
            "[default: 60]",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1),
            help="Worker processes, with --broker about how many there are.  "
            "[default: the number of cores; 16]",
        ),
        click.option(
            "--window", type=click.IntRange(1), help="Clusters in flight at most.  [default: 32 a worker]"
        ),
        click.option("--quiet", is_flag=True, help="Show no progress."),
        click.option(
            "--flower", is_flag=True, help="Show the tasks on a web page while the run is under way."
        ),
        click.option(
            "--flower-port",
            type=click.IntRange(1, 65535),
            help="Port of that page; means --flower.  [default: 5555, or a free one]",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def corpus_options(function: _Function) -> _Function:
    """Add the options that say how a corpus is read and with which options it is computed."""
    options = (
        click.option(
            "--tokenized", is_flag=True, help="The text is tokenised: white space stands between tokens."
        ),
        click.option(
            "--parses",
            type=FOLDER,
            help="Folder of CLUSTER.mrg files, a tree a sentence, in place of the parser.",
        ),
        click.option(
            "--parser",
            help="'default', 'shift-reduce' (smaller and less exact), 'stanza:PACKAGE' (see "
            "`orchestrator models`), or a folder that `orchestrator parser train` has made.",
        ),
        click.option(
            "--method",
            type=click.Choice(["shen", "pang"]),
            help="shen: sentences aligned, versions V1 to V5 (Shen et al. 2006); pang: trees merged and "
            "squeezed, version pang (Pang et al. 2003).  [default: shen]",
        ),
        click.option(
            "--versions",
            help="Versions to run, separated by commas, of either method.  [default: all of the method]",
        ),
        click.option(
            "--no-keyword-check", is_flag=True, help="Version pang: merge whatever the keywords say."
        ),
        click.option("--no-squeeze", is_flag=True, help="Version pang: leave the automaton as it is."),
        click.option("--seed", type=int, help="Seed of the sampling.  [default: 2006]"),
        click.option("--sampler", help="arc-uniform, arc-count or path-uniform.  [default: arc-uniform]"),
        click.option("--casefold", is_flag=True, help="Compare words without regard to case."),
        click.option(
            "--stop-words",
            type=click.Path(dir_okay=False, path_type=Path),
            help="File of stop words, one a line.",
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="STAGE.NAME=VALUE",
            help="Any other option; `orchestrator options` lists them.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function
