"""Loads the parser that a set of model files holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paralattice.adapters.inference import stanza_silenced
from paralattice.adapters.interface import CHART, Engine
from paralattice.errors import ParseError


def load_engine(files: Mapping[str, Path], online: bool = False) -> Engine:
    """Load the models that ``files`` names by their settings; they compute in one thread.

    Parameters
    ----------
    online
        Whether stanza may download a transformer that one of its models names.

    Raises
    ------
    ParseError
        A file is damaged, which the message names, or a package is missing.
    """
    if CHART in files:
        from paralattice.adapters.chart.parsing import ChartEngine
        from paralattice.adapters.chart.products import use_one_thread
        from paralattice.adapters.chart.storage import read_weights

        use_one_thread()
        return ChartEngine(read_weights(files[CHART]))
    import torch

    from paralattice.adapters.stanza_engine import StanzaEngine, load_pipeline

    torch.set_num_threads(1)
    with stanza_silenced():
        try:
            return StanzaEngine(load_pipeline(files, online))
        except ImportError as error:
            raise ParseError(f"the parser needs a package: {error}") from error
        except Exception as error:  # stanza does not wrap the errors of its readers
            raise ParseError(_diagnosis(files, error)) from error


def _diagnosis(files: Mapping[str, Path], error: Exception) -> str:
    """Return the message of a failed load; it names the first file that cannot be read."""
    import torch

    for path in sorted(files.values()):
        try:
            torch.load(path, map_location="cpu", weights_only=True)
        except Exception as damage:  # unpickling a damaged file can raise anything
            return f"{path} is not a model file or is damaged: {_one_line(damage)}"
    return f"the parser's models cannot be loaded: {_one_line(error)}"


def _one_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200]}" if text else type(error).__name__
