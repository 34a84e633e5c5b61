"""Parameter types and options that several commands share."""

from collections.abc import Callable, Sequence
from encodings.aliases import aliases
from pathlib import Path
from typing import Any, TypeVar

import click

from orchestrator.commands.common import completion
from paralattice.adapters.options import DEVICES
from paralattice.errors import OptionError
from paralattice.options import suggestion
from workers.settings import BROKER_VARIABLE, STORE_ENDPOINT_VARIABLE, STORE_VARIABLE

_Function = TypeVar("_Function", bound=Callable[..., Any])

FOLDER = click.Path(file_okay=False, path_type=Path)
"""A folder, which may be absent."""

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
"""A file, which must exist."""

NEW_FILE = click.Path(path_type=Path, dir_okay=False)
"""A file to write."""

EXISTING = click.Path(path_type=Path, exists=True)
"""A file or a folder, which must exist."""


def _combined(*options: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """Return a decorator that adds several options, in that order."""

    def decorator(function: _Function) -> _Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorator


def comma_separated(text: str | None) -> tuple[str, ...]:
    """Return the names in a text, which commas separate."""
    return tuple(name.strip() for name in text.split(",")) if text else ()


def flag_option(name: str, text: str) -> Callable[[_Function], _Function]:
    """Return a decorator that adds a flag with that help."""
    return click.option(name, is_flag=True, help=text)


lines_option = flag_option("--lines", "Documents have one sentence per line and are not split.")

language_option = click.option(
    "--language",
    metavar="CODE",
    shell_complete=completion.languages,
    help="Language of the texts, a code of ISO 639-1 such as fr.  [default: en]",
)


def _encoding(_: click.Context, __: click.Parameter, name: str | None) -> str:
    try:
        "".encode(name or "utf-8")
    except (LookupError, UnicodeError):
        close = suggestion(name.lower().replace("-", "_"), {*aliases, *aliases.values()}) if name else ""
        raise OptionError(f"--encoding {name}: Python knows no such encoding{close}") from None
    return name or ""


encoding_option = click.option(
    "--encoding",
    metavar="NAME",
    callback=_encoding,
    help="Encoding of the texts that are not UTF-8, a name that Python knows, such as cp1252.",
)

tokens_option = flag_option("--tokenized", "White space separates the tokens.")

drop_duplicates_option = flag_option(
    "--drop-duplicates", "Leave out sentences that nearly repeat another of their cluster."
)

documents_options = _combined(
    click.option(
        "--terms",
        type=FILE,
        help="File of key terms (see `orchestrator cluster --help`); CORPUS holds documents.",
    ),
    flag_option("--suggest", "Use suggested key terms; CORPUS holds documents."),
    drop_duplicates_option,
    lines_option,
)
"""The options that say how documents are read and their sentences clustered."""

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


def number_option(
    name: str, default: int, text: str, least: int = 1, most: int | None = None
) -> Callable[[_Function], _Function]:
    """Return a decorator that adds an option of a whole number, whose help ends with its default."""
    kind = click.IntRange(least, most)
    return click.option(name, type=kind, default=default, show_default=True, help=text)


def choice_option(
    name: str, choices: Sequence[str], default: str, text: str, to: str | None = None
) -> Callable[[_Function], _Function]:
    """Return a decorator that adds an option with one of some values; ``to`` names its parameter."""
    names, kind = filter(None, (name, to)), click.Choice(choices)
    return click.option(*names, type=kind, default=default, show_default=True, help=text)


def seed_option(default: int, text: str) -> Callable[[_Function], _Function]:
    """Return a decorator that adds ``--seed``."""
    return click.option("--seed", type=int, default=default, show_default=True, help=text)


def store_option(default: str) -> Callable[[_Function], _Function]:
    """Return the option ``--store``, with that default in its help."""
    return click.option(
        "--store",
        envvar=STORE_VARIABLE,
        show_envvar=True,
        metavar="FOLDER|s3://BUCKET/PREFIX",
        help=f"Store of the computed artefacts of all runs.  [default: {default}]",
    )


def wordnet_option(purpose: str) -> Callable[[_Function], _Function]:
    """Return the option ``--wordnet``, with that end of its help."""
    return click.option(
        "--wordnet",
        type=FOLDER,
        default=Path("/usr/share/wordnet"),
        show_default=True,
        metavar="FOLDER",
        help=f"WordNet's database files{purpose}.",
    )


def broker_option(text: str, required: bool = False) -> Callable[[_Function], _Function]:
    """Return the option ``--broker`` with that help."""
    return click.option("--broker", envvar=BROKER_VARIABLE, show_envvar=True, required=required, help=text)


resource_options = _combined(
    broker_option(
        "URL of a server from which `orchestrator worker` takes tasks, on any machine; needs --store, a "
        "folder that all machines share or a bucket.  [default: own server and workers]"
    ),
    store_endpoint_option,
    click.option(
        "--patience",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="Seconds without news of a cluster after which it is sent again, if no worker has it.  "
        "[default: 60]",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1),
        help="Number of worker processes; with --broker, an estimate.  [default: the number of cores; 16]",
    ),
    click.option(
        "--window",
        type=click.IntRange(1),
        help="Most clusters in flight.  [default: 64 per worker that listens]",
    ),
    click.option(
        "-q",
        "--quiet",
        is_flag=True,
        help="Show no progress; commands that write files print only warnings and errors.",
    ),
    flag_option("--flower", "Show the tasks on a web page while the run is under way."),
    click.option(
        "--flower-port",
        type=click.IntRange(1, 65535),
        help="Port of that page; means --flower.  [default: 5555, or a free one]",
    ),
)
"""The options of workers, broker, store and display; none of them changes the results."""


corpus_options = _combined(
    language_option,
    encoding_option,
    flag_option("--tokenized", "The text is tokenised, with white space between tokens."),
    flag_option(
        "--tagged",
        "Tokens are word/TAG, with white space between them; no parser is used, and trees are flat.",
    ),
    click.option(
        "--parses",
        type=FOLDER,
        help="Folder of CLUSTER.mrg files, one tree per sentence, to use instead of the parser.",
    ),
    click.option(
        "--parser",
        shell_complete=completion.parsers,
        help="'default', 'stanza:PACKAGE' (see "
        "`orchestrator parser list`), or a folder that `orchestrator parser train` made.",
    ),
    click.option(
        "--device",
        type=click.Choice(DEVICES),
        help="cuda: parse on a GPU, in floats of 32 bits; some trees differ from those of the CPU.  "
        "[default: cpu]",
    ),
    click.option(
        "--method",
        type=click.Choice(["shen", "pang", "compression"]),
        help="shen: sentences aligned, versions V1 to V5 (Shen et al. 2006); pang: trees merged and "
        "squeezed, version pang (Pang et al. 2003); compression: one sentence a cluster, versions filippova "
        "(2010) and boudin (Boudin and Morin 2013).",
    ),
    click.option(
        "--versions",
        shell_complete=completion.versions,
        help="Versions to run, separated by commas: V1 to V5, V6 (new sentences by exchange), pang, or "
        "filippova or boudin (one sentence a cluster); 'paper' is V1 to V5, 'all' all of them.  "
        "[default: all of --method; else V6,V4, of tune V1 to V5]",
    ),
    flag_option("--no-keyword-check", "Version pang: merge without the keyword check."),
    flag_option("--no-squeeze", "Version pang: do not squeeze the automaton."),
    click.option("--seed", type=int, help="Seed of the sampling.  [default: 2006]"),
    click.option(
        "--sampler",
        shell_complete=completion.samplers,
        help="arc-uniform, arc-count or path-uniform.  [default: arc-uniform]",
    ),
    flag_option("--casefold", "Ignore case when words are compared."),
    click.option("--stop-words", type=NEW_FILE, help="File of stop words, one per line."),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="STAGE.NAME=VALUE",
        shell_complete=completion.settings,
        help="Any other option; `orchestrator options` lists them.  Commas separate the names of a list.",
    ),
)
"""The options of the corpus and of all stages."""
