"""Reads JSON Lines, one JSON value per line, and reports all invalid lines at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from paralattice.errors import FormatError, ProblemsError

Value = TypeVar("Value")
Fields = Callable[[list[tuple[str, Any]]], dict[str, Any]]


def parse_json(text: str, file: str = "", line: int = 0, fields: Fields | None = None) -> Any:
    """Return the JSON value of a text.

    Parameters
    ----------
    text
        One line.
    file, line
        Its source and 1-based line, for errors.
    fields
        Builds each object from its names and values; ``None`` for a plain dictionary.

    Raises
    ------
    FormatError
        The text is not JSON, is nested too deeply, or has a number of too many digits.
    """
    try:
        return json.loads(text, object_pairs_hook=fields)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", file, line, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON that can be read: {error}", file, line) from error


def read_values(lines: Iterable[str], read: Callable[[str, int], Value], file: str = "") -> list[Value]:
    """Return the value of each line.

    Parameters
    ----------
    lines
        The lines; at least one.
    read
        Returns the value of a line, given its 1-based number; its errors need no file and line.
    file
        For errors.

    Raises
    ------
    ProblemsError
        All problems: there are no lines, or lines cannot be read.
    """
    values: list[Value] = []
    errors: list[FormatError] = []
    for number, line in enumerate(lines, 1):
        try:
            values.append(read(line, number))
        except FormatError as error:
            errors.append(FormatError(error.message, file, number, error.column))
    if not values and not errors:
        errors.append(FormatError("the file is empty", file))
    if errors:
        raise ProblemsError(errors)
    return values
