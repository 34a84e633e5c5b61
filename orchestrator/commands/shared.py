"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path

import click

FOLDER = click.Path(file_okay=False, path_type=Path)

runs_option = click.option(
    "--runs", type=FOLDER, default=Path("runs"), show_default=True, help="Folder of all runs."
)
