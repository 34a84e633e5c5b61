"""All benchmarks: ``python -m benchmarks``; ``--quick`` takes a few seconds on little input.

Prints a table of ratios with their spread, and writes it with the machine and the date to
``benchmarks/results/peers.md``.
Peers that are not installed are left out: ``pip install --group benchmarks`` installs them.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Scripts also run alone, and then import each other by these names.
sys.path.insert(0, str(HERE))

from alignment import alignment_rows, pair_rows  # noqa: E402
from lattices import rows as lattice_rows  # noqa: E402
from measuring import Row, table  # noqa: E402
from parsing import parsing_rows  # noqa: E402
from record import RESULTS, machine, when  # noqa: E402
from submit import beside_the_library  # noqa: E402

from paralattice.align import prepare_alignment  # noqa: E402

TABLES = ("pairs", "alignment", "lattices", "parsing")


def main() -> None:
    """Run the chosen benchmarks, print and write their results."""
    arguments = _arguments()
    prepare_alignment()
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / "peers.md"
    # Sections of other benchmarks stay unchanged.
    sections = _sections(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name, work in _works(arguments).items():
        begin = time.perf_counter()
        measured = work()
        text = measured if isinstance(measured, str) else table(measured)
        sections[name.capitalize()] = f"{when()}\n\n{text}"
        print(f"## {name.capitalize()}\n\n{text}", flush=True)
        print(f"{name}: {time.perf_counter() - begin:.0f} s", file=sys.stderr, flush=True)
        parts = [
            f"# Ours beside others\n\n{_machine()}\n",
            *(f"## {title}\n\n{body}" for title, body in sections.items()),
        ]
        path.write_text("\n".join(parts), encoding="utf-8")


def _sections(text: str) -> dict[str, str]:
    """Return the bodies of a Markdown file's sections by their titles."""
    parts = [part.partition("\n\n") for part in text.split("\n## ")[1:]]
    return {title: body for title, _, body in parts}


def _works(arguments: argparse.Namespace) -> dict[str, Callable[[], list[Row] | str]]:
    works: dict[str, Callable[[], list[Row] | str]] = {**_tables(arguments.quick)}
    if not arguments.quick:
        works["submit"] = lambda: beside_the_library(194, 2, 5)
    return {name: work for name, work in works.items() if name in arguments.only}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__.partition("\n")[0])
    every = (*TABLES, "submit")
    parser.add_argument("--quick", action="store_true", help="little input, one round, no runs")
    parser.add_argument("--only", nargs="*", choices=every, default=every, help="only some parts")
    parser.add_argument("--output", type=Path, default=RESULTS, help="folder of peers.md")
    return parser.parse_args()


def _tables(quick: bool) -> dict[str, Callable[[], list[Row]]]:
    if quick:
        return {
            "pairs": lambda: pair_rows(20, 6, 1),
            "alignment": lambda: alignment_rows([6, 18], 1),
            "lattices": lambda: lattice_rows([6], 1),
            "parsing": lambda: parsing_rows(12, 1, ()),
        }
    return {
        "pairs": lambda: pair_rows(300, 100, 5),
        "alignment": lambda: alignment_rows([18, 79, 300, 1000, 3000], 5),
        "lattices": lambda: lattice_rows([18, 79, 300, 1000, 1300], 5),
        "parsing": lambda: parsing_rows(384, 3),
    }


def _machine() -> str:
    """Return a description of the machine, the versions and the peers."""
    peers = ", ".join(_peers())
    return (
        f"{machine()} Peers: {peers or 'none'}.\n\n"
        "`python -m benchmarks` made this file. Times are medians of processor time; a ratio compares two "
        "consecutive measurements. Above 1, ours is faster."
    )


def _peers() -> Iterator[str]:
    for name in ("collatex", "lingpy", "pyspoa", "pyabpoa", "biopython", "pynini", "scikit-learn", "kenlm"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            yield f"{name} {metadata.version(name)}"


if __name__ == "__main__":
    main()
