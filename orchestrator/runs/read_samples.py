"""What a run's folder holds of a cluster: its own sentences, and those drawn by a version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paralattice.errors import FormatError
from paralattice.lattice.records import read_samples
from paralattice.measures.automatic import Drawn

Words = tuple[str, ...]


def read_originals(path: Path) -> list[Words]:
    """Return the sentences of a cluster from its ``alignment.json``.

    Raises
    ------
    FormatError
        The file cannot be read, or holds no sentences.
    """
    try:
        return [_words(sentence) for sentence in json.loads(_read_text(path))["sentences"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise FormatError(f"holds no sentences: {error!r}", str(path)) from error


def read_drawn(path: Path) -> list[Drawn]:
    """Return the distinct sentences of ``samples.jsonl``, in the order in which they were first drawn.

    Raises
    ------
    FormatError
        The file cannot be read or does not follow its format.
    """
    first: dict[Words, int] = {}
    times: dict[Words, int] = {}
    chosen: dict[Words, bool] = {}
    for draw, sample in enumerate(read_samples(_read_text(path).split("\n"), str(path))):
        first.setdefault(sample.words, draw)
        times[sample.words] = times.get(sample.words, 0) + 1
        chosen[sample.words] = chosen.get(sample.words, False) or sample.chosen
    return [Drawn(draw, words, chosen[words], times[words]) for words, draw in first.items()]


def _words(value: Any) -> Words:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise TypeError("a list of tokens is expected")
    return tuple(value)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error
