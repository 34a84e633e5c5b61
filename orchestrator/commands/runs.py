"""``orchestrator status``, ``watch``, ``runs``, ``cancel`` and ``retry``."""

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import completion
from orchestrator.commands.common.output import json_option, quiet_option
from orchestrator.commands.common.shared import broker_option, resource_options, runs_option, store_option

_run_argument = click.argument("run", required=False, default="", shell_complete=completion.runs)


@click.command("status")
@_run_argument
@runs_option
@broker_option("Ask this server as well, for runs on other machines.")
@json_option("Print the whole status as JSON.")
@quiet_option
def status_command(run: str, runs: Path, broker: str | None, as_json: bool) -> None:
    """Show the state and progress of RUN.

    RUN is a folder or a name; by default it is the run under way, or the last one.

    \b
      orchestrator status                       from another shell, in the same folder
      orchestrator status runs/corpus --json
      orchestrator status news --broker URL     from any machine

    \b
    Exit code: 0 under way or done; 1 some clusters failed; 3 stopped, cancelled or lost.
    """
    from rich.console import Console

    from orchestrator.runs.view.follow import show_status
    from orchestrator.runs.view.queries import Runs
    from orchestrator.runs.view.status import exit_code

    found = Runs(runs, broker or "").one(run)
    show_status(found, Console(), as_json)
    sys.exit(exit_code(found))


@click.command("watch")
@_run_argument
@runs_option
@broker_option("Ask this server as well, for runs on other machines.")
@quiet_option
def watch_command(run: str, runs: Path, broker: str | None) -> None:
    """Follow the progress of RUN until it ends.

    Ctrl-C ends the display, not the run.

    \b
      orchestrator submit corpus/ --detach
      orchestrator watch corpus

    The exit code is that of `orchestrator status` at the end.
    """
    from rich.console import Console

    from orchestrator.runs.view.follow import follow_run
    from orchestrator.runs.view.queries import Runs
    from orchestrator.runs.view.status import exit_code

    known = Runs(runs, broker or "")
    try:
        sys.exit(exit_code(follow_run(lambda: known.one(run), Console())))
    except KeyboardInterrupt:
        sys.exit(130)


@click.command(name="runs")
@runs_option
@broker_option("List the runs that this server knows of as well.")
@json_option("Print the whole status of each run as one line of JSON.")
def runs_command(runs: Path, broker: str | None, as_json: bool) -> None:
    """List all runs, the newest first.

    \b
      orchestrator runs
      orchestrator runs --json
      orchestrator runs --broker URL     those of all machines
    """
    import json

    from rich.console import Console

    from orchestrator.io.tables import print_grid
    from orchestrator.runs.view.follow import runs_table
    from orchestrator.runs.view.queries import Runs

    statuses = Runs(runs, broker or "").all()
    if as_json:
        for one in statuses:
            click.echo(json.dumps(one.to_dict(), ensure_ascii=False))
    elif statuses:
        print_grid(Console(), runs_table(statuses))
    else:
        click.echo(f"no run in {runs}")


@click.command("cancel")
@_run_argument
@runs_option
@broker_option("The server of a run on other machines; its messages are removed from the queue.")
@click.option(
    "--wait", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds to wait."
)
@quiet_option
def cancel_command(run: str, runs: Path, broker: str | None, wait: float) -> None:
    """Stop RUN and keep its results.

    No more work is submitted, messages that no worker has begun are withdrawn, and
    the same `submit` continues the run.  On a shared server, workers finish the few clusters that they
    have begun.

    \b
      orchestrator cancel corpus
      orchestrator cancel news --broker URL     from any machine
    """
    from orchestrator.runs.view.queries import Runs

    sys.exit(0 if Runs(runs, broker or "").cancel(run, wait, click.echo) else 1)


@click.command("retry")
@click.argument("run", required=True, shell_complete=completion.runs)
@runs_option
@resource_options
@store_option("that of the run")
def retry_command(run: str, runs: Path, **flags: Any) -> None:
    """Compute the failed clusters of RUN again.

    The corpus is not read.

    \b
      orchestrator retry runs/corpus
      orchestrator retry news --broker URL --store /srv/store

    The exit code is that of `orchestrator submit`.
    """
    from rich.console import Console

    from orchestrator.commands.common.requests import finishers, make_resources
    from orchestrator.runs.folder import existing_run
    from orchestrator.runs.retry import retry

    folder = existing_run(runs, run)
    resources = make_resources(runs, flags | folder.store_flags(flags))
    sys.exit(retry(folder, resources, Console(quiet=resources.quiet), finishers()))
