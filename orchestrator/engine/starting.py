"""Describes the first steps of a backend."""

import os
from pathlib import Path

import paralattice
from orchestrator.engine.resources import Resources

_CACHE_VARIABLE = "NUMBA_CACHE_DIR"


def starting_text(resources: Resources) -> str:
    """Return what a backend does first: start workers, compile loops, or wait for workers elsewhere."""
    if resources.broker:
        return "waiting for workers on the server"
    starting = f"starting {resources.workers} worker process{'es' if resources.workers > 1 else ''}"
    return starting if loops_are_compiled() else f"{starting}, compiling loops first (once, 10 to 30 seconds)"


def loops_are_compiled() -> bool:
    """Return whether compiled loops lie beside their sources, or in numba's own folder if one is set.

    Numba is not imported: it takes half a second, and the orchestrator has no other use for it.
    """
    folder = os.environ.get(_CACHE_VARIABLE) or Path(paralattice.__file__).parent
    return any(Path(folder).rglob("*.nbi"))
