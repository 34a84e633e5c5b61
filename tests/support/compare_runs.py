"""Compare two folders of runs file by file, byte for byte; parts cluster by cluster, in any order.

python tests/support/compare_runs.py runs/one runs/other

Left out is what differs between two runs of the same work: logs, the ledger, the status, the lock, and in
``run.json`` the run's identity, its times, and the places of corpus and store.  What differs is printed, a
line each; the exit status is 1 if anything does.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from paralattice.results import PartFolder

_NOT_COMPARED = {"run.lock", "status.json"}
_OWN_FIELDS = {"id", "submits", "corpus", "store", "store_endpoint"}


def differences(first: Path, second: Path) -> Iterator[str]:
    """Yield a line for each file that differs or that only one of two run folders has."""
    paths, others = _results(first), _results(second)
    for path in sorted(paths | others):
        if path not in others:
            yield f"{path}: only in {first}"
        elif path not in paths:
            yield f"{path}: only in {second}"
        elif reason := _difference(path, first, second):
            yield f"{path}: {reason}"
    for name in ("features", "results"):
        yield from _part_differences(PartFolder(first / name), PartFolder(second / name))


def _part_differences(one: PartFolder, other: PartFolder) -> Iterator[str]:
    """Yield a line for each cluster whose records differ or that only one of two folders of parts has."""
    for cluster in sorted({*one.names(), *other.names()}):
        place = f"{one.root.name}/ of {cluster}"
        if cluster not in other:
            yield f"{place}: only in {one.root.parent}"
        elif cluster not in one:
            yield f"{place}: only in {other.root.parent}"
        elif one.lines(cluster) != other.lines(cluster):
            yield f"{place}: differs"


def _results(root: Path) -> set[Path]:
    return {
        path.relative_to(root)
        for path in root.rglob("*")
        if path.is_file()
        and path.name not in _NOT_COMPARED
        and not path.name.startswith("part-")
        and not path.name.startswith("ledger.sqlite")
        and "logs" not in path.relative_to(root).parts
    }


def _difference(path: Path, first: Path, second: Path) -> str:
    """Return how a file differs; nothing where it does not."""
    one, other = ((root / path).read_bytes() for root in (first, second))
    if one == other:
        return ""
    if path == Path("run.json"):
        return _field_difference(json.loads(one), json.loads(other))
    place = next((i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    place = min(len(one), len(other)) if place is None else place
    line = one.count(b"\n", 0, place) + 1
    return f"differs from byte {place}, line {line} ({len(one)} and {len(other)} bytes)"


def _field_difference(one: dict, other: dict) -> str:
    names = sorted(
        name for name in (one.keys() | other.keys()) - _OWN_FIELDS if one.get(name) != other.get(name)
    )
    return f"differs in {', '.join(names)}" if names else ""


def main(arguments: list[str] | None = None) -> int:
    """Print what differs; return 1 if anything does."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    given = parser.parse_args(arguments)
    for folder in (given.first, given.second):
        if not (folder / "run.json").is_file():
            parser.error(f"{folder} is no folder of a run: it has no run.json")
    lines = list(differences(given.first, given.second))
    for line in lines:
        print(line)  # noqa: T201 - what the program is for
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
