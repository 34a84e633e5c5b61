"""Reads JSON Lines, one JSON value per line, and reports all invalid lines at once."""

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from paralattice.errors import FormatError, ProblemsError

Value = TypeVar("Value")
Fields = Callable[[list[tuple[str, Any]]], dict[str, Any]]


def parse_json(text: str, fields: Fields | None = None) -> Any:
    """Return the JSON value of a text.

    Parameters
    ----------
    text
        One line.
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
        raise FormatError(f"not JSON: {error.msg}", column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON that can be read: {error}") from error


def parse_record(text: str, kind: type[Value]) -> Value:
    """Return the JSON value of a line as a value of a type of msgspec; other fields are ignored.

    Raises
    ------
    FormatError
        The text is not JSON, or has other types.
    """
    try:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.ValidationError:
            raise
        except (ValueError, RecursionError):
            # Python tells the place, and reads whole numbers of any size.
            return msgspec.convert(parse_json(text), kind)
    except msgspec.ValidationError as error:
        raise FormatError(f"not the JSON that is expected: {error}") from error


def name_of(value: object, number: int) -> str:
    """Return an ``id`` as a name without tabs and line ends; a line without one is named by its number."""
    return " ".join(str(number if value is None else value).split())


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
