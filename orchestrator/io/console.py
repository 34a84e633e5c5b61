"""Lines on the terminal."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def say(console: Console, text: str) -> None:
    """Print a text unchanged, without markup, emoji, colours or line breaks."""
    console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)


def warn(console: Console, text: str) -> None:
    """Print a warning or an error on standard error.

    It is printed on the console if that does not write to standard output, but to a log, say; and if
    both are terminals, so that it stands above progress bars.  A quiet console does not
    silence it.
    """
    errors = Console(stderr=True)
    output = getattr(sys.stdout, "rich_proxied_file", sys.stdout)
    elsewhere = console.file is not output or (console.is_terminal and errors.is_terminal)
    say(console if elsewhere and not console.quiet else errors, text)


def transient_bar(text: str) -> Progress:
    """Return a bar on standard error, which is shown on a terminal alone and disappears at the end."""
    errors = Console(stderr=True, highlight=False)
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
