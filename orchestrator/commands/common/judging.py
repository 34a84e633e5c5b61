"""Options and work of the commands that deal sheets to judges and score them, the same for all studies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchestrator.commands.common.output import json_option, print_tables, quiet_option
from orchestrator.commands.common.shared import EXISTING, flag_option, number_option

if TYPE_CHECKING:
    from orchestrator.judging.study import Study
    from paralattice.judging.sheets.study_files import StudyFiles

_Function = Callable[..., Any]


def _serve_options(function: _Function) -> _Function:
    serve = flag_option("--serve", "Also print a link for each judge: `orchestrator serve` has the sheets.")
    url = click.option(
        "--url",
        default="http://127.0.0.1:8080",
        show_default=True,
        help="Address of the server in the links.",
    )
    return serve(url(function))


def deal_options(function: _Function) -> _Function:
    """Add the options that :func:`deal` takes."""
    force = flag_option("--force", "Replace existing sheets and the answers in them.")
    return quiet_option(_serve_options(force(function)))


def score_options(function: _Function) -> _Function:
    """Add the argument and the options that :func:`score` takes."""
    second = click.option(
        "--second-pass",
        "second",
        type=EXISTING,
        multiple=True,
        help="Sheets of the second pass, files or folders; may be repeated.",
    )
    sheets = click.argument("sheets", type=EXISTING, nargs=-1)
    return sheets(second(_serve_options(json_option()(quiet_option(function)))))


def again_options(function: _Function) -> _Function:
    """Add the options of a second pass, which :func:`score` takes."""
    again = flag_option(
        "--deal-again",
        "Deal the items on which judges disagree again, for a second pass, unless it was dealt.",
    )
    apart = number_option("--apart", 2, "Least difference of two scores that is a disagreement.", most=3)
    return again(apart(function))


def deal(
    study: Study[Any], make: Callable[..., Any], *, force: bool, serve: bool, url: str, **options: Any
) -> None:
    """Deal the sheets of a study with options made of the others, and print what each judge gets."""
    from orchestrator.judging.study import deal_study
    from orchestrator.judging.summary import deal_lines

    package = deal_study(study, make(**options), force)
    for line in deal_lines(study.folder, study.files, package):
        click.echo(line)
    if serve:
        _print_links(study.folder, study.files, url)


def score(
    study: Study[Any],
    *,
    sheets: tuple[Path, ...],
    second: tuple[Path, ...],
    deal_again: bool,
    apart: int,
    as_json: bool,
    serve: bool,
    url: str,
) -> int:
    """Score the returned sheets of a study, and print the scores; return the exit code."""
    from orchestrator.judging.study import score_study
    from orchestrator.judging.summary import show_scores

    report = score_study(study, sheets, second, apart if deal_again else None)
    again = study.files.again
    show_scores(report, study.folder / again.sheets, as_json)
    if as_json and report.results:
        print_tables(report.results.tables)
    if serve and report.waiting and not (study.folder / again.served).exists():
        _print_links(study.folder, again, url)
    return report.exit_code


def _print_links(folder: Path, files: StudyFiles, url: str) -> None:
    from orchestrator.judging.served import serve_dealt
    from orchestrator.judging.summary import link_lines

    for line in link_lines(folder, files, serve_dealt(folder, files), url):
        click.echo(line)
