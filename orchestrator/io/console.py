"""Text on the terminal, shown as it is: no markup, no emoji, no colours of numbers, no folding."""

from __future__ import annotations

from rich.console import Console


def say(console: Console, text: str) -> None:
    """Print a line that may hold anything a corpus or a path holds."""
    console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)
