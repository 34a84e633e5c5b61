"""Lines on the terminal."""

from __future__ import annotations

from rich.console import Console


def say(console: Console, text: str) -> None:
    """Print a text as it is, whatever a corpus or a path puts into it: no markup, colours or folding."""
    console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)
