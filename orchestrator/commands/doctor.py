"""``orchestrator doctor``."""

import sys
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import json_option, print_json

_COLOURS = {"ok": "green", "warning": "yellow", "problem": "red"}


@click.command("doctor")
@shared.broker_option(
    "URL of the server that workers share.  [default: the server that a run here would start]"
)
@shared.store_option("RUNS/.store, with --broker none")
@shared.store_endpoint_option
@shared.runs_option
@json_option("Print one JSON object with all figures.")
@click.option("-q", "--quiet", is_flag=True, help="Print warnings and problems alone.")
def doctor_command(as_json: bool, quiet: bool, **where: Any) -> None:
    """Check installation, machine, broker and store.

    \b
      orchestrator doctor                       for runs on this machine
      orchestrator doctor --broker URL --store /srv/paralattice/store
                                                for workers on many machines

    Each line is ok, a warning (runs work, but not as well as they could) or a
    problem.  With --broker it also lists the queue of this version on this store
    with its length, and the workers with their versions; workers of another
    version or on another store take no part in runs.  A check takes at most 10
    seconds, and no password is printed.

    \b
    Exit code: 0 no problem; 1 at least one problem.
    """
    from orchestrator.doctor.examination import Subject, examine, findings_record
    from orchestrator.doctor.findings import Level

    subject = Subject(where["broker"] or "", where["store"] or "", where["runs"], where["store_endpoint"])
    findings = []
    for finding in examine(subject):
        findings.append(finding)
        if not as_json and not (quiet and finding.level is Level.OK):
            click.echo(f"{click.style(f'{finding.level:8}', fg=_COLOURS[finding.level])} {finding}")
    if as_json:
        print_json(findings_record(findings))
    sys.exit(any(finding.level is Level.PROBLEM for finding in findings))
