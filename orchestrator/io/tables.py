"""Tables: written to a folder as CSV, Markdown and LaTeX, and printed on the terminal."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from orchestrator.io.atomic import write_bytes_whole
from paralattice.formats.tables.paper_tables import FORMATS, Table, printed, table_files


def table_file_names(*names: str) -> set[str]:
    """Return the names of the files of tables, in their three forms."""
    return {f"{name}.{form}" for name in names for form in FORMATS}


def write_tables(folder: Path, tables: Iterable[Table], forms: Collection[str] = tuple(FORMATS)) -> None:
    """Write tables into a folder, each as CSV, Markdown and LaTeX under its own name.

    Parameters
    ----------
    forms
        File endings of the wanted forms: ``csv``, ``md``, ``tex``.

    Raises
    ------
    OSError
        A file cannot be written.
    """
    for name, data in table_files(tables, forms).items():
        write_bytes_whole(folder / name, data)


@contextmanager
def replaced_together(folder: Path, former: Collection[str] = ()) -> Iterator[Path]:
    """Yield a temporary folder whose files are moved into a folder at the end; none after an error.

    Parameters
    ----------
    folder
        The target folder; created if needed.
    former
        Names of files of an earlier command, which are removed unless they are written again.
    """
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as name:
        new = Path(name)
        yield new
        folder.mkdir(exist_ok=True)
        files = {path.name for path in new.iterdir()}
        for file in sorted(files):
            (new / file).replace(folder / file)
        for file in set(former) - files:
            (folder / file).unlink(missing_ok=True)


def grid(
    headings: Iterable[str], rows: Iterable[Sequence[str]], left: Collection[str] = (), **options: Any
) -> Grid:
    """Return a table for the terminal: without lines between columns, aligned to the right.

    Parameters
    ----------
    rows
        Cells as text, without markup.
    left
        Headings of the columns that are aligned to the left.
    options
        Those of :class:`rich.table.Table`.
    """
    table = Grid(box=None, pad_edge=False, **options)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def print_grid(console: Console, table: Grid) -> None:
    """Print a table; where it is wider than the terminal, so are its lines, and no cell breaks."""
    for column in table.columns:
        column.min_width = max(cell_len(str(cell)) for cell in (column.header, *column.cells))
    console.print(table, crop=False)


def show_table(console: Console, table: Table) -> None:
    """Print a table; its lines wrap on a narrow terminal, and no digit is lost."""
    heads, numeric, rows = printed(table)
    shown = grid(heads, rows, padding=(0, 1, 0, 0))
    for place, column in enumerate(shown.columns):
        # Titles wrap between words; numbers do not wrap.
        column.min_width = max(map(len, [*heads[place].split(), *(row[place] for row in rows)]))
        column.justify = "right" if numeric[place] else "left"
    least = sum((column.min_width or 0) + 1 for column in shown.columns)
    console.print(shown, width=max(console.width, least), crop=False)
