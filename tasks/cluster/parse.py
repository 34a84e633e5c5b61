"""Stage 1: a batch of distinct sentences, of one cluster or of several, to trees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from paralattice.adapters.parser import shared_parser
from paralattice.formats.trees import write_tree
from tasks.cluster.jobs import Job, load_options
from tasks.flow import publish, stage
from workers.events import Event, emit
from workers.store import Artefact, Store, current_store


@stage("parse")
def parse(run: str, clusters: list[str], batch: str) -> None:
    """Parse the sentences of a batch that are not stored yet, and send on the clusters that are complete.

    Parameters
    ----------
    run
        Identity of the run.
    clusters
        Names of the clusters that wait for the batch.
    batch
        Key of the batch: ``options``, ``sentences``, their ``keys``, and ``jobs``.
    """
    store = current_store()
    content = store.get(batch).value
    _parse_missing(store, content)
    for job in _complete(store, [Job.from_message(message) for message in content["jobs"]]):
        publish("chunk", job)
    emit(run, Event("parse", tuple(clusters), batch, len(content["keys"])))


def _complete(store: Store, jobs: Sequence[Job]) -> list[Job]:
    """Return the jobs of which every sentence is parsed."""
    parses = [source.value["parses"] for source in store.get_all([job.source for job in jobs])]
    missing = store.missing(chain.from_iterable(parses))
    return [job for job, keys in zip(jobs, parses, strict=True) if missing.isdisjoint(keys)]


def _parse_missing(store: Store, content: dict[str, Any]) -> None:
    wanted = dict(zip(content["keys"], content["sentences"], strict=True))
    absent = store.missing(wanted)
    missing = {key: tuple(words) for key, words in wanted.items() if key in absent}
    if not missing:
        return
    parser = shared_parser(load_options(store, content["options"]).parse)
    parses = zip(missing, parser.parse(list(missing.values())), strict=True)
    store.put_all(
        {key: Artefact({"tree": write_tree(parsed.tree), "note": parsed.note}) for key, parsed in parses}
    )
