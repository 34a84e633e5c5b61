"""Item task ``em_counts``: compute a shard's expected counts in one iteration of word alignment."""

from typing import Any

from paralattice.rewording.alignment.shard_training import expect_shard
from paralattice.rewording.alignment.word_alignment import ExpectedCounts
from tasks.arrays import decode_floats, encode_floats
from tasks.items.item_task import item_task
from tasks.items.training_shards import decode_model, read_shard
from workers.store import Artefact, Store


@item_task("em_counts")
def expect(content: dict[str, Any], store: Store) -> Artefact:
    """Return expected counts.

    Parameters
    ----------
    content
        ``shard`` (key of its pairs), ``doubled`` and ``turned``
        (see :func:`tasks.items.training_shards.read_shard`), ``model``.
    """
    shard = read_shard(store, content["shard"], content["doubled"], content["turned"])
    counts = expect_shard(shard, decode_model(content["model"]))
    return Artefact(
        {
            "table": encode_floats(counts.table),
            "distances": encode_floats(counts.distances),
            "contexts": encode_floats(counts.contexts),
            "log_likelihood": counts.log_likelihood,
        }
    )


def decode_counts(value: dict[str, Any]) -> ExpectedCounts:
    """Return the expected counts stored by :func:`expect`."""
    table, distances, contexts = (decode_floats(value[name]) for name in ("table", "distances", "contexts"))
    return ExpectedCounts(table, distances, contexts, value["log_likelihood"])
