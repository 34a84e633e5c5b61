"""``orchestrator serve``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared


@click.command("serve")
@shared.runs_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="Port; 0 for any."
)
@click.option("--certificate", type=shared.FILE, help="TLS certificate, PEM; with --key.")
@click.option("--key", type=shared.FILE, help="Key of the certificate, PEM.")
@click.option(
    "--behind-proxy", "proxy", default="", metavar="URL", help="Address of the proxy that serves the pages."
)
@click.option(
    "--password-file", type=shared.FILE, help="File with the organiser's password.  [default: as set]"
)
@shared.broker_option(
    "URL of a server from which `orchestrator worker` takes trials; needs --store.  [default: own workers]"
)
@shared.store_option("RUNS/.store")
@shared.store_endpoint_option
@shared.flag_option("--set-password", "Ask for the organiser's password, store its hash and exit.")
def serve_command(set_password: bool, password_file: Path | None, **options: Any) -> None:
    """Serve web pages to try sentences, read runs and judge.

    Only this machine reaches the pages unless --host or --behind-proxy says otherwise;
    both need TLS and the organiser's password.

    \b
      orchestrator serve                                  http://127.0.0.1:8080
      orchestrator serve --set-password
      orchestrator serve --host 0.0.0.0 --certificate cert.pem --key key.pem
      orchestrator serve --behind-proxy https://judging.example.org
    """
    from orchestrator.serve import password
    from orchestrator.serve.server import serve
    from orchestrator.serve.settings import Settings

    if set_password:
        text = click.prompt("Password of the organiser", hide_input=True, confirmation_prompt=True)
        click.echo(f"its hash is in {password.set_password(text)}")
        return
    settings = Settings(**options, password=password.stored_password(password_file))
    serve(settings, lambda line: click.echo(line, err=True))
