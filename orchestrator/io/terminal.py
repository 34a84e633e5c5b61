"""Keeps control and bidirectional characters of corpora, names and messages off the terminal.

What is written to a file or a pipe is left as it is.
"""

import re
import sys
from typing import IO, Any

from paralattice.formats.printable import UNPRINTABLE, printable

# Bold, a colour or their end, as `click.style` writes them; none that hides text or moves the cursor.
_STYLES = re.compile(r"(\x1b\[(?:0|1|3[0-7]|9[0-7])m)")


class Terminal:
    """A text stream to a terminal that escapes what a terminal would obey.

    Parameters
    ----------
    stream
        The stream, which Rich uses directly: it escapes texts before it adds its own codes.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Write a text, with all but styles escaped."""
        parts = _STYLES.split(text)
        # Every second part is a style.
        escaped = (part if index % 2 else printable(part) for index, part in enumerate(parts))
        self.rich_proxied_file.write("".join(escaped))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the stream."""
        return getattr(self.rich_proxied_file, name)


def protect_terminal() -> None:
    """Escape what this process writes to a terminal from now on."""
    terminals = [name for name in ("stdout", "stderr") if (stream := getattr(sys, name)) and stream.isatty()]
    for name in terminals:
        setattr(sys, name, Terminal(getattr(sys, name)))
    if terminals:
        # Lazy import: most commands that write to a pipe do not need it.
        import rich.control

        # Rich has no setting for this; all of its texts go through this table.
        rich.control._CONTROL_STRIP_TRANSLATE.update(UNPRINTABLE)
