"""Matches all pairs of documents of events in blocks, which are work items of many pairs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from orchestrator.documents.model import NewsEvent
from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import WorkerPool
from orchestrator.systems.matching.documents import pair_name
from orchestrator.systems.matching.models import TrainedModel
from paralattice.batches import batches
from paralattice.sentences import Matches
from paralattice.sentences.options import MatchOptions
from tasks.code import code_of
from workers.store import Store, digest

TASK = "match"
# A block of this size takes a tenth of a second for short documents; a message takes about 5 milliseconds.
_DOCUMENTS, _SENTENCES = 16, 4000

DocumentPlaces = tuple[int, int, int]
"""Numbers of an event and of two of its documents, 0-based, the earlier document first."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some pairs of documents of an event.

    Attributes
    ----------
    event
        Number of the event.
    documents
        Numbers of the documents of the pairs, ascending.
    pairs
        Positions in `documents`.
    """

    event: int
    documents: Sequence[int]
    pairs: Sequence[tuple[int, int]]

    def named(self) -> Iterator[DocumentPlaces]:
        """Yield each pair as the numbers of its event and documents."""
        for i, j in self.pairs:
            yield self.event, self.documents[i], self.documents[j]


def blocks_of(events: Sequence[NewsEvent], options: MatchOptions) -> Iterator[Block]:
    """Yield blocks of all pairs of documents, except pairs with too many pairs of sentences."""
    for number, event in enumerate(events):
        sizes = [len(document.sentences) for document in event.documents]
        tiles = list(batches(range(len(sizes)), sizes.__getitem__, _SENTENCES, _DOCUMENTS))
        for row, first in enumerate(tiles):
            for second in tiles[row:]:
                documents = sorted({*first, *second})
                places = {document: place for place, document in enumerate(documents)}
                wanted = ((i, j) for i in first for j in second if i < j)
                pairs = [(places[i], places[j]) for i, j in wanted if not too_long(event, i, j, options)]
                if pairs:
                    yield Block(number, documents, pairs)


def too_long(event: NewsEvent, i: int, j: int, options: MatchOptions) -> str:
    """Return the reason why two documents cannot be matched, or an empty text."""
    first, second = (len(event.documents[number].sentences) for number in (i, j))
    if first * second <= options.most_pairs:
        return ""
    return f"{first:,} x {second:,} sentences: more than {options.most_pairs:,} pairs; split the documents"


def match_blocks(
    events: Sequence[NewsEvent], trained: TrainedModel, options: MatchOptions, store: Store, work: WorkerPool
) -> tuple[dict[DocumentPlaces, Matches], Mapping[str, str]]:
    """Match all pairs of documents on workers.

    The store keeps the results, so that the same call continues after an interruption.

    Returns
    -------
    tuple
        The matches of each pair that was matched; and the reasons of failures by pairs' names.

    Raises
    ------
    StopRequest, ParalatticeError
        As :meth:`orchestrator.engine.worker_pool.WorkerPool.compute`.
    """
    keys = [[store.put_content(list(one.sentences)) for one in event.documents] for event in events]
    blocks = {_name(events[block.event], block): block for block in blocks_of(events, options)}
    items = [_item(name, block, keys[block.event], trained, options) for name, block in blocks.items()]
    results: dict[DocumentPlaces, Matches] = {}
    for item, artefact in work.compute(TASK, items, "blocks of pairs"):
        named = blocks[item.name].named()
        results.update(zip(named, map(Matches.from_rows, artefact.value), strict=True))
    failures = {
        pair_name(events[event], i, j): reason
        for name, reason in work.failures.items()
        for event, i, j in blocks[name].named()
    }
    return results, failures


def _item(name: str, block: Block, keys: Sequence[str], trained: TrainedModel, options: MatchOptions) -> Item:
    content = {
        "documents": [keys[number] for number in block.documents],
        "pairs": list(block.pairs),
        "model": asdict(trained.model),
        "options": options.to_dict(),
    }
    return Item(name, digest(TASK, code_of(TASK), content), content)


def _name(event: NewsEvent, block: Block) -> str:
    first = [block.documents[i] for i, _ in block.pairs]
    second = [block.documents[j] for _, j in block.pairs]
    place = f"{event.name}/" if event.name else ""
    return f"{place}{min(first)}-{max(first)}x{min(second)}-{max(second)}"
