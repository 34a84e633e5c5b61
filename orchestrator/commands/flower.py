"""``orchestrator flower``."""

from pathlib import Path

import click

from orchestrator.commands.common.shared import FOLDER, broker_option, number_option, runs_option
from workers.settings import FLOWER_USER, FLOWER_VARIABLE


@click.command(
    "flower",
    epilog=f"The user is {FLOWER_USER}; the password is the value of {FLOWER_VARIABLE}, or one that is made "
    "at the first start and kept in FOLDER/password.",
)
@broker_option(
    "URL of a shared server, redis://USER:PASSWORD@HOST:PORT/NUMBER.  [default: runs on this machine]"
)
@runs_option
@number_option("--port", 5555, "Port.", most=65535)
@click.option(
    "--address",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; the default is reachable from this machine only.",
)
@click.option(
    "--history",
    type=FOLDER,
    metavar="FOLDER",
    help="Folder of your own that keeps the tasks across restarts.  [default: in the user's data]",
)
def flower_command(broker: str | None, runs: Path, port: int, address: str, history: Path | None) -> None:
    """Show tasks and workers on a web page, until Ctrl-C.

    Without --broker it shows the runs in RUNS: the run under way on this machine,
    the next one when it begins, and the earlier tasks in between.  With --broker
    it shows all runs on a shared server.

    \b
      orchestrator flower                        in one terminal,
      orchestrator submit corpus/                in another; or both at once:
      orchestrator submit corpus/ --flower
      orchestrator flower --broker redis://server:6379/0

    The page cannot change anything.
    """
    from orchestrator.engine.flower import Page, flower_folder, serve_flower
    from orchestrator.runs.view.flower_source import source_for

    page = Page(history or flower_folder(runs, broker or ""), port, address)
    serve_flower(page, source_for(broker or "", runs), lambda line: click.echo(line, err=True))
