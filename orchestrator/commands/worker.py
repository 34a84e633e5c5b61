"""``orchestrator worker``."""

import click

from orchestrator.commands.common.shared import broker_option, store_endpoint_option
from workers.settings import STORE_VARIABLE


@click.command("worker")
@broker_option(
    "URL of the server, redis://USER:PASSWORD@HOST:PORT/NUMBER, or rediss:// with TLS.", required=True
)
@click.option(
    "--store",
    envvar=STORE_VARIABLE,
    show_envvar=True,
    required=True,
    metavar="FOLDER|s3://BUCKET/PREFIX",
    help="Store of the artefacts: a folder that all machines share, or a bucket.",
)
@store_endpoint_option
@click.option("--workers", type=click.IntRange(1), help="Worker processes.  [default: the number of cores]")
def worker_command(broker: str, store: str, store_endpoint: str, workers: int | None) -> None:
    """Run tasks of a shared server on this machine.

    They are the tasks of all runs that were submitted to this server and this store.

    \b
      export ORCHESTRATOR_BROKER_URL=redis://paralattice-worker:PASSWORD@server:6379/0
      export ORCHESTRATOR_STORE=/srv/paralattice/store
      orchestrator worker                 on as many machines as you like
      orchestrator submit corpus/         on any of them

    With a bucket of S3, or of an S3-compatible server, instead of a folder:

    \b
      export AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… AWS_REGION=…
      orchestrator worker --store s3://my-bucket/paralattice
      orchestrator worker --store s3://my-bucket --store-endpoint http://10.0.0.5:9000

    The worker runs until Ctrl-C or TERM, and ends after the tasks under way.  It
    runs only tasks of its own version of Paralattice.
    """
    from orchestrator.engine.hardware import cores
    from orchestrator.engine.shared_backend import shared_settings
    from orchestrator.engine.worker_supervisor import serve

    settings = shared_settings(broker, store, store_endpoint)
    serve(settings, workers or cores(), lambda line: click.echo(line, err=True))
