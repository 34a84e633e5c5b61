"""Reads the weights that a training starts from.

They are an encoder of BERT's or MPNet's kind (``model.safetensors``, ``config.json``, ``vocab.txt``) or a
parser that was trained before.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import torch

from paralattice.adapters.chart.storage import PIECES, EncoderSize, read_parser_weights
from paralattice.adapters.chart.wordpieces import FIRST, LAST, PAD
from paralattice.adapters.interface import CHART
from paralattice.adapters.parser_files import DESCRIPTION, model_files
from paralattice.adapters.training.model import ChartModel
from paralattice.errors import ParseError

_LAYER = {
    "attention.output.dense": "output",
    "attention.output.LayerNorm": "output_norm",
    "intermediate.dense": "rise",
    "output.dense": "fall",
    "output.LayerNorm": "fall_norm",
}
_MPNET = {
    **{name: ours for name, ours in _LAYER.items() if not name.startswith("attention")},
    "attention.attn.o": "output",
    "attention.LayerNorm": "output_norm",
}

_UNUSED = 2
"""Positions of MPNet that no piece has."""

_EMBEDDINGS = "embeddings"


class Start(NamedTuple):
    """Weights to start a training from.

    Attributes
    ----------
    size
        The encoder's dimensions.
    pieces
        Its vocabulary.
    outputs
        The tags and the labels of a parser; nothing for an encoder.
    weights
        Weights by the names of :class:`paralattice.adapters.training.model.ChartModel`.
    folder
        The name of the folder that it was read from.
    digest
        SHA-256 digest of the file with the weights, in hexadecimal.
    """

    size: EncoderSize
    pieces: tuple[str, ...]
    outputs: tuple[tuple[str, ...], ...]
    weights: dict[str, Any]
    folder: str
    digest: str

    def load_into(self, model: ChartModel) -> None:
        """Replace the weights of a model, except those that are missing here or have another shape.

        Scorers of other tags or labels stay as they are.
        """
        own = model.state_dict()
        fitting = {name: value for name, value in self.weights.items() if own[name].shape == value.shape}
        if self.outputs != (model.inventory.tags, model.inventory.labels):
            fitting = {name: fitting[name] for name in fitting if not name.startswith(("tags.", "labels."))}
        model.load_state_dict({**own, **fitting})


def mean_of(starts: Sequence[Start]) -> Start:
    """Return the mean of the weights of parsers of one kind, or of one encoder.

    Raises
    ------
    ParseError
        They have other dimensions, pieces, tags or labels.
    """
    first = starts[0]
    if any(each[:3] != first[:3] for each in starts):
        raise ParseError("only parsers with the same dimensions, pieces, tags and labels have a mean")
    names = first.weights
    return first._replace(
        weights={name: torch.stack([each.weights[name] for each in starts]).mean(0) for name in names}
    )


def read_start(folder: Path) -> Start:
    """Read an uncased encoder, or a parser that was trained before.

    Raises
    ------
    ParseError
        A file is missing or damaged, or the encoder has another architecture.
    """
    if (folder / DESCRIPTION).is_file():
        path = model_files(str(folder.absolute()))[CHART]
        found = read_parser_weights(path)
        weights = {name: torch.from_numpy(found.real(name)) for name in found.names()}
        pieces, *outputs = astuple(found.inventory)
        digest = sha256(path.read_bytes()).hexdigest()
        return Start(found.size, pieces, tuple(outputs), weights, folder.name, digest)
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        pieces = tuple((folder / "vocab.txt").read_text(encoding="utf-8").splitlines())
        data = (folder / "model.safetensors").read_bytes()
        size = _size(config)
        if not _is_uncased(folder / "tokenizer_config.json"):
            raise ValueError("its vocabulary is cased")
        if len(pieces) != size.pieces:
            raise ValueError(f"the vocabulary has {len(pieces)} pieces, the encoder {size.pieces}")
        weights, digest = _renamed(_tensors(data), size), sha256(data).hexdigest()
        return Start(size, _with_bert_names(pieces), (), weights, folder.name, digest)
    except OSError as error:
        raise ParseError(f"the encoder cannot be read: {error}") from error
    except Exception as error:  # reading damaged tensors can raise anything
        raise ParseError(
            f"{folder}: not an encoder of BERT's or MPNet's kind, or damaged: {type(error).__name__}: {error}"
        ) from error


def _is_uncased(settings: Path) -> bool:
    """Return whether the tokenizer lower-cases; true without tokenizer settings."""
    if not settings.is_file():
        return True
    return bool(json.loads(settings.read_text(encoding="utf-8")).get("do_lower_case", True))


def _with_bert_names(pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the pieces; the special ones of MPNet exchange names with BERT's."""
    if "<s>" not in pieces:
        return tuple(pieces)
    pairs = (("<s>", FIRST), ("</s>", LAST), ("<pad>", PAD))
    names = dict(pairs) | {ours: theirs for theirs, ours in pairs}
    return tuple(names.get(piece, piece) for piece in pieces)


def _size(config: Mapping[str, Any]) -> EncoderSize:
    kind = config["model_type"]
    if kind not in ("bert", "mpnet") or config["hidden_act"] != "gelu":
        raise ValueError(f"model_type {kind!r}, hidden_act {config['hidden_act']!r}")
    mpnet = kind == "mpnet"
    return EncoderSize(
        config["vocab_size"],
        config["max_position_embeddings"] - _UNUSED * mpnet,
        config["hidden_size"],
        config["intermediate_size"],
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["relative_attention_num_buckets"] if mpnet else 0,
    )


def _tensors(data: bytes) -> dict[str, Any]:
    try:
        from safetensors.torch import load
    except ImportError:
        raise ParseError("encoders need another package: pip install 'paralattice[encoders]'") from None

    return {name.removeprefix("bert."): tensor.float() for name, tensor in load(data).items()}


def _renamed(tensors: Mapping[str, Any], size: EncoderSize) -> dict[str, Any]:
    """Return the weights by our names; BERT's embedding of token type 0 is added to the positions."""
    positions = tensors[f"{_EMBEDDINGS}.position_embeddings.weight"]
    weights = {PIECES: tensors[f"{_EMBEDDINGS}.word_embeddings.weight"]}
    if size.relative:
        names, mixed = _MPNET, [f"attention.attn.{part}" for part in "qkv"]
        positions = positions[_UNUSED:]
        weights["encoder.relative.weight"] = tensors["encoder.relative_attention_bias.weight"]
    else:
        names, mixed = _LAYER, [f"attention.self.{part}" for part in ("query", "key", "value")]
        positions = positions + tensors[f"{_EMBEDDINGS}.token_type_embeddings.weight"][0]
    weights["encoder.positions.weight"] = positions
    for kind in ("weight", "bias"):
        weights[f"encoder.norm.{kind}"] = tensors[f"{_EMBEDDINGS}.LayerNorm.{kind}"]
        for number in range(size.layers):
            theirs, ours = f"encoder.layer.{number}", f"encoder.layers.{number}"
            weights[f"{ours}.mixed.{kind}"] = torch.cat(
                [tensors[f"{theirs}.{part}.{kind}"] for part in mixed]
            )
            for name, own in names.items():
                weights[f"{ours}.{own}.{kind}"] = tensors[f"{theirs}.{name}.{kind}"]
    return weights
