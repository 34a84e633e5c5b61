"""Taggers and parsers as functions over a batch, whichever models are behind them."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from paralattice.errors import ParseError
from paralattice.tree import Tree

MARGIN = 1e-4
"""The lead of the chosen tag or transition below which a batch is not trusted.

Scores move by up to 1.2e-5 with the number of sentences in a batch, for the
matrix products underneath sum in another order.
"""

TAGGER = "tagger_path"
"""Names the file with a tagger of :mod:`paralattice.adapters.perceptron`."""

CHART = "chart_path"
"""Names the file with a parser of :mod:`paralattice.adapters.chart`; other names are stanza's."""

Item = TypeVar("Item")
Result = TypeVar("Result")
Tagged = list[tuple[str, str]]
"""A sentence as (form, tag) pairs."""


class NoResultError(Exception):
    """A batch that has no result, or none that would be the same in another batch."""


class Tagger(Protocol):
    """What gives each sentence its Penn tags, whatever the other sentences are."""

    def tag(self, sentences: Sequence[list[str]]) -> list[list[str]]:
        """Return the tags of each sentence's forms."""


class Engine(Protocol):
    """A tagger and a parser, without gradients and on one thread."""

    def tag(self, batch: Sequence[list[str]]) -> list[list[str]]:
        """Return the Penn tags of each sentence's forms.

        Raises
        ------
        NoResultError
            The batch has more than one sentence and a tag is a near tie.
        """

    def trees(self, batch: Sequence[Tagged]) -> list[Tree]:
        """Return the tree of each sentence's forms.

        Raises
        ------
        NoResultError
            A sentence has no tree, or the batch has more than one sentence
            and a choice is a near tie.
        """


def load_engine(files: Mapping[str, Path], resources: Path, online: bool = False) -> Engine:
    """Load the models that ``files`` names by their settings; set torch to one thread.

    Parameters
    ----------
    resources
        A file that holds ``{}``: stanza insists on a list of models.
    online
        Whether a transformer that a model of stanza's names may be downloaded.

    Raises
    ------
    ParseError
        A file is damaged, which the message names, or a package is missing.
    """
    import torch

    torch.set_num_threads(1)
    with quiet():
        try:
            if CHART in files:
                return _chart_engine(files)
            from paralattice.adapters.stanza_engine import StanzaEngine, load_pipeline

            tagger = load_tagger(files[TAGGER]) if TAGGER in files else None
            return StanzaEngine(load_pipeline(files, resources, online), tagger)
        except ImportError as error:
            raise ParseError(f"the parser needs a package: {error}") from error
        except Exception as error:  # stanza lets through whatever its readers raise
            raise ParseError(_diagnosis(files, error)) from error


def _chart_engine(files: Mapping[str, Path]) -> Engine:
    from paralattice.adapters.chart.engine import ChartEngine
    from paralattice.adapters.chart.storage import from_file

    return ChartEngine(from_file(files[CHART].read_bytes()), load_tagger(files[TAGGER]))


def load_tagger(path: Path) -> Tagger:
    """Load a tagger of :mod:`paralattice.adapters.perceptron`.

    Raises
    ------
    ParseError
        The file is damaged or of another version.
    """
    from paralattice.adapters.perceptron.model import PerceptronTagger

    return PerceptronTagger.from_bytes(path.read_bytes())


def _diagnosis(files: Mapping[str, Path], error: Exception) -> str:
    for setting, path in sorted(files.items(), key=lambda entry: entry[1]):
        try:
            _try(setting, path)
        except Exception as damage:  # whatever unpickling a damaged file raises
            return f"{path} is not a model file or is damaged: {_one_line(damage)}"
    return f"the parser's models cannot be loaded: {_one_line(error)}"


def _try(setting: str, path: Path) -> None:
    import torch

    from paralattice.adapters.chart.storage import from_file

    if setting == CHART:
        from_file(path.read_bytes())
    elif setting == TAGGER:
        load_tagger(path)
    else:
        torch.load(path, map_location="cpu", weights_only=True)


def _one_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200]}" if text else type(error).__name__


@contextmanager
def quiet() -> Iterator[None]:
    """Without stanza's log, which stanza sets up to be written to standard error."""
    logger = logging.getLogger("stanza")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextmanager
def calm() -> Iterator[None]:
    """Without gradients, without stanza's log, without oneDNN, and without collecting garbage.

    oneDNN packs weights anew for every product, which costs small batches more than it
    saves; without it one kind of product serves all batch sizes.  Parsing makes tens of
    thousands of objects that are all still in use: looking for garbage among
    them takes a fifth of the time.
    """
    import torch

    onednn: Any = torch.backends.mkldnn
    enabled, collecting = onednn.enabled, gc.isenabled()
    onednn.enabled = False
    gc.disable()
    try:
        with quiet(), torch.inference_mode():
            yield
    finally:
        onednn.enabled = enabled
        if collecting:
            gc.enable()


_FAILURES = (NoResultError, LookupError, TypeError, ValueError, RuntimeError, AssertionError)


def in_parts(
    work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item]
) -> list[Result | Exception]:
    """Return the result of every item, where ``work`` fails as a whole for the sake of one.

    A batch that fails is halved until the items that fail stand alone; for
    these the exception is returned.  Exceptions that no sentence causes, such as a
    task's time limit, pass.

    Raises
    ------
    MemoryError
        Also where torch reports it as a ``RuntimeError``.
    """
    results: list[Result | Exception] = [NoResultError("not reached")] * len(items)
    parts = [(0, len(items))] if items else []
    while parts:
        start, stop = parts.pop()
        try:
            results[start:stop] = work(items[start:stop])
        except _FAILURES as error:
            _pass_on_memory(error)
            if stop - start == 1:
                results[start] = error
            else:
                middle = (start + stop) // 2
                parts += [(middle, stop), (start, middle)]
    return results


def _pass_on_memory(error: Exception) -> None:
    if isinstance(error, RuntimeError) and "allocate memory" in str(error):
        raise MemoryError(str(error)) from error
