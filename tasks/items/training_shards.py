"""Encodes shards and alignment models for the stages of training."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from paralattice.rewording.alignment.bitext import WordPair
from paralattice.rewording.alignment.shard_training import Shard, ShardModel
from tasks.arrays import decode_floats, encode_floats
from workers.store import Store

Pairs = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def shard_content(pairs: Sequence[WordPair]) -> list[list[str]]:
    """Return the pairs of a shard as JSON values: two texts each, with blanks between words."""
    return [[" ".join(first), " ".join(second)] for first, second in pairs]


def read_shard_pairs(store: Store, key: str) -> Pairs:
    """Return the pairs stored under a key."""
    return tuple((tuple(one.split(" ")), tuple(other.split(" "))) for one, other in store.get(key).value)


# Cached: encoding takes longer than an iteration of Model 1, and a worker often gets the same shards.
@lru_cache(maxsize=3)
def read_shard(store: Store, key: str, doubled: bool, turned: bool = False) -> Shard:
    """Return a stored shard.

    Parameters
    ----------
    doubled
        Whether each pair is used in both orders.
    turned
        Whether each pair is reversed.
    """
    pairs = read_shard_pairs(store, key)
    return Shard.of_pairs([(b, a) for a, b in pairs] if turned else pairs, doubled)


def encode_model(model: ShardModel) -> dict[str, Any]:
    """Return a shard's part of a model as JSON values."""
    return {
        "table": encode_floats(model.table),
        "weights": encode_floats(model.weights),
        "rules": list(model.rules),
    }


def decode_model(value: dict[str, Any]) -> ShardModel:
    """Return the model of :func:`encode_model`."""
    empty, uniform = value["rules"]
    return ShardModel(decode_floats(value["table"]), decode_floats(value["weights"]), (empty, uniform))
