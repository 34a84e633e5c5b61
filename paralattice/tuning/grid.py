"""Grids of options: values to try, and their combinations (Shen et al. 2006, section 4.1.3)."""

import hashlib
import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from paralattice.errors import FormatError, OptionError, ParalatticeError, ProblemsError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.names import name_problem
from paralattice.run_options import Options

Value = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Axis:
    """An option with the values to try.

    Attributes
    ----------
    stage, name
        The option.
    values
        Distinct values of the option's type, in the order of the grid.
    line
        1-based line of the grid's file; 0 if it is unknown.
    """

    stage: str
    name: str
    values: tuple[Value, ...]
    line: int = 0

    @property
    def option(self) -> str:
        """The option's name in ``--set`` and `orchestrator options`."""
        return f"{self.stage}.{self.name}"


@dataclass(frozen=True, slots=True)
class Setting:
    """One combination of values.

    Attributes
    ----------
    axes
        The grid's axes.
    values
        One value per axis.
    """

    axes: tuple[Axis, ...]
    values: tuple[Value, ...]

    @property
    def options(self) -> dict[str, dict[str, Value]]:
        """The values by stage and name."""
        options: dict[str, dict[str, Value]] = {}
        for axis, value in zip(self.axes, self.values, strict=True):
            options.setdefault(axis.stage, {})[axis.name] = value
        return options

    @property
    def label(self) -> str:
        """The setting's unique name: ``iob_exact=1.0,position_limit=0.3``."""
        pairs = zip(self.axes, self.values, strict=True)
        return ",".join(f"{axis.name}={value_text(value)}" for axis, value in pairs)

    @property
    def folder(self) -> str:
        """The label, or a digest of it if it is not a valid name of a folder."""
        if name_problem(self.label):
            return hashlib.sha256(self.label.encode()).hexdigest()[:16]
        return self.label


@dataclass(frozen=True, slots=True)
class Grid:
    """The options and values to try.

    Attributes
    ----------
    axes
        In the order of the definitions of stages and options, so that a setting's name does not
        depend on the order in the file.
    """

    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """The number of settings."""
        return math.prod(len(axis.values) for axis in self.axes)

    def settings(self) -> Iterator[Setting]:
        """Yield all combinations; the values of the last axis change fastest."""
        for values in product(*(axis.values for axis in self.axes)):
            yield Setting(self.axes, values)


def value_text(value: Value) -> str:
    """Return a value as in TOML, but texts without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_grid(data: bytes, file: str = "", largest: int = 200) -> Grid:
    """Return the grid of a TOML file: tables by stage, with a list of values for each option.

    A single value counts as a list of one value.

    Parameters
    ----------
    data
        The file's content.
    file
        Its name, for messages.
    largest
        Maximum number of settings.

    Raises
    ------
    ProblemsError
        All problems with file and line: not TOML, unknown stages or options, invalid or repeated values,
        no values, too many settings.
    """
    lines = decode_lines(data, file)
    try:
        table = tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        message, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        problem = FormatError(f"not TOML: {message}", file, int(line[1]) if line else len(lines))
        raise ProblemsError([problem]) from error
    reading = _Reading(lines, file)
    grid = Grid(tuple(reading.axes(table)))
    if not reading.problems and not grid.axes:
        reading.add("no option has values: write, say, [align] and position_limit = [0.3, 0.4, 0.5]")
    if not reading.problems and grid.size > largest:
        counts = " x ".join(str(len(axis.values)) for axis in grid.axes)
        reading.add(f"{counts} = {grid.size} settings, more than {largest} (--max-settings)")
    if reading.problems:
        raise ProblemsError(reading.problems)
    return grid


class _Reading:
    """The lines of a grid's file and their problems."""

    def __init__(self, lines: Sequence[str], file: str) -> None:
        self.problems: list[ParalatticeError] = []
        self._file = file
        self._lines = _places(lines)

    def add(self, message: str, option: str = "") -> None:
        """Record a problem at the line of an option or a stage."""
        self.problems.append(FormatError(message, self._file, self._lines.get(option, 0)))

    def axes(self, table: dict[str, Any]) -> Iterator[Axis]:
        """Yield the axes, in the order of the options' definitions."""
        stages = {name: known for name, known in Options().to_dict().items() if isinstance(known, dict)}
        for stage in sorted(set(table) - set(stages)):
            hint = "; --versions chooses versions" if stage == "versions" else ""
            self.add(f"unknown stage {stage!r}: choose from {', '.join(stages)}{hint}", stage)
        for stage, known in stages.items():
            yield from self._stage(stage, table.get(stage, {}), known)

    def _stage(self, stage: str, given: object, known: dict[str, Value]) -> Iterator[Axis]:
        if not isinstance(given, dict):
            self.add(f"{stage!r} must be a table of options", stage)
            return
        for name in (name for name in given if name not in known):
            self.add(f"unknown option {stage}.{name}: choose from {', '.join(known)}", f"{stage}.{name}")
        for name, default in known.items():
            if name in given:
                yield self._axis(stage, name, given[name], default)

    def _axis(self, stage: str, name: str, given: object, default: Value) -> Axis:
        values: list[Value] = []
        option = f"{stage}.{name}"
        entries: list[Any] = given if isinstance(given, list) else [given]
        for value in entries:
            try:
                Options.from_dict({stage: {name: value}})
            except OptionError as error:
                self.add(str(error), option)
                continue
            # 1 and 1.0 become one value, and -0.0 becomes 0.0.
            settled = value + 0.0 if isinstance(default, float) else value
            if settled in values:
                self.add(f"{option} has the value {value_text(value)} twice", option)
            values.append(settled)
        if given == []:
            self.add(f"{option} has no value", option)
        return Axis(stage, name, tuple(values), self._lines.get(option, 0))


def _places(lines: Sequence[str]) -> dict[str, int]:
    """Return the first line of each option (``align.gap``) and stage."""
    places: dict[str, int] = {}
    table = ""
    for number, line in enumerate(lines, 1):
        head = re.match(r"""\s*\[\s*["']?([\w-]+)""", line)
        key = re.match(r"""\s*["']?([\w-]+(?:\.[\w-]+)?)["']?\s*=""", line)
        if head and not key:
            table = head[1]
            places.setdefault(table, number)
        elif key:
            name = f"{table}.{key[1]}" if table else key[1]
            places.setdefault(name, number)
            places.setdefault(name.partition(".")[0], number)
    return places
