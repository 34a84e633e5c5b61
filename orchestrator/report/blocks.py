"""The clusters of the page: the first within it, the others in parts beside it."""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path

from orchestrator.io.atomic import write_whole
from paralattice.batches import batches
from paralattice.report.page import Blocks, write_part

#: Number of characters of packed clusters within the page, and in a part.
INSIDE = 2_000_000
PART = 1_000_000


def write_blocks(page: Path, records: Iterable[str]) -> Blocks:
    """Write all packed clusters that do not fit into a page as parts beside it.

    The parts lie in a folder with the name of the page and are named by their content, so that a page
    never finds the parts of another state of the run.  Former parts stay until
    :func:`remove_other_parts`.

    Parameters
    ----------
    page
        The file of the page.
    records
        The packed records of all clusters.
    """
    rest = iter(records)
    inside, size, parts = [], 0, []
    for record in rest:
        size += len(record)
        if size > INSIDE:
            parts = [
                _write(page, number, part)
                for number, part in enumerate(batches(chain([record], rest), len, PART), 1)
            ]
        else:
            inside.append(record)
    return Blocks(inside, parts)


def _write(page: Path, number: int, records: list[str]) -> tuple[str, int]:
    text = write_part(records)
    name = f"{page.stem}/part-{number:04}-{sha256(text.encode()).hexdigest()[:12]}.js"
    write_whole(page.parent / name, text)
    return name, len(records)


def remove_other_parts(page: Path, blocks: Blocks) -> None:
    """Remove the parts of a former state of a page, after the page was written."""
    kept = {name for name, _ in blocks.parts}
    folder = page.parent / page.stem
    for path in folder.glob("part-*.js"):
        if f"{page.stem}/{path.name}" not in kept:
            path.unlink(missing_ok=True)
    if not kept:
        with suppress(OSError):
            folder.rmdir()
