"""Self-contained HTML pages: templates, embedded data, and content security policies."""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any

_PLACE = re.compile(r"\{\{(\w+)\}\}")
# "<" could end the element or begin a comment; the line separators end a line in old JavaScript.
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def fill(template: str, values: Mapping[str, str]) -> str:
    """Return a template with each ``{{name}}`` replaced by the value of that name, which is markup.

    Placeholders in values are not replaced.

    Raises
    ------
    KeyError
        A value of the template is missing.
    """
    return _PLACE.sub(lambda place: values[place[1]], template)


def asset(package: str, name: str) -> str:
    """Return the text of a package's file."""
    return (files(package) / name).read_text(encoding="utf-8")


def embedded(value: Any) -> str:
    """Return a value as JSON for a ``script`` element of type ``application/json``."""
    # JSON has these characters only within strings, where they can be escaped.
    return _compact(value).translate(_UNSAFE)


def packed_json(value: Any) -> str:
    """Return a value as JSON, deflated without a header and in Base64, which needs no escapes.

    A page unpacks it with ``DecompressionStream("deflate-raw")``.
    """
    compress = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = compress.compress(_compact(value).encode("utf-8", errors="replace")) + compress.flush()
    return b64encode(data).decode("ascii")


def policy(script: str, style: str, pictures: bool = True, parts: bool = False) -> str:
    """Return the content security policy of a page with one script and one style.

    The page may run only these, show only embedded pictures, and neither load nor
    send anything.

    Parameters
    ----------
    pictures
        Whether it has pictures.
    parts
        Whether its script may load further ones, which lie beside the page.
    """
    trusted = " 'strict-dynamic'" if parts else ""
    return (
        f"default-src 'none'; script-src {script_source(script)}{trusted}; style-src {script_source(style)}; "
        f"{'img-src data:; ' if pictures else ''}base-uri 'none'; form-action 'none'"
    )


def script_source(text: str) -> str:
    """Return the source that admits one inline script or style to a page with a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
