"""The argument RUN, the same for all commands: a folder, or a name below ``--runs``."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import completion
from orchestrator.commands.common.shared import runs_option


def run_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument RUN and the option ``--runs``; the function gets ``run``, the folder of the run.

    The run is looked up when all other arguments are known to be right.
    """

    @wraps(function)
    def found(*arguments: Any, run: str, runs: Path, **flags: Any) -> Any:
        from orchestrator.runs.folder import existing_run

        return function(*arguments, run=existing_run(runs, run).root, **flags)

    return click.argument("run", shell_complete=completion.runs)(runs_option(found))
