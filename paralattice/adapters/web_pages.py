"""Extracts the text of web pages with trafilatura."""

from __future__ import annotations

import logging
import re
from typing import Any

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def page_text(data: bytes) -> tuple[str, str]:
    """Return the title and the main text of a page of HTML.

    Parameters
    ----------
    data
        The page, in the encoding that it declares or in the most likely one.

    Returns
    -------
    tuple
        Title, one line; and text, a blank line between its paragraphs.  Both are empty where
        no main text is found, and have no control characters.
    """
    import trafilatura

    # Its log repeats what an empty text says.
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
