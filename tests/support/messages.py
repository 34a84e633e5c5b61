"""Compare printed messages whatever the load of the machine."""

import re

_PROGRESS = re.compile(r"^\w+ \d+(?:/\d+)? [\w, ]+(?: \(\d+ failed\))?\n", re.MULTILINE)


def without_progress(text):
    """Leave out the lines that long work prints every five seconds, such as ``match 3/10 pairs``."""
    return _PROGRESS.sub("", text)
