"""A plain Llama (Touvron et al. 2023) in floats, against which the whole numbers are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import log_softmax, rms_norm, scaled_dot_product_attention, silu


def log_probabilities(
    weights: Mapping[str, Tensor], sizes: Mapping[str, Any], pieces: Sequence[int]
) -> Tensor:
    """Return the log probabilities of what follows each piece, of shape (pieces, vocabulary).

    Parameters
    ----------
    weights
        The tensors of a GGUF file, by its names.
    sizes
        ``layers``, ``heads``, ``groups`` (heads of keys), ``base`` (of the rotations) and ``epsilon``.
    pieces
        Numbers of the pieces.
    """
    vectors = weights["token_embd.weight"][torch.tensor(pieces)]
    epsilon = sizes["epsilon"]
    for number in range(sizes["layers"]):
        own = {
            name.removeprefix(f"blk.{number}."): value
            for name, value in weights.items()
            if name.startswith(f"blk.{number}.")
        }
        normed = rms_norm(vectors, vectors.shape[1:], own["attn_norm.weight"], epsilon)
        vectors = vectors + _attend(own, sizes, normed)
        normed = rms_norm(vectors, vectors.shape[1:], own["ffn_norm.weight"], epsilon)
        inner = silu(normed @ own["ffn_gate.weight"].T) * (normed @ own["ffn_up.weight"].T)
        vectors = vectors + inner @ own["ffn_down.weight"].T
    vectors = rms_norm(vectors, vectors.shape[1:], weights["output_norm.weight"], epsilon)
    return log_softmax(vectors @ weights["token_embd.weight"].T, 1)


def _attend(own: Mapping[str, Tensor], sizes: Mapping[str, Any], normed: Tensor) -> Tensor:
    heads, groups = sizes["heads"], sizes["groups"]
    queries = _rotated(_split(normed @ own["attn_q.weight"].T, heads), sizes["base"])
    keys = _rotated(_split(normed @ own["attn_k.weight"].T, groups), sizes["base"])
    values = _split(normed @ own["attn_v.weight"].T, groups)
    keys, values = (part.repeat_interleave(heads // groups, 0) for part in (keys, values))
    seen = scaled_dot_product_attention(queries[None], keys[None], values[None], is_causal=True)[0]
    return seen.transpose(0, 1).flatten(1) @ own["attn_output.weight"].T


def _split(rows: Tensor, heads: int) -> Tensor:
    return rows.unflatten(1, (heads, -1)).transpose(0, 1)


def _rotated(heads: Tensor, base: float) -> Tensor:
    """Rotate each pair of adjacent numbers by its position (Su et al. 2021), as GGUF files order them."""
    places, width = heads.shape[1:]
    angles = torch.arange(places)[:, None] * base ** (-torch.arange(0, width, 2) / width)
    turned = torch.view_as_complex(heads.unflatten(2, (-1, 2)).contiguous()) * torch.polar(
        torch.ones_like(angles), angles
    )
    return torch.view_as_real(turned).flatten(2)
