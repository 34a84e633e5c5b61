"""What a user may do next: the last lines of a run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.runs.folder import RunFolder
from paralattice.versions import EXCHANGE, PANG, best_first

DEFAULT_RUNS = Path("runs")
"""The folder of all runs where no other is named."""

_SENTENCES = 3


def show_next_steps(console: Console, folder: RunFolder) -> None:
    """Print three new sentences of a run, and commands that show more; nothing if the run has no report.

    A run of the paper's versions alone is told that V6 makes better sentences.
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
    if not {EXCHANGE, PANG} & set(versions):
        better = "version V6 makes more grammatical ones, by exchanging whole constituents"
        say(console, f"{better}:\n  the same command with --versions V6 --name {folder.name}-V6")
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
