"""Extracts the text of web pages with trafilatura."""

import logging
import re
from typing import Any

from paralattice.errors import FormatError

PAGE_BYTES = 10_000_000
"""Size of the largest page that is read: it takes a minute of CPU, and pages of news have a fiftieth."""

# Attributes of a start tag longer than this are dropped: reading them takes quadratic time.
_LONGEST_TAG = 20_000
_LONG_TAG = re.compile(rb"<([a-zA-Z][\w-]*)\s[^<>]{%d,}>" % _LONGEST_TAG)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def page_text(data: bytes) -> tuple[str, str]:
    """Return the title and the main text of an HTML page.

    Parameters
    ----------
    data
        The page, in its declared encoding or the most likely one.

    Returns
    -------
    tuple
        The title, one line; and the text, with a blank line between paragraphs.  Both have no control
        characters, and are empty if no main text is found.

    Raises
    ------
    FormatError
        trafilatura is not installed, or the page is larger than :data:`PAGE_BYTES`.
    """
    try:
        import trafilatura
    except ImportError:
        raise FormatError("web pages need another package: pip install 'paralattice[web]'") from None
    if len(data) > PAGE_BYTES:
        raise FormatError(
            f"a page of {len(data) / 1e6:.0f} MB; at most {PAGE_BYTES / 1e6:.0f} MB are read: "
            "keep the part with the text"
        )
    data = _LONG_TAG.sub(rb"<\1>", data)

    # The log only reports that the text is empty.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    page: Any = trafilatura.bare_extraction(
        data, include_comments=False, include_tables=False, with_metadata=True
    )
    if page is None:
        return "", ""
    lines = (" ".join(line.split()) for line in _clean(page.text or "").splitlines())
    title = " ".join(_clean(page.title or "").split())
    return title, "\n\n".join(line for line in lines if line)


def _clean(text: str) -> str:
    return _CONTROL.sub(" ", text)
