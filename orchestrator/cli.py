"""The commands of the console script, which is installed as ``orchestrator`` and as ``paralattice``."""

import gc
import os
import sys
import traceback
from pathlib import Path

import click

from orchestrator.commands import runs
from orchestrator.commands.cluster import cluster_command
from orchestrator.commands.common.group import SectionedGroup, Verbosity, with_common_options
from orchestrator.commands.distance import distance_command
from orchestrator.commands.doctor import doctor_command
from orchestrator.commands.export import export_command
from orchestrator.commands.flower import flower_command
from orchestrator.commands.judge import judge
from orchestrator.commands.match import match
from orchestrator.commands.measure import measure_command
from orchestrator.commands.parser import parser
from orchestrator.commands.phrases import phrases
from orchestrator.commands.report import report_command
from orchestrator.commands.reword import reword
from orchestrator.commands.samples import samples_command
from orchestrator.commands.serve import serve_command
from orchestrator.commands.store import store
from orchestrator.commands.submit import options_command, submit_command
from orchestrator.commands.tokenize import tokenize_command
from orchestrator.commands.tune import tune_command
from orchestrator.commands.worker import worker_command
from orchestrator.engine.signals import StopRequest
from orchestrator.io.problems import encoding_advice
from orchestrator.io.shortage import SHORTAGE, is_shortage
from orchestrator.io.terminal import protect_terminal
from paralattice.errors import OptionError, ParalatticeError
from workers.settings import BROKER_VARIABLE

BAD_INPUT = 2
STOPPED = 130

EXIT_CODES = """\b
Exit codes:
  0    done
  1    done in part: some clusters failed, or a file cannot be read or written
  2    nothing was done: the command line, an option or the input is wrong
  3    status and watch: the run was stopped, cancelled or lost
  130  stopped by Ctrl-C; the same command continues
"""


@click.group(
    name="orchestrator",
    cls=SectionedGroup,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def cli() -> None:
    """Turn comparable sentences into paraphrase lattices and new sentences.

    \b
      orchestrator submit corpus/                   run a folder of clusters
      orchestrator judge deal corpus --judges 4     deal new sentences to judges
      orchestrator cluster documents/ -o corpus/    make clusters of documents
      orchestrator submit groups.txt --method pang  build lattices of trees
      orchestrator COMMAND --help                   explain a command

    A cluster is a text file with one sentence per line; all sentences of a file
    are about the same event.  A run is named by its name or its folder.
    """


with_common_options(cli)
cli.add_sections(
    {
        "Runs": (
            submit_command,
            runs.status_command,
            runs.watch_command,
            runs.runs_command,
            runs.cancel_command,
            runs.retry_command,
        ),
        "Results": (
            samples_command,
            report_command,
            export_command,
            judge,
            serve_command,
            measure_command,
            tune_command,
        ),
        "Other systems": (phrases, match, reword, distance_command),
        "Texts, parsers and options": (cluster_command, tokenize_command, parser, options_command),
        "Machines": (worker_command, store, flower_command, doctor_command),
    }
)


def main() -> None:
    """Run the command line; print errors of input, options and files as lines without a traceback."""
    # Path counts are printed exactly, with any number of digits.
    sys.set_int_max_str_digits(0)
    # Most objects live until their cluster is done: the garbage collector finds little and runs less often.
    gc.set_threshold(50_000, 20, 20)
    _hide_broker()
    protect_terminal()
    try:
        _require_folder()
        cli()
    except ParalatticeError as error:
        _show_place()
        click.echo(_prefixed(str(error)), err=True)
        # Lazy import: a start without an error does not need it.
        from orchestrator.runs.folder import repair_advice

        if advice := repair_advice(error) or encoding_advice(error):
            click.echo(f"  {advice}", err=True)
        sys.exit(BAD_INPUT)
    except StopRequest as request:
        click.echo(str(request), err=True)
        sys.exit(STOPPED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (MemoryError, ImportError, RuntimeError) as error:
        if not is_shortage(error):
            raise
        _show_place()
        click.echo(f"error: {SHORTAGE}", err=True)
        sys.exit(1)
    except OSError as error:
        _show_place()
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {place}{error.strerror or error}", err=True)
        sys.exit(1)


def _require_folder() -> None:
    """Raise an OptionError in a folder that was removed, where no relative path leads anywhere."""
    try:
        Path.cwd()
    except FileNotFoundError:
        raise OptionError("the current folder was removed: change to another one") from None


def _show_place() -> None:
    if Verbosity.errors_in_full:
        traceback.print_exc()


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
