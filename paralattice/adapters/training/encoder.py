"""An encoder of BERT's kind (Devlin et al. 2019) or MPNet's (Song et al. 2020), as a torch module."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from paralattice.adapters.chart.storage import EncoderSize


class EncoderLayer(nn.Module):
    """Self-attention and a feed-forward network, each with a residual connection and layer norm."""

    def __init__(self, size: EncoderSize, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = size.heads, dropout
        self.mixed = nn.Linear(size.width, 3 * size.width)
        self.output = nn.Linear(size.width, size.width)
        self.output_norm = nn.LayerNorm(size.width, eps=1e-12)
        self.rise = nn.Linear(size.width, size.inner)
        self.fall = nn.Linear(size.inner, size.width)
        self.fall_norm = nn.LayerNorm(size.width, eps=1e-12)
        self.drop = nn.Dropout(dropout)

    def forward(self, vectors: Tensor, mask: Tensor | None) -> Tensor:
        """Return the next vectors, of shape (rows, pieces, width); the mask is added to the logits."""
        rows, pieces, width = vectors.shape
        mixed = self.mixed(vectors).view(rows, pieces, 3, self.heads, width // self.heads)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        dropout = self.dropout if self.training else 0.0
        seen = functional.scaled_dot_product_attention(query, key, value, mask, dropout)
        seen = seen.transpose(1, 2).reshape(rows, pieces, width)
        vectors = self.output_norm(vectors + self.drop(self.output(seen)))
        inner = functional.gelu(self.rise(vectors))
        normed: Tensor = self.fall_norm(vectors + self.drop(self.fall(inner)))
        return normed


class Encoder(nn.Module):
    """A transformer encoder; ``dropout`` applies in training."""

    def __init__(self, size: EncoderSize, dropout: float = 0.1) -> None:
        super().__init__()
        self.pieces = nn.Embedding(size.pieces, size.width)
        self.positions = nn.Embedding(size.positions, size.width)
        self.norm = nn.LayerNorm(size.width, eps=1e-12)
        self.drop = nn.Dropout(dropout)
        self.layers = nn.ModuleList(EncoderLayer(size, dropout) for _ in range(size.layers))
        self.relative = nn.Embedding(size.relative, size.heads) if size.relative else None

    def forward(self, numbers: Tensor, present: Tensor, added: Tensor) -> Tensor:
        """Return a vector for each piece.

        Parameters
        ----------
        numbers
            Numbers of the pieces, of shape (rows, pieces).
        present
            False for padding, of the same shape.
        added
            Vectors to add to the embeddings, of shape (rows, pieces, width).
        """
        places = torch.arange(numbers.shape[1], device=numbers.device)
        vectors = self.drop(self.norm(self.pieces(numbers) + self.positions(places) + added))
        mask = None
        if not bool(present.all()):
            mask = torch.zeros_like(present, dtype=vectors.dtype).masked_fill(~present, float("-inf"))
            mask = mask[:, None, None, :]
        if self.relative is not None:
            distances = _distance_classes(places, self.relative.num_embeddings)
            bias = self.relative(distances).permute(2, 0, 1)[None]
            mask = bias if mask is None else bias + mask
        for layer in self.layers:
            vectors = layer(vectors, mask)
        found: Tensor = vectors
        return found


def _distance_classes(places: Tensor, classes: int, most: int = 128) -> Tensor:
    """Return the class of each distance between two places, from row to column (Raffel et al. 2020, 2.1).

    Half of the classes are for pieces to the right.  Half of each half are for single distances, the others
    for ranges that grow logarithmically up to the distance ``most``.
    """
    distances = places[None, :] - places[:, None]
    half, single = classes // 2, classes // 4
    far = (distances.abs().clamp(min=1) / single).log() / math.log(most / single) * (half - single)
    grown = (single + far.long()).clamp(max=half - 1)
    return torch.where(distances.abs() < single, distances.abs(), grown) + half * (distances > 0)
