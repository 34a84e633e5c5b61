"""``orchestrator worker``."""

from __future__ import annotations

from pathlib import Path

import click

from orchestrator.commands.shared import FOLDER
from workers.settings import BROKER_VARIABLE, STORE_VARIABLE


@click.command()
@click.option(
    "--broker",
    envvar=BROKER_VARIABLE,
    show_envvar=True,
    required=True,
    help="URL of the server, redis://USER:PASSWORD@HOST:PORT/NUMBER, or rediss:// with TLS.",
)
@click.option(
    "--store",
    type=FOLDER,
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
    from orchestrator.hardware import cores
    from orchestrator.machines import shared_settings
    from orchestrator.worker import serve

    serve(shared_settings(broker, store), workers or cores(), lambda line: click.echo(line, err=True))
