"""Parts of speech of sentences, in this process or on the workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from orchestrator.engine.resources import Resources
from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import open_worker_pool
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import parser_digest, shared_parser
from paralattice.errors import ParseError
from workers.store import digest

Words = tuple[str, ...]
TagWords = Callable[[Sequence[Words]], list[Words]]
"""Tokens of sentences to their Penn tags."""

STAGE = "tag"
# A few hundred sentences are tagged in the time that workers take to start.
_FEW, _BLOCK = 2000, 250


def tag_here(sentences: Sequence[Words]) -> list[Words]:
    """Tag sentences in this process."""
    return shared_parser(ParseOptions()).tag(sentences)


def tag_with(resources: Resources, logs: Path, console: Console) -> TagWords:
    """Return a function that tags many sentences on the workers and few of them in this process.

    What workers tagged stays in the store.

    Parameters
    ----------
    logs
        Folder for the logs of the workers.
    console
        Where to say how it goes.
    """

    def tag(sentences: Sequence[Words]) -> list[Words]:
        if len(sentences) <= _FEW:
            return tag_here(sentences)
        items = list(_items(sentences))
        with open_worker_pool(resources, STAGE, logs, console) as pool:
            found = {
                item.name: artefact.value
                for item, artefact in pool.compute(STAGE, items, "blocks of sentences")
            }
        for reason in pool.failures.values():
            raise ParseError(f"key terms cannot be suggested: {reason}")
        return [tuple(tags) for item in items for tags in found[item.name]]

    return tag


def _items(sentences: Sequence[Words]) -> Iterator[Item]:
    options = ParseOptions()
    model = parser_digest(options)
    for start in range(0, len(sentences), _BLOCK):
        content = {"sentences": sentences[start : start + _BLOCK], "parser": options.parser}
        yield Item(f"sentences-{start}", digest(STAGE, model, content), content)
