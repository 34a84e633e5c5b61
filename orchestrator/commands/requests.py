"""From the flags of the command line to a request."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from orchestrator.corpora import CorpusSettings
from orchestrator.documents import DocumentSettings
from orchestrator.engine.hardware import cores
from orchestrator.engine.lost_work import PATIENCE
from orchestrator.runs.session import Machinery
from orchestrator.runs.submit import Request
from orchestrator.runs.view.flower import FLOWER_FOLDER, FLOWER_PORT, Page
from paralattice.adapters.options import PARSERS
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import OptionError
from paralattice.options import suggestion
from paralattice.rewording.options import TrainingOptions
from paralattice.run_options import Options
from paralattice.versions import METHODS, PANG

_WINDOW_A_WORKER = 32
# Workers on a shared broker come and go; this many keep a window and a batch for each of them.
_SHARED_WORKERS = 16
_FLAGS = {
    "parser": ("parse", "parser"),
    "seed": ("sample", "seed"),
    "sampler": ("sample", "sampler"),
    "casefold": ("align", "casefold"),
}


def make_request(corpus: Path, flags: Mapping[str, Any]) -> Request:
    """Return the request of ``orchestrator submit``.

    Parameters
    ----------
    corpus
        The argument.
    flags
        The flags by their names in Python.

    Raises
    ------
    OptionError
        A value cannot be read.
    """
    return Request(
        corpus=corpus,
        runs=flags["runs"],
        name=flags["name"] or corpus.resolve().name.partition(".")[0] or "run",
        machinery=make_machinery(flags, flags["runs"]),
        settings=CorpusSettings(tokenized=flags["tokenized"], parses=flags["parses"]),
        documents=document_settings(flags),
        options=_options(flags),
        split=flags.get("split") or "",
        dry_run=flags["dry_run"],
        update=flags["update"],
        detach=flags.get("detach", False),
    )


def document_settings(flags: Mapping[str, Any]) -> DocumentSettings:
    """Return what the flags say about documents; the defaults where a command has no such flags.

    Raises
    ------
    OptionError
        A value is not allowed.
    """
    if flags.get("terms") and flags.get("suggest"):
        raise OptionError("--terms and --suggest exclude each other")
    names = ("drop_duplicates", "similar", "least", "most", "suggested")
    return DocumentSettings(
        terms=flags.get("terms"),
        suggest=flags.get("suggest", False),
        lines=flags.get("lines", False),
        options=ClusterOptions(**{name: flags[name] for name in names if name in flags}),
    )


def make_machinery(flags: Mapping[str, Any], runs: Path) -> Machinery:
    """Return what the flags that all computing commands have ask for.

    Parameters
    ----------
    flags
        The flags by their names in Python.
    runs
        Folder of all runs.

    Raises
    ------
    OptionError
        The store that is asked for cannot be one.
    """
    broker = flags.get("broker") or ""
    workers = flags["workers"] or (_SHARED_WORKERS if broker else cores())
    return Machinery(
        store=_store(flags, runs),
        endpoint=flags.get("store_endpoint") or "",
        workers=workers,
        window=flags["window"] or _WINDOW_A_WORKER * workers,
        quiet=flags["quiet"],
        broker=broker,
        patience=flags.get("patience") or PATIENCE,
        flower=_page(flags, runs),
    )


def _page(flags: Mapping[str, Any], runs: Path) -> Page | None:
    port = flags.get("flower_port")
    if not flags.get("flower") and not port:
        return None
    return Page(runs / FLOWER_FOLDER, port or FLOWER_PORT, any_port=not port)


def _store(flags: Mapping[str, Any], runs: Path) -> str:
    if flags.get("broker") and not flags["store"]:
        raise OptionError(
            "--broker needs --store: a folder that this machine and all workers share, or s3://BUCKET/PREFIX"
        )
    store = str(flags["store"] or runs / ".store")
    if Path(store).is_file():
        raise OptionError(f"--store {store}: is a file, not a folder")
    return store


def _options(flags: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    values |= read_settings(flags["settings"], Options().to_dict())
    for flag, (stage, name) in _FLAGS.items():
        # A seed of 0 is a seed.
        if flags[flag] is not None and flags[flag] is not False:
            values.setdefault(stage, {})[name] = flags[flag]
    if "parser" in values.get("parse", {}):
        values["parse"]["parser"] = parser_name(values["parse"]["parser"])
    for flag in ("keyword_check", "squeeze"):
        if flags.get(f"no_{flag}"):
            values.setdefault(PANG, {})[flag] = False
    versions = _versions(flags.get("method") or "", flags["versions"] or "")
    if versions:
        values["versions"] = versions
    if flags["stop_words"]:
        values["stop_words"] = _stop_words(flags["stop_words"])
    return values


def parser_name(text: str) -> str:
    """Return a parser as the options name it: the path of a folder absolute, all else as it is."""
    # Workers have folders of their own to work in.
    return str(Path(text).resolve()) if Path(text).is_dir() and text not in PARSERS else text


def _versions(method: str, text: str) -> list[str]:
    """Return the versions that are asked for, by their names or as all those of a method; perhaps none."""
    names = [name.strip() for name in text.split(",")] if text else []
    own = METHODS[method] if method else ()
    if own and names and not set(own) & set(names):
        raise OptionError(f"--method {method} --versions {text}: none of these is a version of that method")
    return names or list(own)


def read_settings(settings: Iterable[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that settings such as ``STAGE.NAME=VALUE`` give, by stage and name.

    Parameters
    ----------
    settings
        What was given with ``--set``.
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
    """Return stage, name and value of ``STAGE.NAME=VALUE``, the value of the option's own type."""
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


def _typed(text: str, default: bool | int | float | str) -> bool | int | float | str:
    if isinstance(default, bool):
        return {"true": True, "false": False}[text.lower()]
    if isinstance(default, str):
        return text
    return int(text) if isinstance(default, int) else float(text)


def _stop_words(path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: cannot be read: {error}") from error
    return sorted({line.strip().lower() for line in lines if line.strip()})


def option_lines(options: Options | TrainingOptions | None = None) -> Iterator[str]:
    """Yield the options for people: for each its name for ``--set``, its default and what it means."""
    options = options or Options()
    for stage, defaults in options.to_dict().items():
        if not isinstance(defaults, dict):
            continue
        meanings = _meanings(type(getattr(options, stage)))
        for name, default in defaults.items():
            yield f"{stage}.{name} = {default}"
            yield textwrap.fill(meanings[name], 96, initial_indent="    ", subsequent_indent="    ")


def _meanings(kind: type) -> dict[str, str]:
    """Return what the docstring of a class says about each attribute."""
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
