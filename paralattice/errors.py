"""Errors that the library raises on purpose.

Each stage has its own subclass of :class:`ParalatticeError`.  Callers catch the base
class to distinguish invalid input from a defect of the library.
"""

from collections.abc import Iterable


class ParalatticeError(Exception):
    """Base of all errors raised on purpose by Paralattice."""


class FormatError(ParalatticeError):
    """A text that does not follow its format.

    Parameters
    ----------
    message
        The problem, in one sentence.
    file
        Name of the source, as the caller gave it; empty if it is unknown.
    line, column
        1-based position; 0 if it is unknown.
    """

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        super().__init__(message, file, line, column)

    def __str__(self) -> str:
        """Return ``file:line:column: message``, without unknown parts."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        place = ":".join([self.file or "<text>", *numbers]) if self.file or numbers else ""
        return f"{place}: {self.message}" if place else self.message


class EncodingError(FormatError):
    """A text that is not UTF-8; ``likely`` is its most likely encoding, empty if none fits."""

    likely = ""


class ProblemsError(ParalatticeError):
    """Several errors of one input, reported together.

    Parameters
    ----------
    errors
        The errors, in the order of detection; at least one.
    """

    def __init__(self, errors: Iterable[ParalatticeError]) -> None:
        self.errors = tuple(errors)
        super().__init__(self.errors)

    def __str__(self) -> str:
        """Return one line per error; several readers of one file may have met the same one."""
        return "\n".join(dict.fromkeys(map(str, self.errors)))


class OptionError(ParalatticeError):
    """An option whose value is not allowed."""


class ParseError(ParalatticeError):
    """A sentence or tree that cannot be parsed."""


class ChunkError(ParalatticeError):
    """Features that cannot be derived from a tree."""


class AlignError(ParalatticeError):
    """Sentences that cannot be scored or aligned."""


class MergeError(ParalatticeError):
    """Alignments that cannot be joined into one."""


class BuildError(ParalatticeError):
    """An automaton that cannot be built or counted."""


class SampleError(ParalatticeError):
    """A lattice from which no sentence can be drawn."""


class RewordError(ParalatticeError):
    """A language model or a rewording model that cannot be trained, written or used."""


class ClusterError(ParalatticeError):
    """Documents whose sentences cannot be clustered."""


class MatchError(ParalatticeError):
    """Documents whose sentences cannot be matched, or a model that cannot be trained for it."""


class JudgeError(ParalatticeError):
    """Sheets that cannot be written or read."""
