"""Declares and checks options.

An options class is a frozen attrs class that declares each option's type, default and allowed values::

    @frozen
    class ExampleOptions(CheckedOptions):
        draws: int = whole(100, least=1, most=1000)

An invalid value raises an :class:`~paralattice.errors.OptionError` that names the option, the value and
the rule: ``draws = 0: must be a whole number from 1 to 1000``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import wraps
from operator import ge, gt, le, lt
from typing import Any, Self, TypeVar

from attrs import Attribute, asdict, evolve, field, fields, frozen

from paralattice.errors import OptionError

Value = TypeVar("Value")
Number = TypeVar("Number", bound="float | None")
Whole = TypeVar("Whole", bound="int | None")
Texts = TypeVar("Texts", bound="tuple[str, ...] | None")
Group = TypeVar("Group", bound="CheckedOptions")

# For each bound in the declarations, its comparison and its words in messages.
_BOUNDS = {
    "least": (ge, "of at least"),
    "above": (gt, "above"),
    "most": (le, "at most"),
    "below": (lt, "below"),
}


@frozen
class CheckedOptions:
    """Base class of options: immutable, hashable, and convertible to JSON values."""

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        """Make an unknown keyword an :class:`OptionError` with a suggestion, not a :class:`TypeError`."""
        initialise = vars(cls)["__init__"]

        @wraps(initialise)
        def initialise_checked(self: CheckedOptions, *values: Any, **named_values: Any) -> None:
            _require_options(cls, named_values)
            initialise(self, *values, **named_values)

        type.__setattr__(cls, "__init__", initialise_checked)

    def to_dict(self) -> dict[str, Any]:
        """Return the options as JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: object) -> Self:
        """Return the options from the values of :meth:`to_dict`, with defaults for missing options.

        Raises
        ------
        OptionError
            An option is unknown or its value is not allowed.
        """
        return cls().updated(values)

    def updated(self, values: object, stage: str = "") -> Self:
        """Return the options with other values for some, as nested tables; ``stage`` names nested options.

        Raises
        ------
        OptionError
            An option is unknown or its value is not allowed.
        """
        if not isinstance(values, dict):
            raise OptionError(f"{stage or 'options'} = {shown_value(values)}: must be a table of options")
        _require_options(type(self), values, stage)
        changes = {
            name: old.updated(value, name)
            if isinstance(old := getattr(self, name), CheckedOptions)
            else value
            for name, value in values.items()
        }
        try:
            return evolve(self, **changes)
        except OptionError as error:
            raise OptionError(f"{stage}.{error}" if stage else str(error)) from None


def _require_options(kind: type[CheckedOptions], names: Iterable[object], stage: str = "") -> None:
    """Raise an :class:`OptionError` if names are not those of a class's options."""
    known = [option.name for option in fields(kind)]
    unknown = [f"{name}{suggestion(name, known)}" for name in names if name not in known]
    if unknown:
        raise OptionError(f"unknown options{stage and f' of {stage}'}: {', '.join(sorted(unknown))}")


def whole(default: Whole, **bounds: float) -> Whole:
    """Declare an option that is a whole number, or ``None`` if that is the default.

    Parameters
    ----------
    default
        The default.
    bounds
        ``least``, ``above``, ``most`` and ``below``.
    """
    allowed, rule = _within(bounds)

    def holds(value: object) -> bool:
        # isinstance() would accept True.
        return type(value) is int and allowed(value)

    return _option(default, holds, "a whole number" + rule)


def number(default: Number, **bounds: float) -> Number:
    """Declare an option that is a number, or ``None`` if that is the default; two bounds make it finite."""
    allowed, rule = _within(bounds)

    def holds(value: object) -> bool:
        return isinstance(value, float) and allowed(value)

    # 1 and 1.0 are equal options, so they must have the same digest.
    return _option(default, holds, "a number" + rule, converter=_float)


def flag(default: bool) -> bool:
    """Declare an option that is true or false."""
    return _option(default, lambda value: type(value) is bool, "true or false")


def choice(default: str, names: Collection[str]) -> str:
    """Declare an option that is one of some names."""
    return named(default, names.__contains__, f"one of {', '.join(names)}", names)


def named(default: str, allowed: Callable[[str], bool], rule: str, names: Collection[str] = ()) -> str:
    """Declare an option that is a text.

    Parameters
    ----------
    default
        The default.
    allowed
        Returns whether a text is allowed.
    rule
        Description of the allowed texts, for messages.
    names
        Texts to suggest in place of a similar invalid one.
    """
    return _option(default, lambda value: isinstance(value, str) and allowed(value), rule, names)


def texts(default: Texts) -> Texts:
    """Declare an option that is a tuple or list of texts, or ``None`` if that is the default."""

    def allowed(value: object) -> bool:
        return isinstance(value, tuple) and all(isinstance(text, str) for text in value)

    return _option(default, allowed, "a list of texts", converter=_tuple)


def group(default: Group) -> Group:
    """Declare an option that is itself a group of options."""
    kind = type(default)
    return _option(default, lambda value: isinstance(value, kind), kind.__name__)


def require(holds: bool, option: str, value: object, rule: str) -> None:
    """Raise an :class:`OptionError` unless a rule holds."""
    if not holds:
        raise OptionError(f"{option} = {shown_value(value)}: must be {rule}")


def shown_value(value: object) -> str:
    """Return a value as error messages show it."""
    try:
        return repr(value)
    except ValueError:
        # Python writes no whole number of more than 4,300 digits in decimals.
        return "a number of too many digits"


def require_known(what: str, name: str, known: Collection[str]) -> None:
    """Raise an :class:`OptionError` if a name, such as a version's, is not among the known ones."""
    if name not in known:
        raise OptionError(f"unknown {what} {name!r}: choose from {', '.join(known)}{suggestion(name, known)}")


def suggestion(name: object, known: Collection[str]) -> str:
    """Return a question with the known name that is most similar to a mistyped one, or an empty text."""
    close = get_close_matches(name, known, 1, 0.75) if isinstance(name, str) else []
    return f" (did you mean {close[0]!r}?)" if close else ""


def _option(
    default: Value,
    allowed: Callable[[Any], bool],
    rule: str,
    names: Collection[str] = (),
    converter: Callable[[Any], Any] | None = None,
) -> Value:
    def check(_: object, option: Attribute[Any], value: object) -> None:
        if not allowed(value) and not (default is None and value is None):
            hint = " or None" if default is None else suggestion(value, names)
            raise OptionError(f"{option.name} = {shown_value(value)}: must be {rule}{hint}")

    return field(default=default, validator=check, converter=converter)


def _within(bounds: dict[str, float]) -> tuple[Callable[[Any], bool], str]:
    """Return a function that checks whether a number is within bounds, and the rule in words."""
    ends = [(*_BOUNDS[name], bound) for name, bound in bounds.items()]
    words = " and".join(f" {word} {bound}" for _, word, bound in ends)
    if {*bounds} == {"least", "most"}:
        words = f" from {bounds['least']} to {bounds['most']}"
    return lambda value: all(holds(value, bound) for holds, _, bound in ends), words


def _float(value: object) -> object:
    """Return a whole number as a float, and unchanged if it is too large for one."""
    try:
        return float(value) if type(value) is int else value
    except OverflowError:
        return value


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
