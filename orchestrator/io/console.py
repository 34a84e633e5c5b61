"""Lines on the terminal."""

from __future__ import annotations

from rich.console import Console


def say(console: Console, text: str) -> None:
    """Print a text unchanged, without markup, emoji, colours or line breaks."""
    console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)
