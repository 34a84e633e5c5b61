"""The console script, installed as ``orchestrator`` and as ``paralattice``."""

from __future__ import annotations

import gc
import os
import sys

import click

import paralattice
from orchestrator.commands.aer import aer_command
from orchestrator.commands.cluster import cluster_command
from orchestrator.commands.distance import distance_command
from orchestrator.commands.doctor import doctor_command
from orchestrator.commands.evaluate import evaluate_command
from orchestrator.commands.evaluate_match import evaluate_match_command
from orchestrator.commands.flower import flower_command
from orchestrator.commands.match import match_command
from orchestrator.commands.measure import measure_command
from orchestrator.commands.models import models, tokenize_command
from orchestrator.commands.pair_sheets import pair_score_command, pair_sheets_command
from orchestrator.commands.pairs import pairs_command
from orchestrator.commands.paraphrase import paraphrase_command
from orchestrator.commands.parser import parser
from orchestrator.commands.ratings import rating_scores_command, rating_sheets_command
from orchestrator.commands.report import report_command
from orchestrator.commands.runs import (
    cancel_command,
    retry_command,
    runs_command,
    status_command,
    watch_command,
)
from orchestrator.commands.score import score_command
from orchestrator.commands.sheets import sheets_command
from orchestrator.commands.submit import options_command, submit_command
from orchestrator.commands.train import train_command
from orchestrator.commands.tune import tune_command
from orchestrator.commands.worker import worker_command
from orchestrator.engine.signals import StopRequest
from paralattice.errors import ParaphraseError
from workers.settings import BROKER_VARIABLE

BAD_INPUT = 2
STOPPED = 130


class _Sections(click.Group):
    """A group whose help lists its commands by purpose."""

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and first lines of all commands."""
        width = max(len(name) for name in self.commands)
        for title, commands in _SECTIONS.items():
            with formatter.section(title):
                # Names are padded, so that the sections are aligned as one table.
                formatter.write_dl(
                    [
                        (f"{command.name:{width}}", command.get_short_help_str(formatter.width - width - 6))
                        for command in commands
                    ]
                )


@click.group(
    name="orchestrator",
    cls=_Sections,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(paralattice.__version__)
def cli() -> None:
    """Turn comparable sentences into paraphrase lattices and new sentences.

    \b
      orchestrator submit corpus/                   run a folder of clusters on this machine
      orchestrator cluster documents/ -o corpus/    cluster documents by key terms
      orchestrator report runs/corpus               write the run as one page, report.html
      orchestrator sheets runs/corpus --judges 4    deal the sampled sentences to judges
      orchestrator score runs/corpus returned/      make tables and figures of their scores
      orchestrator measure runs/corpus              compute automatic measures
      orchestrator tune corpus/ --grid grid.toml    try options on the training clusters
      orchestrator submit groups.txt --method pang  build lattices of trees, and paraphrase pairs
      orchestrator evaluate runs/groups             make the tables of Pang et al. (2003)

    A cluster is a text file with one sentence per line; all sentences of a file
    are about the same event.  See `orchestrator submit --help`.
    """


_SECTIONS = {
    "Runs": (
        submit_command,
        status_command,
        watch_command,
        runs_command,
        cancel_command,
        retry_command,
        tune_command,
    ),
    "Results and judges": (report_command, sheets_command, score_command, measure_command),
    "Groups of sentences that mean the same": (
        pairs_command,
        pair_sheets_command,
        pair_score_command,
        evaluate_command,
        distance_command,
    ),
    "Documents": (cluster_command, match_command, evaluate_match_command),
    "Rewording": (
        train_command,
        paraphrase_command,
        aer_command,
        rating_sheets_command,
        rating_scores_command,
    ),
    "Machines": (worker_command, flower_command, doctor_command),
    "Texts, parsers and options": (tokenize_command, parser, models, options_command),
}
for _commands in _SECTIONS.values():
    for _command in _commands:
        cli.add_command(_command)


def main() -> None:
    """Run the command line; print errors of input, options and files as lines without a traceback."""
    # Path counts are printed exactly, with any number of digits.
    sys.set_int_max_str_digits(0)
    # Most objects live until their cluster is done: the garbage collector finds little and runs less often.
    gc.set_threshold(50_000, 20, 20)
    _hide_broker()
    try:
        cli()
    except ParaphraseError as error:
        click.echo(_prefixed(str(error)), err=True)
        sys.exit(BAD_INPUT)
    except StopRequest as request:
        click.echo(str(request), err=True)
        sys.exit(STOPPED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {place}{error.strerror or error}", err=True)
        sys.exit(1)


def _hide_broker() -> None:
    """Restart with the URL of --broker in the environment, because all users can read a command line."""
    words, url = list(sys.orig_argv), ""
    for index in reversed(range(len(words))):
        name, equals, value = words[index].partition("=")
        if name == "--broker" and (equals or index + 1 < len(words)):
            url = url or (value if equals else words[index + 1])
            del words[index : index + 1 + (not equals)]
    if "@" in url:
        os.environ[BROKER_VARIABLE] = url
        os.execv(sys.executable, words)  # noqa: S606 - this program with its own arguments


def _prefixed(text: str) -> str:
    return "\n".join(line if line.startswith(" ") else f"error: {line}" for line in text.splitlines())
