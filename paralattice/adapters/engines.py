"""Loads the parser that a set of model files holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from paralattice.adapters.inference import stanza_silenced
from paralattice.adapters.interface import CHART, Engine
from paralattice.adapters.options import DEVICES
from paralattice.errors import ParseError

if TYPE_CHECKING:
    from paralattice.adapters.chart.parsing import ChartEngine
    from paralattice.adapters.chart.storage import ParserWeights


def load_engine(files: Mapping[str, Path], device: str = DEVICES[0], online: bool = False) -> Engine:
    """Load the models that ``files`` names by their settings; they compute in one thread.

    Parameters
    ----------
    device
        One of :data:`paralattice.adapters.options.DEVICES`.
    online
        Whether stanza may download a transformer that one of its models names.

    Raises
    ------
    ParseError
        A file is damaged, which the message names, a package is missing, or there is no such device.
    """
    require_device(device)
    if CHART in files:
        return _chart_engine(files[CHART], device)
    if device != DEVICES[0]:
        raise ParseError(f"a parser of stanza's does not run on the device {device} here")
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


def require_device(device: str) -> None:
    """Raise a ParseError if this machine has no such device."""
    if device == DEVICES[0]:
        return
    import torch

    if not torch.cuda.is_available():
        raise ParseError("PyTorch finds no GPU with CUDA here: leave out --device cuda")


def _chart_engine(path: Path, device: str) -> Engine:
    from paralattice.adapters.chart.products import use_one_thread
    from paralattice.adapters.chart.storage import read_parser_weights

    use_one_thread()
    return chart_engine(read_parser_weights(path), device)


def chart_engine(weights: ParserWeights, device: str = DEVICES[0]) -> ChartEngine:
    """Return the parser of some weights; on a CPU it computes in whole numbers if its encoder is BERT's."""
    from paralattice.adapters.chart.parsing import ChartEngine

    if device == DEVICES[0] and not weights.size.relative:
        return ChartEngine(weights)
    from paralattice.adapters.float_network import FloatNetwork

    return ChartEngine(weights, FloatNetwork(weights, device))


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
