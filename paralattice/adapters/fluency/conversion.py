"""Converts a Llama in a GGUF file to our form, once: reading GGUF takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.array_file import Arrays, quantised
from paralattice.adapters.fluency.storage import LlamaSize, LlamaWeights, PieceVocabulary
from paralattice.errors import ModelError

EXTRA = "it needs the extra: pip install 'paralattice[fluency]'"

Floats = NDArray[np.float32]
Fetch = Callable[[str], Floats]

# Our names of a layer's matrices, and the tensors whose rows they have.
_MATRICES = {
    "mixed": ("attn_q", "attn_k", "attn_v"),
    "output": ("attn_output",),
    "rise": ("ffn_gate", "ffn_up"),
    "fall": ("ffn_down",),
}
_NORMS = {"seen_norm": "attn_norm", "inner_norm": "ffn_norm"}


class _Field(Protocol):
    def contents(self) -> Any: ...


def convert(path: Path, origin: Mapping[str, str]) -> LlamaWeights:
    """Return the weights of a GGUF file.

    Parameters
    ----------
    origin
        Name, licence and source, for the header.

    Raises
    ------
    ModelError
        The package ``gguf`` is missing; or the file is damaged or holds another kind of model.
    """
    try:
        from gguf import GGUFReader
        from gguf.quants import dequantize
    except ImportError as error:
        raise ModelError(f"{path} cannot be read: {EXTRA} ({error})") from error
    try:
        reader = GGUFReader(path)
        tensors = {tensor.name: tensor for tensor in reader.tensors}

        def fetch(name: str) -> Floats:
            tensor = tensors[name]
            return np.asarray(dequantize(tensor.data, tensor.tensor_type), np.float32)

        size = _size(reader.fields)
        return LlamaWeights(size, _vocabulary(reader.fields), dict(origin), _arrays(fetch, size.layers))
    except ModelError:
        raise
    except Exception as error:  # reading a damaged file can raise anything
        raise ModelError(
            f"{path} is not a language model that can be read, or is damaged: {type(error).__name__}: {error}"
        ) from error


def _size(fields: Mapping[str, _Field]) -> LlamaSize:
    if fields["general.architecture"].contents() != "llama":
        raise ModelError(f"architecture {fields['general.architecture'].contents()!r} is not 'llama'")
    return LlamaSize(
        fields["llama.block_count"].contents(),
        fields["llama.attention.head_count"].contents(),
        fields["llama.attention.head_count_kv"].contents(),
        fields["llama.rope.freq_base"].contents(),
        fields["llama.attention.layer_norm_rms_epsilon"].contents(),
    )


def _vocabulary(fields: Mapping[str, _Field]) -> PieceVocabulary:
    rules = fields["tokenizer.ggml.model"].contents(), fields["tokenizer.ggml.pre"].contents()
    if rules != ("gpt2", "smollm"):
        raise ModelError(f"tokenizer {rules} is not ('gpt2', 'smollm')")
    pieces = tuple(fields["tokenizer.ggml.tokens"].contents())
    # The model saw this piece between texts; those that its settings name are for conversations.
    between = pieces.index("<|endoftext|>")
    return PieceVocabulary(pieces, tuple(fields["tokenizer.ggml.merges"].contents()), between, between)


def _arrays(fetch: Fetch, layers: int) -> Arrays:
    """Return the weights in 8 bits, layer by layer, so that few of them are in memory as floats."""
    arrays = quantised({"pieces": fetch("token_embd.weight"), "norm": fetch("output_norm.weight")})
    for layer in range(layers):
        own = {
            f"{layer}.{name}": np.concatenate([fetch(f"blk.{layer}.{part}.weight") for part in parts])
            for name, parts in _MATRICES.items()
        }
        own |= {f"{layer}.{name}": fetch(f"blk.{layer}.{part}.weight") for name, part in _NORMS.items()}
        arrays |= quantised(own)
    return arrays
