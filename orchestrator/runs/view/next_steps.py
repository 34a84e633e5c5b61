"""Suggested next commands: the last lines of a run."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.runs.folder import RunFolder
from paralattice.languages.registry import DEFAULT
from paralattice.methods import best_first, method_of, methods_of
from paralattice.results.run_record import language_in

DEFAULT_RUNS = Path("runs")
"""The folder of all runs where no other is named."""

_SENTENCES = 3


def show_next_steps(console: Console, folder: RunFolder) -> None:
    """Print three new sentences of a run, and commands that show more; nothing if the run has no report.

    A run of methods that recommend another version is mentioned.
    """
    if not folder.report.exists():
        return
    versions = folder.versions()
    version = best_first(versions)[0]
    sentences = list(islice(_first_of_clusters(folder, version), _SENTENCES))
    if sentences:
        say(console, f"\nnew sentences, such as these of {version}:")
        for sentence in sentences:
            say(console, f"  {sentence}")
    recommended = {method.better for method in methods_of(versions)}
    english = language_in(folder.record()) == DEFAULT
    better = recommended.pop() if len(recommended) == 1 else ()
    if better and (english or not method_of(better[0]).english_only):
        say(console, f"version {' '.join(better)}:")
        say(console, f"  the same command with --versions {better[0]} --name {folder.name}-{better[0]}")
    name = folder.name if folder.root.parent == DEFAULT_RUNS else folder.root
    say(console, "\nnext:")
    say(console, f"  open {folder.report}")
    say(console, f"  orchestrator samples {name} --chosen")
    say(console, f"  orchestrator judge deal {name} --judges 4")


def _first_of_clusters(folder: RunFolder, version: str) -> Iterator[str]:
    """Yield the first chosen sentence of each cluster, then others of the first clusters."""
    seen: set[str] = set()
    others: list[str] = []
    for record in folder.sentence_records():
        if record.version == version and record.row.chosen and record.cluster not in seen:
            seen.add(record.cluster)
            yield record.row.text
        elif record.version == version and record.row.chosen and len(others) < _SENTENCES:
            others.append(record.row.text)
    yield from others
