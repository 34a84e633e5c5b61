"""Options refuse what is not allowed, naming the option, and survive JSON."""

import inspect
import json
import pickle

import pytest
from attrs import evolve, frozen
from attrs.exceptions import FrozenInstanceError

from paralattice.align.options import AlignOptions
from paralattice.errors import OptionError
from paralattice.options import CheckedOptions, choice, flag, group, number, require_known, texts, whole


@frozen
class Inner(CheckedOptions):
    count: int = whole(2, least=1, most=9)
    units: int = whole(8, least=4)
    share: float = number(0.5, above=0, most=1)
    floor: float | None = number(None, least=0, below=1)


@frozen
class Seats(CheckedOptions):
    seats: int | None = whole(None, least=1)


@frozen
class Outer(CheckedOptions):
    inner: Inner = group(Inner(count=3))
    colour: str = choice("green", ("green", "yellow"))
    bright: bool = flag(True)
    words: tuple[str, ...] | None = texts(None)


@pytest.mark.parametrize(
    ("kind", "name", "value", "rule"),
    [
        (Inner, "count", 0, "a whole number from 1 to 9"),
        (Inner, "count", 2.0, "a whole number from 1 to 9"),
        (Inner, "count", True, "a whole number from 1 to 9"),
        (Inner, "units", 0, "a whole number of at least 4"),
        (Inner, "share", 0.0, "a number above 0 and at most 1"),
        (Inner, "share", float("nan"), "a number above 0 and at most 1"),
        (Inner, "share", None, "a number above 0 and at most 1"),
        (Inner, "floor", 1.0, "a number of at least 0 and below 1 or None"),
        (Inner, "floor", False, "a number of at least 0 and below 1 or None"),
        (Outer, "bright", 1, "true or false"),
        (Outer, "colour", "blue", "one of green, yellow"),
        (Outer, "colour", "yelow", "one of green, yellow (did you mean 'yellow'?)"),
        (Outer, "colour", ["green"], "one of green, yellow"),
        (Outer, "inner", {"count": 1}, "Inner"),
        (Outer, "words", "word", "a list of texts or None"),
        (Outer, "words", ["word", 1], "a list of texts or None"),
    ],
)
def test_an_error_has_the_option_the_value_and_what_is_allowed(kind, name, value, rule):
    with pytest.raises(OptionError) as caught:
        kind(**{name: value})
    shown = tuple(value) if name == "words" and isinstance(value, list) else value
    assert str(caught.value) == f"{name} = {shown!r}: must be {rule}"


@pytest.mark.parametrize(("digits", "shown"), [(400, "1" + 400 * "0"), (5000, "a number of too many digits")])
def test_a_whole_number_that_is_too_large_is_refused_as_any_other_value(digits, shown):
    for make in (lambda value: Inner(share=value), lambda value: Inner.from_dict({"share": value})):
        with pytest.raises(OptionError) as caught:
            make(10**digits)
        assert str(caught.value) == f"share = {shown}: must be a number above 0 and at most 1"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cuont": 3}, "unknown options: cuont (did you mean 'count'?)"),
        ({"count": 3, "unit": 1, "b": 2}, "unknown options: b, unit (did you mean 'units'?)"),
    ],
)
def test_a_mistyped_keyword_is_refused_with_a_suggestion(values, message):
    with pytest.raises(OptionError) as caught:
        Inner(**values)
    assert str(caught.value) == message
    with pytest.raises(OptionError, match="did you mean 'count'"):
        evolve(Inner(), cuont=3)


def test_a_whole_number_may_be_optional():
    assert (Seats().seats, Seats(seats=1).seats) == (None, 1)
    with pytest.raises(OptionError, match="seats = 0: must be a whole number of at least 1 or None"):
        Seats(seats=0)


def test_bounds_that_are_allowed_are_allowed():
    assert (Inner(count=1).count, Inner(count=9).count, Inner(share=1).share, Inner(floor=0).floor) == (
        1,
        9,
        1,
        0,
    )
    assert (Inner(floor=None).floor, Outer(words=["a"]).words) == (None, ("a",))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"iner": {}}, "unknown options: iner (did you mean 'inner'?)"),
        ({"inner": {"b": 1, "cuont": 2}}, "unknown options of inner: b, cuont (did you mean 'count'?)"),
        ({1: 2}, "unknown options: 1"),
        ({"inner": 3}, "inner = 3: must be a table of options"),
        ([], "options = []: must be a table of options"),
        ({"inner": {"count": 10}}, "inner.count = 10: must be a whole number from 1 to 9"),
        ({"bright": 0}, "bright = 0: must be true or false"),
    ],
)
def test_values_of_a_file_are_refused_with_the_stage_and_the_option(values, message):
    with pytest.raises(OptionError) as caught:
        Outer.from_dict(values)
    assert str(caught.value) == message


def test_what_is_absent_is_as_it_is_by_default():
    assert Outer.from_dict({}) == Outer()
    assert Outer.from_dict({"inner": {"share": 1}}).inner == Inner(count=3, share=1)


def test_options_survive_json_and_pickling():
    options = Outer(inner=Inner(floor=0.25), words=("a", "the"))
    assert Outer.from_dict(json.loads(json.dumps(options.to_dict()))) == options
    assert pickle.loads(pickle.dumps(options)) == options  # noqa: S301


def test_options_are_immutable_keys():
    assert {Outer(): 1}[Outer()] == 1
    with pytest.raises(FrozenInstanceError):
        Outer().bright = False


def test_defaults_are_seen_in_the_signature():
    assert inspect.signature(Inner).parameters["share"].default == 0.5


def test_a_name_that_is_unknown_is_refused_with_the_known_ones():
    require_known("colour", "green", ("green", "yellow"))
    with pytest.raises(OptionError, match=r"unknown colour 'gren': choose from green, yellow \(did you mean"):
        require_known("colour", "gren", ("green", "yellow"))


def test_a_whole_number_for_a_number_is_the_same_option_with_the_same_digest():
    whole, point = AlignOptions(threshold=1), AlignOptions(threshold=1.0)
    assert whole == point
    assert json.dumps(whole.to_dict()) == json.dumps(point.to_dict())
