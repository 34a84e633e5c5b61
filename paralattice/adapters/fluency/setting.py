"""What the option ``exchange.fluency`` stands for."""

from __future__ import annotations

import importlib.util
import socket
from typing import TYPE_CHECKING

from paralattice.adapters.fluency.conversion import EXTRA
from paralattice.adapters.fluency.files import RELEASES, installed_models, model_digest, model_path
from paralattice.errors import ModelError

if TYPE_CHECKING:
    from paralattice.exchange.fluency import Scorer

AUTO, OFF = "auto", "off"


def settled_fluency(setting: str) -> str:
    """Return a setting that means the same everywhere: ``off``, or ``NAME@DIGEST``.

    ``auto`` becomes the first language model in the cache, and ``off`` if there is none or the packages that
    use it are missing.

    Raises
    ------
    ModelError
        A model that is named is not in the cache, has another digest, or cannot be used.
    """
    if setting == OFF:
        return OFF
    if setting == AUTO:
        names = [name for name, _ in installed_models()]
        return f"{names[0]}@{model_digest(names[0])}" if names and _usable() else OFF
    name, _, wanted = setting.partition("@")
    found = model_digest(name)
    if wanted and wanted != found:
        raise ModelError(
            f"the language model {name!r} in {model_path(name)} has the digest {found[:12]}…, "
            f"and {wanted[:12]}… is asked for"
        )
    if not _usable():
        raise ModelError(f"the language model {name!r} cannot be used: {EXTRA}")
    return f"{name}@{found}"


def without_model() -> str:
    """Return why ``auto`` finds no language model, and what to do; empty if it finds one."""
    if not installed_models():
        return f"none is in the cache (orchestrator models download {next(iter(RELEASES))})"
    return "" if _usable() else EXTRA


def _usable() -> bool:
    return importlib.util.find_spec("tokenizers") is not None


def scorer_of(setting: str, ends: bool = True) -> Scorer | None:
    """Return the scorer of a settled setting; ``None`` for ``off``, and for ``auto``, which is not settled.

    Parameters
    ----------
    ends
        Whether it also tells how probable it is that a sentence ends after its words.

    Raises
    ------
    ModelError
        This machine has not that very model; the message names the machine.
    """
    if setting in (OFF, AUTO):
        return None
    try:
        name = settled_fluency(setting).partition("@")[0]
    except ModelError as error:
        raise ModelError(f"on {socket.gethostname()}: {error}") from error
    from paralattice.adapters.fluency.model import shared_language_model

    model = shared_language_model(model_path(name))
    return model.score if ends else model.score_words
