"""Records docs/first-minutes.md: what a newcomer types and what the program prints, from a real run.

    python docs/first_minutes.py

The commands run in a new folder with a copy of examples/.  Each stands with the seconds that it took; long
outputs are cut, which the recording says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "first-minutes.md"

WIDTH = 100
"""Columns of the terminal."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command, what is said before it, and the number of lines of its output that are kept."""

    text: str
    command: str
    first: int = 40
    last: int = 0


STEPS = (
    Step("The program explains itself.", "orchestrator --help", 44),
    Step("What would it do with the example corpus? This checks everything and computes nothing.",
         "orchestrator submit examples/corpus --dry-run"),
    Step("Then the run itself. On a terminal there are bars instead of the lines with counts.",
         "orchestrator submit examples/corpus", 5, 31),
    Step("The new sentences of one event:",
         "orchestrator samples corpus --version V6 --chosen --cluster bridge"),
    Step("A slip is answered:", "orchestrator sample corpus"),
    Step("Sentences of one's own, a file for each event:",
         "mkdir -p mine && printf '%s\\n' 'The old mill burned down on Sunday night.' "
         "'On Sunday night, a fire destroyed the old mill.' "
         "'Firefighters could not save the old mill, which burned down on Sunday.' > mine/mill.txt"),
    Step("", "orchestrator submit mine --versions V6", 3, 12),
    Step("What was run so far:", "orchestrator runs"),
)  # fmt: skip

HEAD = """# The first minutes

A recording of a newcomer's first minutes, made by `make minutes` from a real run in a new folder: after each
command stands what it printed and the seconds that it took.
"""

MACHINE = "The machine had {} cores; its load average was {:.0f} when the recording began.\n"


def recorded(steps: Sequence[Step], folder: Path, programs: Path) -> Iterator[str]:
    """Run commands in a folder, one after the other; yield what the page says of each.

    Parameters
    ----------
    programs
        The folder of the console scripts, first on the search path.
    """
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("ORCHESTRATOR_")},
        "PATH": f"{programs}:{os.environ['PATH']}",
        "COLUMNS": str(WIDTH),
    }
    for step in steps:
        begin = time.monotonic()
        done = subprocess.run(
            ["bash", "-c", step.command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        seconds = time.monotonic() - begin
        lines = [f"$ {step.command}", *_cut(done.stdout.splitlines(), step), f"# {seconds:.1f} s"]
        text = f"\n{step.text}\n" if step.text else ""
        yield f"{text}\n```\n" + "\n".join(lines) + "\n```\n"


def _cut(lines: list[str], step: Step) -> list[str]:
    left_out = len(lines) - step.first - step.last
    if left_out <= 0:
        return lines
    return [*lines[: step.first], f"# ... {left_out} lines ...", *lines[len(lines) - step.last :]]


def main() -> None:
    """Write the page."""
    machine = MACHINE.format(os.cpu_count(), os.getloadavg()[0])
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        texts = list(recorded(STEPS, Path(folder), Path(sys.executable).parent))
    PAGE.write_text(HEAD + machine + "".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
