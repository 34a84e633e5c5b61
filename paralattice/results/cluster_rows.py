"""Reads the tables of a run's clusters, ``clusters.csv`` and ``results.csv``."""

import csv
from collections.abc import Collection, Iterator
from pathlib import Path

from paralattice.errors import FormatError
from paralattice.formats.names import name_problem


def read_cluster_rows(path: Path, columns: Collection[str]) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file with at least one row per cluster.

    Parameters
    ----------
    columns
        Names of columns that the file must have beside ``cluster`` and ``sentences``.

    Raises
    ------
    FormatError
        The file cannot be read, a column or a cell is missing, or the name or the number of sentences
        of a cluster is invalid; with the line.
    """
    needed = ("cluster", "sentences", *columns)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            last = ""
            for row in rows:
                if any(row.get(name) is None for name in needed):
                    raise FormatError(f"lacks one of {', '.join(needed)}", str(path), rows.line_num)
                if row["cluster"] != last and name_problem(row["cluster"]):
                    message = f"holds cluster names that cannot be file names: {row['cluster']!r}"
                    raise FormatError(message, str(path), rows.line_num)
                if not row["sentences"].isdecimal():
                    message = f"{row['sentences']!r} is not a number of sentences"
                    raise FormatError(message, str(path), rows.line_num)
                last = row["cluster"]
                yield row
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    except (ValueError, csv.Error) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error
