"""``python -P -m orchestrator``: runs the console script with a given interpreter.

Without ``-P``, Python searches the current folder first; it is then started again with ``-P``.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Before any other import, which might find a module of the current folder.
    os.execv(sys.executable, [sys.executable, "-P", *sys.orig_argv[1:]])  # noqa: S606 - this program

from orchestrator.entry import main

if __name__ == "__main__":
    main()
