"""Requests that the flags of the command line describe."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchestrator.commands.common.shared import comma_separated
from orchestrator.corpora import CorpusSettings
from orchestrator.documents.model import DocumentSettings
from orchestrator.engine.flower import FLOWER_PORT, Page, flower_folder
from orchestrator.engine.hardware import cores
from orchestrator.engine.lost_work import PATIENCE
from orchestrator.engine.resources import Resources
from orchestrator.io.text import read_text
from orchestrator.runs.session import Finisher
from orchestrator.runs.submission.request import Request
from paralattice.adapters.options import PARSERS
from paralattice.align.versions import VERSIONS
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import FormatError, OptionError
from paralattice.methods import METHODS, version_names
from paralattice.methods.exchange import EXCHANGE
from paralattice.options import suggestion
from paralattice.run_options import Options

if TYPE_CHECKING:
    from paralattice.rewording.options import TrainingOptions

# The number of workers on a shared broker varies; this estimate sizes the first window and the batches.
_SHARED_WORKERS = 16
_CLUSTER_FLAGS = ("drop_duplicates", "similar", "least", "most", "suggested", "language")


def make_request(corpus: Path, flags: Mapping[str, Any]) -> Request:
    """Return the request of ``orchestrator submit``; raise OptionError if a value cannot be read."""
    return Request(
        corpus=corpus,
        runs=flags["runs"],
        name=flags["name"] or corpus.resolve().name.partition(".")[0] or "run",
        resources=make_resources(flags["runs"], flags),
        settings=CorpusSettings(
            flags["tokenized"],
            flags["parses"],
            flags.get("tagged", False),
            flags.get("language") or "",
            flags.get("encoding") or "",
        ),
        documents=document_settings(flags),
        options=_options(flags),
        split=flags.get("split") or "",
        dry_run=flags["dry_run"],
        update=flags["update"],
        detach=flags.get("detach", False),
        strict=flags.get("strict", False),
    )


def document_settings(flags: Mapping[str, Any]) -> DocumentSettings:
    """Return how documents are clustered; raise OptionError if a value is not allowed."""
    if flags.get("terms") and flags.get("suggest"):
        raise OptionError("--terms and --suggest exclude each other")
    own = {name: value for name, value in flags.items() if name in _CLUSTER_FLAGS and value is not None}
    return DocumentSettings(
        terms=flags.get("terms"),
        suggest=flags.get("suggest", False),
        lines=flags.get("lines", False),
        encoding=flags.get("encoding") or "",
        options=ClusterOptions(**own),
    )


def make_resources(runs: Path, flags: Mapping[str, Any]) -> Resources:
    """Return the workers, broker, store and display of a command.

    Parameters
    ----------
    runs
        Folder of all runs.
    flags
        The values of the command's options; those of ``resource_options`` and ``--store`` are used.

    Raises
    ------
    OptionError
        There is a broker but no store, or the store is a file.
    """
    broker = flags.get("broker") or ""
    if broker and not flags["store"]:
        raise OptionError(
            "--broker needs --store: a folder that this machine and all workers share, or s3://BUCKET/PREFIX"
        )
    store = str(flags["store"] or runs / ".store")
    if Path(store).is_file():
        raise OptionError(f"--store {store}: is a file, not a folder")
    workers = flags["workers"] or (_SHARED_WORKERS if broker else cores())
    port = flags.get("flower_port")
    return Resources(
        store=store,
        endpoint=flags.get("store_endpoint") or "",
        workers=workers,
        window=flags["window"] or 0,
        quiet=flags["quiet"],
        broker=broker,
        patience=flags.get("patience") or PATIENCE,
        flower=Page(flower_folder(runs), port or FLOWER_PORT, any_port=not port)
        if port or flags.get("flower")
        else None,
    )


def _options(flags: Mapping[str, Any]) -> dict[str, Any]:
    values = read_settings(flags["settings"], Options().to_dict())
    given = (
        ("parse", "parser", flags["parser"]),
        ("parse", "device", flags.get("device")),
        ("sample", "seed", flags["seed"]),
        ("sample", "sampler", flags["sampler"]),
        ("align", "casefold", flags["casefold"] or None),
        ("pang", "keyword_check", False if flags.get("no_keyword_check") else None),
        ("pang", "squeeze", False if flags.get("no_squeeze") else None),
    )
    for stage, name, value in given:
        if value is not None:
            values.setdefault(stage, {})[name] = value
    if "parser" in values.get("parse", {}):
        values["parse"]["parser"] = parser_name(values["parse"]["parser"])
    if flags.get("language"):
        values["language"] = flags["language"]
    versions = _versions(flags.get("method") or "", flags["versions"] or "")
    if versions:
        values["versions"] = versions
    if flags["stop_words"]:
        values["stop_words"] = _stop_words(flags["stop_words"], flags.get("encoding") or "")
    return values


def parser_name(text: str) -> str:
    """Return the name of a parser for the options: the absolute path of a folder, other names unchanged."""
    # Workers have other working folders.
    return str(Path(text).resolve()) if Path(text).is_dir() and text not in PARSERS else text


def _versions(method: str, text: str) -> list[str]:
    """Return the named versions, V6 first, or else all versions of a method; none without either."""
    groups = {"all": version_names(), "paper": tuple(VERSIONS)}
    names = sorted(groups.get(text, comma_separated(text)), key=lambda name: name != EXCHANGE)
    own = [version.name for version in METHODS[method].versions] if method else []
    if own and names and not set(own) & set(names):
        raise OptionError(f"--method {method} --versions {text}: none of these is a version of that method")
    return names or own


def read_settings(settings: Iterable[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options in settings such as ``STAGE.NAME=VALUE``, by stage and name.

    Parameters
    ----------
    settings
        The values of ``--set``.
    options
        All options with their defaults, by stage and name.

    Raises
    ------
    OptionError
        There is no such option, or its value is of another type.
    """
    values: dict[str, Any] = {}
    for setting in settings:
        stage, name, value = _setting(setting, options)
        values.setdefault(stage, {})[name] = value
    return values


def _setting(text: str, options: Mapping[str, Any]) -> tuple[str, str, Any]:
    """Return stage, name and value of ``STAGE.NAME=VALUE``; the value has the option's type."""
    path, equals, value = text.partition("=")
    stage, dot, name = path.strip().partition(".")
    defaults = options.get(stage)
    if not equals or not dot or not isinstance(defaults, dict) or name not in defaults:
        known = [f"{stage}.{name}" for stage, own in options.items() if isinstance(own, dict) for name in own]
        hint = suggestion(path.strip(), known)
        raise OptionError(f"--set {text}: not an option; `orchestrator options` lists them{hint}")
    try:
        return stage, name, _typed(value.strip(), defaults[name])
    except (KeyError, ValueError):
        kind = type(defaults[name]).__name__
        raise OptionError(f"--set {text}: the value must be of type {kind}") from None


def _typed(text: str, default: bool | int | float | str | tuple[str, ...]) -> Any:
    if isinstance(default, bool):
        return {"true": True, "false": False}[text.lower()]
    if isinstance(default, tuple):
        return comma_separated(text)
    if isinstance(default, str):
        return text
    return int(text) if isinstance(default, int) else float(text)


def _stop_words(path: Path, encoding: str) -> list[str]:
    try:
        lines = read_text(path, encoding).splitlines()
    except (OSError, FormatError) as error:
        raise OptionError(f"{path}: cannot be read: {error}") from error
    return sorted({line.strip().lower() for line in lines if line.strip()})


def option_lines(options: Options | TrainingOptions | None = None) -> Iterator[str]:
    """Yield lines for people: each option's name for ``--set``, its default and its meaning."""
    options = options or Options()
    for stage, defaults in options.to_dict().items():
        if not isinstance(defaults, dict):
            continue
        meanings = _meanings(type(getattr(options, stage)))
        for name, default in defaults.items():
            shown = ",".join(default) if isinstance(default, tuple) else default
            yield f"{stage}.{name} = {shown}".rstrip()
            yield textwrap.fill(meanings[name], 96, initial_indent="    ", subsequent_indent="    ")


def _meanings(kind: type) -> dict[str, str]:
    """Return the descriptions of the attributes in a class's docstring."""
    lines = (inspect.getdoc(kind) or "").splitlines()
    meanings: dict[str, str] = {}
    names: list[str] = []
    for line in lines[lines.index("Attributes") + 2 :]:
        if line.startswith(" "):
            for name in names:
                meanings[name] = f"{meanings.get(name, '')} {line.strip()}".strip().replace("``", "")
        else:
            names = line.split(", ")
    return meanings


def finishers() -> tuple[Finisher, ...]:
    """Return the functions that write the report and the paraphrase pairs of a computed run."""
    from orchestrator.report.writing import write_run_report
    from orchestrator.systems.phrases.pairs import write_run_pairs

    return write_run_report, write_run_pairs
