"""Loads the parser and the tagger that a set of model files holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paralattice.adapters.inference import stanza_silenced
from paralattice.adapters.interface import CHART, TAGGER, BatchTagger, Engine
from paralattice.errors import ParseError


def load_engine(files: Mapping[str, Path], resources: Path, online: bool = False) -> Engine:
    """Load the models that ``files`` names by their settings; set torch to one thread.

    Parameters
    ----------
    resources
        A file with the content ``{}``: stanza needs a list of models.
    online
        Whether stanza may download a transformer that one of its models names.

    Raises
    ------
    ParseError
        A file is damaged, which the message names, or a package is missing.
    """
    import torch

    torch.set_num_threads(1)
    with stanza_silenced():
        try:
            if CHART in files:
                return _load_chart_engine(files)
            from paralattice.adapters.shift_reduce.parsing import ShiftReduceEngine, load_pipeline

            tagger = _load_tagger(files[TAGGER]) if TAGGER in files else None
            return ShiftReduceEngine(load_pipeline(files, resources, online), tagger)
        except ImportError as error:
            raise ParseError(f"the parser needs a package: {error}") from error
        except Exception as error:  # stanza does not wrap the errors of its readers
            raise ParseError(_diagnosis(files, error)) from error


def _load_chart_engine(files: Mapping[str, Path]) -> Engine:
    from paralattice.adapters.chart.parsing import ChartEngine
    from paralattice.adapters.chart.storage import from_file

    return ChartEngine(from_file(files[CHART].read_bytes()), _load_tagger(files[TAGGER]))


def _load_tagger(path: Path) -> BatchTagger:
    from paralattice.adapters.perceptron.model import PerceptronTagger

    return PerceptronTagger.from_bytes(path.read_bytes())


def _diagnosis(files: Mapping[str, Path], error: Exception) -> str:
    """Return the message of a failed load; it names the first file that cannot be read."""
    for setting, path in sorted(files.items(), key=lambda entry: entry[1]):
        try:
            _try_to_read(setting, path)
        except Exception as damage:  # unpickling a damaged file can raise anything
            return f"{path} is not a model file or is damaged: {_one_line(damage)}"
    return f"the parser's models cannot be loaded: {_one_line(error)}"


def _try_to_read(setting: str, path: Path) -> None:
    import torch

    from paralattice.adapters.chart.storage import from_file

    if setting == CHART:
        from_file(path.read_bytes())
    elif setting == TAGGER:
        _load_tagger(path)
    else:
        torch.load(path, map_location="cpu", weights_only=True)


def _one_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200]}" if text else type(error).__name__
