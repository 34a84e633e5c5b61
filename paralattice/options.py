"""The contract of options: an error names the option, the value and what is allowed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from paralattice.errors import OptionError


def require(holds: bool, option: str, value: object, rule: str) -> None:
    """Raise an :class:`OptionError` unless a rule holds."""
    if not holds:
        raise OptionError(f"{option} = {value!r}: must be {rule}")


def stage_options(kind: type, stage: str, values: object, base: object = None) -> Any:
    """Return the options of a stage; those that are absent are as in ``base``, or as they are by default."""
    if not isinstance(values, dict):
        raise OptionError(f"{stage} = {values!r}: must be a table of options")
    known = {entry.name: entry.default for entry in fields(kind)}
    unknown = set(values) - set(known)
    if unknown:
        raise OptionError(f"unknown options of {stage}: {', '.join(sorted(unknown))}")
    for name, value in values.items():
        _require_type(f"{stage}.{name}", value, type(known[name]))
    return kind(**({name: getattr(base, name) for name in known} if base else {}) | values)


def _require_type(option: str, value: object, kind: type) -> None:
    names = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    allowed = (int, float) if kind is float else (kind,)
    # To Python a truth value is a number; to a person it is not.
    require(type(value) in allowed, option, value, names[kind])


def words(option: str, values: object) -> tuple[str, ...]:
    """Return the texts of a list."""
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        raise OptionError(f"{option} = {values!r}: must be a list of texts")
    return tuple(values)
