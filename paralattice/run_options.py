"""The options of a run: those of each stage, and its versions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.errors import OptionError
from paralattice.lattice.options import BuildOptions, PangOptions, SampleOptions
from paralattice.options import require, stage_options, words
from paralattice.versions import VERSION_NAMES, VERSIONS, require_known


@dataclass(frozen=True, slots=True)
class Options:
    """The options of all stages, and the versions to run.

    Attributes
    ----------
    pang
        Of the version :data:`PANG` alone.
    versions
        Names out of :data:`VERSION_NAMES`, each once, in the order of the report.
    stop_words
        Lower-cased words that V3 and V4 never match; ``None`` for the list in
        the package.
    """

    parse: ParseOptions = field(default_factory=ParseOptions)
    align: AlignOptions = field(default_factory=AlignOptions)
    pang: PangOptions = field(default_factory=PangOptions)
    build: BuildOptions = field(default_factory=BuildOptions)
    sample: SampleOptions = field(default_factory=SampleOptions)
    versions: tuple[str, ...] = tuple(VERSIONS)
    stop_words: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Validate."""
        require(bool(self.versions), "versions", self.versions, "at least one version")
        require(len(set(self.versions)) == len(self.versions), "versions", self.versions, "distinct")
        for name in self.versions:
            require_known(name, VERSION_NAMES)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Options:
        """Return the options that :meth:`to_dict` wrote; absent ones take their defaults.

        Raises
        ------
        OptionError
            An option is unknown or its value is not allowed.
        """
        unknown = set(values) - {entry.name for entry in fields(cls)}
        if unknown:
            raise OptionError(f"unknown options: {', '.join(sorted(unknown))}")
        arguments = dict(values)
        for name, kind in _STAGES.items():
            if name in arguments:
                arguments[name] = stage_options(kind, name, arguments[name])
        for name in ("versions", "stop_words"):
            if arguments.get(name) is not None:
                arguments[name] = words(name, arguments[name])
        return cls(**arguments)


_STAGES: dict[str, type] = {
    "parse": ParseOptions,
    "align": AlignOptions,
    "pang": PangOptions,
    "build": BuildOptions,
    "sample": SampleOptions,
}
