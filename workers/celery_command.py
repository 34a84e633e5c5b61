"""A plug-in of Celery's own command, ``celery -A workers.app …``, that keeps the current folder out.

Celery looks for the application in the current folder first, and its sub-command ``flower`` runs a
``flowerconfig.py`` from there.  Plug-ins are loaded before that.
"""

import os
import sys

import click

_OURS = "workers"


def keep_out_current_folder() -> None:
    """Import our application, so that Celery finds it imported, and give Flower an empty file of settings."""
    # A no-op if Flower is not the sub-command; `--conf FILE` still names another file.
    from flower.options import options

    import workers.app  # noqa: F401 - stays in sys.modules

    options.conf = os.devnull


def is_ours(words: list[str], environment: dict[str, str]) -> bool:
    """Return whether a command line of Celery, or its environment, names our application.

    Parameters
    ----------
    words
        The command line.
    environment
        The variables; Celery reads the application's name from ``CELERY_APP`` or ``APP``.
    """
    named = [environment.get("CELERY_APP", ""), environment.get("APP", "")]
    names = [word.removeprefix("-A").removeprefix("--app=").lstrip("=") for word in [*words, *named]]
    return any(name.replace(":", ".").split(".")[0] == _OURS for name in names)


@click.command("paralattice", hidden=True)
def command() -> None:
    """Say how workers are started."""
    click.echo("Start workers with `orchestrator worker`.")


if is_ours(sys.argv[1:], dict(os.environ)):
    keep_out_current_folder()
