"""One benchmark, recorded: ``python -m benchmarks.record NAME [ARGUMENTS]``.

Runs ``benchmarks/NAME.py`` with the arguments, shows what it prints, and writes it to
``benchmarks/results/NAME.md`` with the command, the date, the machine and the versions. A run that fails
changes no file.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"


def main() -> None:
    """Run one benchmark and write its page."""
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem.strip("_") == path.stem)
    parser = argparse.ArgumentParser("python -m benchmarks.record", description=__doc__.partition("\n")[0])
    parser.add_argument("name", choices=names)
    parser.add_argument("--page", help="name of the page, if not that of the benchmark")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    before = when()
    command = [sys.executable, str(HERE / f"{arguments.name}.py"), *arguments.arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines = []
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if running.returncode:
        sys.exit(running.returncode)
    printed = "".join(lines).strip("\n")
    body = printed if printed.startswith(("|", "#")) else f"```\n{printed}\n```"
    shown = shlex.join(["python", f"benchmarks/{arguments.name}.py", *arguments.arguments])
    title = (arguments.page or arguments.name).replace("_", " ").capitalize()
    RESULTS.mkdir(exist_ok=True)
    page = RESULTS / f"{arguments.page or arguments.name}.md"
    page.write_text(f"# {title}\n\n`{shown}`\n\n{before} {machine()}\n\n{body}\n", encoding="utf-8")


def when() -> str:
    """Return a sentence with today's date and the present load of the machine."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return f"Measured {today}; load of the machine at the start, averages of 1, 5 and 15 minutes: {load}."


def machine() -> str:
    """Return a sentence with the processor and the versions."""
    processor = next(_processors(), platform.machine())
    packages = ("numpy", "numba", "scikit-learn", "torch")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    return (
        f"{os.cpu_count()} cores of {processor}, {platform.system()}, "
        f"Python {platform.python_version()}; {versions}."
    )


def _processors() -> Iterator[str]:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                yield line.partition(":")[2].strip()


if __name__ == "__main__":
    main()
