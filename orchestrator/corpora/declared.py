"""``corpus.toml``: the splits and options of a corpus."""

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orchestrator.io.problems import Problems
from orchestrator.io.text import read_lines, shown
from paralattice.errors import FormatError, OptionError
from paralattice.run_options import Options

SPLITS = ("train", "dev", "test")


@dataclass(slots=True)
class Declared:
    """The content of ``corpus.toml``.

    Attributes
    ----------
    splits
        Cluster name to ``train``, ``dev`` or ``test``.
    options
        The table ``[options]``, unchanged.
    """

    splits: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


class _Checker:
    """Adds problems of one ``corpus.toml``, with their lines."""

    def __init__(self, lines: list[str], file: Path, problems: Problems) -> None:
        self.lines, self.file, self.problems = lines, file, problems

    def add(self, message: str, pattern: str = "", nth: int = 1) -> None:
        """Add a problem at the line of the nth match of a pattern, if there are as many."""
        matching = [number for number, line in enumerate(self.lines, 1) for _ in re.finditer(pattern, line)]
        line = matching[nth - 1] if pattern and len(matching) >= nth else 0
        self.problems.add(message, self.file, line)


def read_declared(path: Path, names: Collection[str] | None, problems: Problems) -> Declared:
    """Return the splits and options of a ``corpus.toml``.

    Parameters
    ----------
    path
        The file.
    names
        Names of all clusters; ``None`` if they could not all be read.
    problems
        Errors of the file are added to them.
    """
    with problems.collected(path):
        lines = read_lines(path)
        table = _table(lines, path)
        checker = _Checker(lines, path, problems)
        for key in sorted(set(table) - {"splits", "options"}):
            message = f"unknown key {key!r}: 'splits' and 'options' are known"
            checker.add(message, rf"^\s*\[*{re.escape(key)}\b")
        splits = _splits(table.get("splits", {}), names, checker)
        return Declared(splits, _options(table.get("options", {}), checker))
    return Declared()


def _table(lines: list[str], path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        # The error has its line only in its text; without a line it is at the end of the file.
        message, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else len(lines)
        raise FormatError(f"not TOML: {message}", shown(path), number) from None


def _splits(table: object, names: Collection[str] | None, checker: _Checker) -> dict[str, str]:
    if not isinstance(table, dict):
        checker.add("'splits' must be a table of lists of clusters", r"^\s*splits\b")
        return {}
    splits: dict[str, str] = {}
    for split, clusters in table.items():
        rule = _split_rule(split, clusters)
        if rule:
            checker.add(rule, rf"^\s*{re.escape(split)}\b")
            continue
        for name in clusters:
            quoted = rf"[\"']{re.escape(name)}[\"']"
            if name in splits:
                checker.add(f"cluster {name!r} is in {splits[name]} and again in {split}", quoted, 2)
            elif names is not None and name not in names:
                checker.add(f"unknown cluster {name!r} in {split}", quoted)
            splits.setdefault(name, split)
    return splits


def _split_rule(split: str, clusters: object) -> str:
    """Return the rule that an entry of ``[splits]`` breaks; empty if none."""
    if split not in SPLITS:
        return f"unknown split {split!r}: choose from {', '.join(SPLITS)}"
    if not isinstance(clusters, list) or not all(isinstance(name, str) for name in clusters):
        return f"split {split!r} must be a list of names of clusters"
    return ""


def _options(table: object, checker: _Checker) -> dict[str, Any]:
    if not isinstance(table, dict):
        checker.add("'options' must be a table", r"^\s*options\b")
        return {}
    # Validated here, so that the message names the file; merged with other options unchanged.
    try:
        Options.from_dict(table)
    except (OptionError, TypeError) as error:
        checker.add(f"[options]: {error}", r"^\s*\[?\s*options\b")
        return {}
    return table
