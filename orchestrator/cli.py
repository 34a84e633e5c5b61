"""The console script, installed as ``orchestrator`` and as ``paralattice``."""

from __future__ import annotations

import gc
import os
import sys

import click

import paralattice
from orchestrator.commands.aer import aer
from orchestrator.commands.cluster import cluster
from orchestrator.commands.distance import distance
from orchestrator.commands.doctor import doctor
from orchestrator.commands.evaluate import evaluate
from orchestrator.commands.evaluate_match import evaluate_match
from orchestrator.commands.flower import flower
from orchestrator.commands.match import match
from orchestrator.commands.measure import measure
from orchestrator.commands.models import models, tokenize
from orchestrator.commands.pair_sheets import pair_score, pair_sheets
from orchestrator.commands.pairs import pairs
from orchestrator.commands.paraphrase import paraphrase as reword
from orchestrator.commands.parser import parser
from orchestrator.commands.ratings import rating_scores, rating_sheets
from orchestrator.commands.report import report
from orchestrator.commands.runs import cancel, list_runs, retry, status, watch
from orchestrator.commands.score import score
from orchestrator.commands.sheets import sheets
from orchestrator.commands.submit import options, submit
from orchestrator.commands.train import train
from orchestrator.commands.tune import tune
from orchestrator.commands.worker import worker
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
      orchestrator cluster documents/ -o corpus/    make clusters of documents, by key terms
      orchestrator report runs/corpus               write the run as one page, report.html
      orchestrator sheets runs/corpus --judges 4    deal the sampled sentences to judges
      orchestrator score runs/corpus returned/      make tables and figures of their scores
      orchestrator measure runs/corpus              compute automatic measures
      orchestrator tune corpus/ --grid grid.toml    try options on the training clusters
      orchestrator submit groups.txt --method pang  build lattices of trees, and paraphrase pairs
      orchestrator evaluate runs/groups             make the tables of Pang et al. (2003)

    A cluster is a text file with one sentence a line; all sentences of a file
    are about the same event.  See `orchestrator submit --help`.
    """


_SECTIONS = {
    "Runs": (submit, status, watch, list_runs, cancel, retry, tune),
    "Results and judges": (report, sheets, score, measure),
    "Groups of sentences that mean the same": (pairs, pair_sheets, pair_score, evaluate, distance),
    "Documents": (cluster, match, evaluate_match),
    "Rewording": (train, reword, aer, rating_sheets, rating_scores),
    "Machines": (worker, flower, doctor),
    "Texts, parsers and options": (tokenize, parser, models, options),
}
for _commands in _SECTIONS.values():
    for _command in _commands:
        cli.add_command(_command)


def main() -> None:
    """Run the command line; print errors of input, options and files without a traceback, a line each."""
    # Path counts are exact, however long.
    sys.set_int_max_str_digits(0)
    # Nearly all objects are in use until their cluster is done: the collector finds few cycles and runs less.
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
    """Restart this process with the URL of --broker in its environment: all users can read a command line."""
    words, url = list(sys.orig_argv), ""
    for index in reversed(range(len(words))):
        name, equals, value = words[index].partition("=")
        if name == "--broker" and (equals or index + 1 < len(words)):
            url = url or (value if equals else words[index + 1])
            del words[index : index + 1 + (not equals)]
    if "@" in url:
        os.environ[BROKER_VARIABLE] = url
        os.execv(sys.executable, words)  # noqa: S606 - this very program, by its own words


def _prefixed(text: str) -> str:
    return "\n".join(line if line.startswith(" ") else f"error: {line}" for line in text.splitlines())
