"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path

import click

from workers.settings import STORE_ENDPOINT_VARIABLE

FOLDER = click.Path(file_okay=False, path_type=Path)

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
