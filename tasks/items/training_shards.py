"""What the stages of training read: sentence pairs of a shard, and what a model says of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from paralattice.rewording.bitext import WordPair
from paralattice.rewording.shard_training import Shard, ShardModel
from tasks.arrays import decode_floats, encode_floats
from workers.store import Store

Pairs = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def shard_content(pairs: Sequence[WordPair]) -> list[list[str]]:
    """Return the pairs of a shard as a value to be stored: two texts each, a blank between words."""
    return [[" ".join(first), " ".join(second)] for first, second in pairs]


def read_shard_pairs(store: Store, key: str) -> Pairs:
    """Return the pairs that are stored under a key."""
    return tuple((tuple(one.split(" ")), tuple(other.split(" "))) for one, other in store.get(key).value)


# Coding takes longer than an iteration of Model 1; a worker often gets its shards again.
@lru_cache(maxsize=3)
def read_shard(store: Store, key: str, doubled: bool, turned: bool = False) -> Shard:
    """Return a stored shard.

    Parameters
    ----------
    doubled
        Whether its pairs are taken in both orders.
    turned
        Whether they are taken in the other order.
    """
    pairs = read_shard_pairs(store, key)
    return Shard.of_pairs([(b, a) for a, b in pairs] if turned else pairs, doubled)


def encode_model(model: ShardModel) -> dict[str, Any]:
    """Return what a model says of a shard as values that JSON can hold."""
    return {
        "table": encode_floats(model.table),
        "weights": encode_floats(model.weights),
        "rules": list(model.rules),
    }


def decode_model(value: dict[str, Any]) -> ShardModel:
    """Return what :func:`encode_model` was given."""
    empty, uniform = value["rules"]
    return ShardModel(decode_floats(value["table"]), decode_floats(value["weights"]), (empty, uniform))
