"""All benchmarks: ``python -m benchmarks``, with ``--quick`` in a few seconds on little input.

Prints a table of ratios with their spread, and writes it with the machine and the date to
``benchmarks/results.md``, and a picture of how the time of alignment grows to ``docs/images/growth.svg``.
Peers that are not installed are left out: ``pip install --group benchmarks`` brings them.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The scripts also run by themselves, and then import each other by these names.
sys.path.insert(0, str(HERE))

from alignment import alignment_rows, pair_rows  # noqa: E402
from growth import draw_growth  # noqa: E402
from lattices import rows as lattice_rows  # noqa: E402
from measuring import Row, table  # noqa: E402
from methods import method_rows  # noqa: E402
from parsing import parsing_rows  # noqa: E402
from submit import beside_the_library  # noqa: E402

from paraphrase.align import prepare  # noqa: E402

TABLES = ("pairs", "alignment", "lattices", "methods", "parsing")
SCRIPTS = {
    "stages": ("stages.py", "--clusters", "60"),
    "language model": ("language_model.py",),
    "word alignment": ("word_alignment.py",),
    "matching": ("matching.py",),
}
"""Scripts whose figures are no ratios; what they print is kept as it is."""


def main() -> None:
    """Run what was asked for, print and write it."""
    arguments = _arguments()
    prepare()
    sizes = {name: _settings(arguments.quick)[name] for name in TABLES if name in arguments.only}
    parts = [f"# Results\n\n{_machine()}\n"]
    found: list[Row] = []
    for name, work in sizes.items():
        rows = _told(name, work)
        found += rows
        parts.append(f"## {name.capitalize()}\n\n{table(rows)}")
        print(parts[-1], flush=True)
    if not arguments.quick and "submit" in arguments.only:
        parts.append(f"## Submit\n\n{beside_the_library(194, 2, 2)}")
        print(parts[-1], flush=True)
    if not arguments.quick and "scripts" in arguments.only:
        parts += [
            f"## {name.capitalize()}\n\n```\n{_printed(*command)}```\n" for name, command in SCRIPTS.items()
        ]
    arguments.output.mkdir(parents=True, exist_ok=True)
    (arguments.output / "results.md").write_text("\n".join(parts), encoding="utf-8")
    if "alignment" in arguments.only:
        arguments.picture.parent.mkdir(parents=True, exist_ok=True)
        draw_growth(found, arguments.picture)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__.partition("\n")[0])
    every = (*TABLES, "submit", "scripts")
    parser.add_argument(
        "--quick", action="store_true", help="little input, one round, no runs and no scripts"
    )
    parser.add_argument("--only", nargs="*", choices=every, default=every, help="some parts alone")
    parser.add_argument("--output", type=Path, default=HERE, help="folder of results.md (benchmarks/)")
    picture = HERE.parent / "docs" / "images" / "growth.svg"
    parser.add_argument("--picture", type=Path, default=picture, help="the picture (docs/images/growth.svg)")
    return parser.parse_args()


def _settings(quick: bool) -> dict[str, Callable[[], list[Row]]]:
    if quick:
        return {
            "pairs": lambda: pair_rows(20, 6, 1),
            "alignment": lambda: alignment_rows([6, 18], 1),
            "lattices": lambda: lattice_rows([6], 1),
            "methods": lambda: method_rows(True, 1),
            "parsing": lambda: parsing_rows(12, 1, ()),
        }
    return {
        "pairs": lambda: pair_rows(300, 100, 5),
        "alignment": lambda: alignment_rows([18, 79, 300, 1000, 3000], 5),
        "lattices": lambda: lattice_rows([18, 79, 300, 1000, 1300], 5),
        "methods": lambda: method_rows(False, 3),
        "parsing": lambda: parsing_rows(384, 3),
    }


def _told(name: str, work: Callable[[], list[Row]]) -> list[Row]:
    begin = time.perf_counter()
    rows = work()
    print(f"{name}: {time.perf_counter() - begin:.0f} s", file=sys.stderr, flush=True)
    return rows


def _printed(script: str, *words: str) -> str:
    """Run a script of this folder and return what it prints."""
    print(f"{script} ...", file=sys.stderr, flush=True)
    command = [sys.executable, HERE / script, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + (done.stderr if done.returncode else "")


def _machine() -> str:
    """Return a sentence about what was measured where and when."""
    processor = next(_processors(), platform.machine())
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "numba", "torch", "stanza"))
    peers = ", ".join(_peers())
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores of {processor}, {platform.system()}, "
        f"Python {platform.python_version()}; {versions}. Peers: {peers or 'none'}. Load of the machine "
        f"when it was written, averages of 1, 5 and 15 minutes: {load}.\n\n"
        "`python -m benchmarks` made this file. Times are of the processor, medians; a ratio compares "
        "neighbours in time. Above 1, we are faster."
    )


def _processors() -> Iterator[str]:
    with contextlib.suppress(OSError):
        for line in io.StringIO(Path("/proc/cpuinfo").read_text(encoding="utf-8")):
            if line.startswith("model name"):
                yield line.partition(":")[2].strip()


def _peers() -> Iterator[str]:
    for name in ("collatex", "lingpy", "pyspoa", "pyabpoa", "biopython", "pynini", "scikit-learn", "kenlm"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            yield f"{name} {metadata.version(name)}"


if __name__ == "__main__":
    main()
