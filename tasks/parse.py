"""Stage 1: a batch of distinct sentences, of one cluster or of several, to trees."""

from __future__ import annotations

from typing import Any

from paraphrase.adapters.parser import shared_parser
from paraphrase.formats.trees import write_tree
from tasks.flow import publish, stage
from tasks.jobs import Job, load_options
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
    jobs = [Job.from_message(message) for message in content["jobs"]]
    for job in jobs:
        if all(store.has(key) for key in store.get(job.source).value["parses"]):
            publish("chunk", job)
    emit(run, Event("parse", tuple(clusters), batch, len(content["keys"])))


def _parse_missing(store: Store, content: dict[str, Any]) -> None:
    wanted = zip(content["keys"], content["sentences"], strict=True)
    missing = [(key, tuple(words)) for key, words in wanted if not store.has(key)]
    if not missing:
        return
    parser = shared_parser(load_options(store, content["options"]).parse)
    parses = parser.parse([words for _, words in missing])
    for (key, _), parsed in zip(missing, parses, strict=True):
        store.put(key, Artefact({"tree": write_tree(parsed.tree), "note": parsed.note}))
