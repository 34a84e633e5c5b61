"""Reads pretrained BERT encoders: ``model.safetensors``, ``config.json``, ``vocab.txt``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paralattice.adapters.chart.encoder import EncoderSize
from paralattice.errors import ParseError

_LAYER = {
    "attention.output.dense": "output",
    "attention.output.LayerNorm": "output_norm",
    "intermediate.dense": "rise",
    "output.dense": "fall",
    "output.LayerNorm": "fall_norm",
}
_EMBEDDINGS = "embeddings"


class Pretrained(NamedTuple):
    """A pretrained encoder.

    Attributes
    ----------
    size
        Its dimensions.
    pieces
        Its vocabulary.
    weights
        Weights by the names of :class:`paralattice.adapters.chart.encoder.Encoder`.
    digest
        SHA-256 digest of the file with the weights, in hexadecimal.
    """

    size: EncoderSize
    pieces: tuple[str, ...]
    weights: dict[str, Any]
    digest: str


def read_encoder(folder: Path) -> Pretrained:
    """Read an uncased BERT encoder.

    Raises
    ------
    ParseError
        A file is missing or damaged, or the encoder has another architecture.
    """
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        pieces = tuple((folder / "vocab.txt").read_text(encoding="utf-8").splitlines())
        data = (folder / "model.safetensors").read_bytes()
        size = _size(config)
        if not _is_uncased(folder / "tokenizer_config.json"):
            raise ValueError("its vocabulary is cased")
        if len(pieces) != size.pieces:
            raise ValueError(f"the vocabulary has {len(pieces)} pieces, the encoder {size.pieces}")
        return Pretrained(size, pieces, _renamed(_tensors(data), size), hashlib.sha256(data).hexdigest())
    except OSError as error:
        raise ParseError(f"the encoder cannot be read: {error}") from error
    except Exception as error:  # reading damaged tensors can raise anything
        raise ParseError(
            f"{folder}: not an encoder of BERT's kind, or damaged: {type(error).__name__}: {error}"
        ) from error


def _is_uncased(settings: Path) -> bool:
    """Return whether the tokenizer lower-cases; true without tokenizer settings."""
    if not settings.is_file():
        return True
    return bool(json.loads(settings.read_text(encoding="utf-8")).get("do_lower_case", True))


def _size(config: Mapping[str, Any]) -> EncoderSize:
    if config["model_type"] != "bert" or config["hidden_act"] != "gelu":
        raise ValueError(f"model_type {config['model_type']!r}, hidden_act {config['hidden_act']!r}")
    return EncoderSize(
        config["vocab_size"],
        config["max_position_embeddings"],
        config["hidden_size"],
        config["intermediate_size"],
        config["num_hidden_layers"],
        config["num_attention_heads"],
    )


def _tensors(data: bytes) -> dict[str, Any]:
    from safetensors.torch import load

    return {name.removeprefix("bert."): tensor.float() for name, tensor in load(data).items()}


def _renamed(tensors: Mapping[str, Any], size: EncoderSize) -> dict[str, Any]:
    """Return the weights by our names; the embedding of token type 0 is added to the positions."""
    import torch

    types = tensors[f"{_EMBEDDINGS}.token_type_embeddings.weight"]
    weights = {
        "pieces.weight": tensors[f"{_EMBEDDINGS}.word_embeddings.weight"],
        "positions.weight": tensors[f"{_EMBEDDINGS}.position_embeddings.weight"] + types[0],
    }
    for kind in ("weight", "bias"):
        weights[f"norm.{kind}"] = tensors[f"{_EMBEDDINGS}.LayerNorm.{kind}"]
        for number in range(size.layers):
            theirs, ours = f"encoder.layer.{number}", f"layers.{number}"
            parts = [tensors[f"{theirs}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            weights[f"{ours}.mixed.{kind}"] = torch.cat(parts)
            for name, own in _LAYER.items():
                weights[f"{ours}.{own}.{kind}"] = tensors[f"{theirs}.{name}.{kind}"]
    return weights
