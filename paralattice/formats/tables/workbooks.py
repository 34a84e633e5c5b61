"""Reads the cells of workbooks in a process of their own, whose memory and time are limited.

A workbook of a few kilobytes can unpack to gigabytes (a "zip bomb"), or have one cell so far away that the
table up to it fills the memory.  The library that reads all kinds of workbooks knows no limits.
"""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from paralattice.errors import FormatError

MEMORY_BYTES = 2 << 30
"""Address space of the process: a table of a million cells needs a fifth of it."""

CPU_SECONDS = 60
_WALL_SECONDS = 600

# Ends of the process that are not the library's error: more memory or time was needed.
_DAMAGED, _TOO_LARGE = 3, 4
# Position of the first member's name in a zip archive.
_OPEN_DOCUMENT, _FIRST_MEMBER = b"mimetypeapplication/vnd.oasis.opendocument", 30
# Excel's calendar: day 1 is the first day of 1900, and day 60 did not exist.
_DAY_ZERO, _LAST_SMALL_DAY = date(1899, 12, 31), 59

SheetRows = list[tuple[int, list[str]]]
"""The rows of a worksheet, each with its 1-based number and the texts of its cells."""


def workbook_grids(data: bytes, sheet: str, file: str) -> Iterator[SheetRows]:
    """Yield the rows of each worksheet.

    Parameters
    ----------
    data
        The file: XLSX, XLSB, XLS or ODS.
    sheet
        The lower-cased name of the worksheet that comes first.
    file
        The file's name, for errors.

    Raises
    ------
    FormatError
        The workbook is damaged, or takes more than :data:`MEMORY_BYTES` or :data:`CPU_SECONDS` to read.
    """
    # -P: modules in the current folder must not shadow ours.
    command = [sys.executable, "-P", "-m", __name__, str(MEMORY_BYTES), sheet]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_WALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        done = subprocess.CompletedProcess(command, _TOO_LARGE)
    if done.returncode == _DAMAGED:
        raise FormatError(f"is a damaged workbook: {done.stderr.decode('utf-8', 'replace').strip()}", file)
    if done.returncode:
        raise FormatError(
            f"is no workbook of scores: reading it takes more than {MEMORY_BYTES >> 20} MiB of memory or "
            f"{CPU_SECONDS} s; copy the table into a new workbook",
            file,
        )
    for line in done.stdout.splitlines():
        yield [(number, cells) for number, cells in enumerate(json.loads(line), 1)]


def main(memory: int, sheet: str) -> int:
    """Print the worksheets of the workbook on standard input, one line of JSON each."""
    from python_calamine import CalamineError, CalamineWorkbook

    data = sys.stdin.buffer.read()
    _limit(memory)
    # OpenDocument stores dates, not numbers of days.
    serial = not data.startswith(_OPEN_DOCUMENT, _FIRST_MEMBER)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for name in sorted(book.sheet_names, key=lambda name: name.lower() != sheet):
            print(_rows(book.get_sheet_by_name(name), serial))  # noqa: T201
    except MemoryError:
        return _TOO_LARGE
    except (CalamineError, OSError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return _DAMAGED
    return 0


def _rows(sheet: Any, serial: bool) -> str:
    rows = sheet.to_python(skip_empty_area=False)
    return json.dumps([[cell_text(cell, serial) for cell in row] for row in rows])


def cell_text(value: Any, serial: bool = True) -> str:
    """Return a workbook's cell as text.

    Whole numbers have no decimal part, and dates the form of ISO 8601.

    Parameters
    ----------
    value
        The cell's value.
    serial
        Whether dates are stored as numbers of days; then a date in January or
        February 1900 is a small number in a cell formatted as a date, and is
        returned as that number.
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date):
        return _date_text(value, serial)
    return f"time {value}" if isinstance(value, time | timedelta) else str(value).strip()


def _date_text(value: date, serial: bool) -> str:
    whole = not isinstance(value, datetime) or value.time() == time()
    day = value.date() if isinstance(value, datetime) else value
    number = (day - _DAY_ZERO).days
    if serial and whole and 0 < number <= _LAST_SMALL_DAY:
        return str(number)
    return day.isoformat() if whole else value.isoformat()


def _limit(memory: int) -> None:
    """Limit memory and time, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for kind, limit in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, CPU_SECONDS)):
        resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2]))
