"""Advice for damaged files of a run."""

from pathlib import Path

from paralattice.errors import FormatError, ProblemsError

_RENEWED = ("run.json", "ledger.sqlite", "results.csv", "clusters.csv", "sentences.csv", "originals.jsonl")
"""Files that `orchestrator submit` writes again if they are absent; scores and sheets are not among them.

Errors about parts of results say themselves what to do.
"""


def repair_advice(error: Exception) -> str:
    """Return how to get back the damaged files of runs that an error names; empty if it names none."""
    errors = error.errors if isinstance(error, ProblemsError) else (error,)
    places = [Path(place) for place in dict.fromkeys(e.file for e in errors if isinstance(e, FormatError))]
    runs = (place for place in places if place.name in _RENEWED and place.is_file())
    damaged = [str(place) for place in runs if (place.parent / "clusters.csv").is_file()]
    if not damaged:
        return ""
    return (
        f"remove {', '.join(damaged)} and submit the corpus again to get it back: "
        "what the store holds is not computed again"
    )
