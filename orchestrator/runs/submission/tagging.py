"""Part-of-speech tags of many sentences, computed by workers."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from orchestrator.documents.tagging import TagWords, Words
from orchestrator.engine.resources import Resources
from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import open_worker_pool
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser_files import parser_digest
from paralattice.adapters.tagging import tags_of_words
from paralattice.errors import ParseError
from tasks.code import code_of
from workers.store import digest

_TASK = "tag"
# A few hundred sentences are tagged in the time that workers take to start.
_FEW, _BLOCK = 2000, 250


def tag_with(resources: Resources, logs: Path, console: Console) -> TagWords:
    """Return a function that tags many sentences on workers, and few in this process.

    Tags computed by workers stay in the store.

    Parameters
    ----------
    resources
        Store, workers and broker.
    logs
        Folder for the logs of the workers.
    console
        Where to show progress.
    """

    def tag(sentences: Sequence[Words]) -> list[Words]:
        if len(sentences) <= _FEW:
            return tags_of_words(sentences)
        items = list(_items(sentences))
        with open_worker_pool(resources, _TASK, logs, console) as pool:
            computed = pool.compute(_TASK, items, "blocks of sentences")
            found = {item.name: artefact.value for item, artefact in computed}
        for reason in pool.failures.values():
            raise ParseError(f"key terms cannot be suggested: {reason}")
        return [tuple(tags) for item in items for tags in found[item.name]]

    return tag


def _items(sentences: Sequence[Words]) -> Iterator[Item]:
    options = ParseOptions()
    model = parser_digest(options)
    for start in range(0, len(sentences), _BLOCK):
        content = {"sentences": sentences[start : start + _BLOCK], "parser": options.parser}
        yield Item(f"sentences-{start}", digest(_TASK, code_of(_TASK), model, content), content)
