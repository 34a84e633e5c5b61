"""Settles which language model scores the new sentences of a run."""

from __future__ import annotations

from attrs import evolve
from rich.console import Console

from orchestrator.io.console import say
from orchestrator.runs.folder import RunFolder
from paralattice.adapters.fluency.setting import AUTO, OFF, settled_fluency, without_model
from paralattice.run_options import Options
from paralattice.versions import EXCHANGE


def settle_fluency(options: Options, folder: RunFolder, update: bool, console: Console) -> Options:
    """Return options that name the language model with its digest, or none; say which.

    A run that is continued keeps the model that it began with, or none, unless ``update`` is true: results
    with and without one are never mixed.

    Raises
    ------
    ModelError
        A model that is asked for, or that the run began with, is not in the cache or is another.
    """
    if EXCHANGE not in options.versions:
        return options
    wanted = options.exchange.fluency
    began = _recorded(folder) if wanted == AUTO and not update else AUTO
    found = settled_fluency(wanted if began == AUTO else began)
    say(console, f"{EXCHANGE}: {_described(found, wanted, began)}")
    return evolve(options, exchange=evolve(options.exchange, fluency=found))


def _described(found: str, wanted: str, began: str) -> str:
    if found != OFF:
        return f"language model {found.partition('@')[0]}"
    reason = without_model() if wanted == AUTO else "as asked for"
    if began == OFF and not reason:
        reason = "the run began without one; --update takes the one in the cache"
    return f"no language model: {reason}"


def _recorded(folder: RunFolder) -> str:
    """Return the setting of a run that was begun; ``auto`` for none."""
    record = folder.read() or {}
    try:
        value = record["signature"]["options"]["exchange"]["fluency"]
    except (KeyError, TypeError):
        return AUTO
    return value if isinstance(value, str) else AUTO
