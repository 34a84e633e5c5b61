"""Errors of many files, collected so that all are reported at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from orchestrator.io.text import shown
from paralattice.errors import EncodingError, FormatError, ParalatticeError, ProblemsError

_NAMED = 10


class Problems:
    """The errors found so far.

    Parameters
    ----------
    errors
        Errors found earlier.
    """

    def __init__(self, errors: Iterable[ParalatticeError] = ()) -> None:
        self.errors: list[ParalatticeError] = list(errors)

    def add(self, message: str, file: Path | str = "", line: int = 0) -> None:
        """Add a :class:`FormatError`; the line is 1-based, 0 if it is unknown."""
        self.errors.append(FormatError(message, shown(file), line))

    def collected(self, file: Path | str, line: int = 0) -> _Collector:
        """Return a context manager that adds the error of its block and suppresses it.

        Parameters
        ----------
        file, line
            The place of an error that does not name one.
        """
        return _Collector(self, file, line)

    def raise_any(self) -> None:
        """Raise the errors, sorted by file and line; of many files that are not UTF-8, the first ones.

        Raises
        ------
        ProblemsError
            There are errors.
        """
        errors = sorted(self.errors, key=_place)
        undecoded = {error.file: error for error in errors if isinstance(error, EncodingError)}
        further = [*undecoded.values()][_NAMED:]
        if further:
            errors = [error for error in errors if getattr(error, "file", "") not in undecoded]
            more = ParalatticeError(f"and {len(further)} more files that are not UTF-8")
            errors = [*[*undecoded.values()][:_NAMED], more, *errors]
        if errors:
            raise ProblemsError(errors)


@dataclass(slots=True)
class _Collector:
    problems: Problems
    file: Path | str
    line: int

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _type: object, error: BaseException | None, _traceback: object) -> bool:
        """Add the error of the block; other exceptions propagate."""
        if isinstance(error, OSError):
            self.problems.add(f"cannot be read: {error.strerror}", error.filename or self.file)
        elif isinstance(error, ProblemsError):
            self.problems.errors.extend(error.errors)
        elif isinstance(error, FormatError):
            self.problems.errors.append(error)
        elif isinstance(error, ParalatticeError):
            self.problems.add(str(error), self.file, self.line)
        return isinstance(error, OSError | ParalatticeError)


def encoding_advice(error: ParalatticeError) -> str:
    """Return how to read a text whose encoding an error names; empty if it names none."""
    errors = error.errors if isinstance(error, ProblemsError) else (error,)
    likely = [each.likely for each in errors if isinstance(each, EncodingError) and each.likely]
    commands = "`submit`, `tune`, `cluster`, `tokenize` and `match run` take --encoding"
    return f"save as UTF-8; {commands} {max(likely, key=likely.count)}" if likely else ""


def _place(error: ParalatticeError) -> tuple[str, int]:
    return (error.file, error.line) if isinstance(error, FormatError) else ("", 0)
