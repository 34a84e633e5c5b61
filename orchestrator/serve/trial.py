"""A trial: the sentences, versions and options that a page asks for, within bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paralattice.errors import ParalatticeError
from paralattice.methods import best_first, methods_of
from paralattice.run_options import Options
from workers.source_digest import code_digest
from workers.store import digest

MOST = {"lines": 100, "words": 4_000, "characters": 40_000}
"""Bounds of a text."""
GREATEST: dict[str, dict[str, float]] = {
    "exchange": {"difference": 1, "distance": 50, "per_cluster": 50, "operations": 6},
    "sample": {"draws": 1_000, "keep": 50, "seed": 2**31 - 1},
}
"""The options that a trial may set, by stage, and their greatest values."""


class TrialError(ParalatticeError):
    """A trial exceeds a bound or cannot be read."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Sentences, versions and options, as a page sends them.

    Attributes
    ----------
    text
        The sentences, one a line; or groups of sentences with headings ``# NAME``.
    options
        The versions, the language, and the options in :data:`GREATEST` by stage and name.
    """

    text: str
    options: dict[str, Any]

    @classmethod
    def from_values(cls, values: Any) -> Trial:
        """Return the trial that a page asks for: its ``text``, and some of its options.

        Raises
        ------
        TrialError
            The text or an option exceeds a bound.
        OptionError
            An option has another type or value.
        """
        if not isinstance(values, dict) or not isinstance(values.get("text"), str):
            raise TrialError("This request cannot be read.")
        text = values["text"].encode("utf-8", "replace").decode()
        lines = [line.strip() for line in text.strip().splitlines()]
        if not text.lstrip().startswith("#"):
            # In groups, blank lines come before headings.
            lines = list(filter(None, lines))
        counts = len(list(filter(None, lines))), len(text.split()), len(text)
        for (noun, most), count in zip(MOST.items(), counts, strict=True):
            if count > most:
                hint = "`orchestrator submit` has no such bound"
                raise TrialError(f"This text has {count:,} {noun}; a trial takes {most:,}, {hint}.")
        if not lines:
            raise TrialError("Give some sentences about one event, one a line.")
        options = Options.from_dict(
            {name: value for name, value in values.items() if name in ("versions", "language", *GREATEST)}
        )
        chosen: dict[str, Any] = {"versions": best_first(options.versions), "language": options.language}
        for stage, bounds in GREATEST.items():
            chosen[stage] = {name: getattr(getattr(options, stage), name) for name in bounds}
            if above := [name for name, most in bounds.items() if chosen[stage][name] > most]:
                raise TrialError(f"{stage}.{above[0]} is {bounds[above[0]]:,} at most here.")
        return cls("".join(f"{line}\n" for line in lines), chosen)

    @property
    def name(self) -> str:
        """The name of its run: the same text, options and code have the same name."""
        return f"try-{digest('trial', code_digest(), self.text, self.options)[:16]}"

    def steps(self) -> list[list[str]]:
        """Return the versions that are computed first, and all versions."""
        versions = self.options["versions"]
        slow = {each.name for method in methods_of(versions) if method.weight > 1 for each in method.versions}
        quick = [name for name in versions if name not in slow]
        return [quick, versions] if 0 < len(quick) < len(versions) else [versions]
