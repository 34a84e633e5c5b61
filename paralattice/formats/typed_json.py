"""Reads JSON as values of declared types; :func:`msgspec.json.encode` writes them."""

from typing import TypeVar

import msgspec

from paralattice.errors import FormatError

Value = TypeVar("Value")


def from_json(text: bytes, kind: type[Value], source: str = "") -> Value:
    """Return the value of a JSON text.

    Fields of an object that its type does not have are passed over.

    Parameters
    ----------
    text
        The JSON.
    kind
        The type of the value.
    source
        Name of the text's source, for errors.

    Raises
    ------
    FormatError
        The text is not JSON, or not a value of that type.

    Examples
    --------
    >>> from_json(b"[1, 2]", list[int])
    [1, 2]
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not the JSON that is expected: {error}", source) from error
