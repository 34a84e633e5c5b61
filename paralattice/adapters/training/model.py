"""The chart parser as a torch module that can learn; :mod:`paralattice.adapters.chart.network` runs it."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from paralattice.adapters.chart.network import HIDDEN, NORM_EPSILON
from paralattice.adapters.chart.pieces import PieceBatch
from paralattice.adapters.chart.storage import EncoderSize, Inventory, ParserWeights, quantised
from paralattice.adapters.chart.wordpieces import SHAPES, WordPieces
from paralattice.adapters.training.encoder import Encoder


class ChartModel(nn.Module):
    """An encoder with scorers of tags and spans.

    Parameters
    ----------
    inventory
        Pieces, tags and labels.
    size
        The encoder's dimensions.
    dropout
        Share of values that are left out in training, of the encoder; of boundaries it is twice as large.
    """

    def __init__(self, inventory: Inventory, size: EncoderSize, dropout: float = 0.1) -> None:
        super().__init__()
        self.inventory, self.size = inventory, size
        self.wordpieces = WordPieces(inventory.pieces)
        self.encoder = Encoder(size, dropout)
        self.shapes = nn.Embedding(SHAPES + 1, size.width)
        nn.init.zeros_(self.shapes.weight)
        self.tags = nn.Linear(2 * size.width, len(inventory.tags))
        self.left = nn.Linear(4 * size.width, HIDDEN)
        self.right = nn.Linear(4 * size.width, HIDDEN, bias=False)
        self.norm = nn.LayerNorm(HIDDEN, eps=NORM_EPSILON)
        self.labels = nn.Linear(HIDDEN, len(inventory.labels))
        self.drop = nn.Dropout(2 * dropout)

    def words(self, pieces: PieceBatch) -> Tensor:
        """Return the vectors of the first and the last piece of each entry, of shape (entries, 2 * width)."""
        where = self.labels.weight.device
        rows, longest = len(pieces.starts) - 1, int(np.diff(pieces.starts).max())
        places = torch.from_numpy(np.repeat(np.arange(rows), np.diff(pieces.starts)) * longest)
        places = (places + torch.from_numpy(pieces.places())).to(where)
        numbers = torch.full((rows * longest,), self.wordpieces.pad, device=where)
        shapes, present = torch.zeros_like(numbers), torch.zeros_like(numbers, dtype=torch.bool)
        numbers[places] = torch.from_numpy(pieces.numbers).to(where)
        shapes[places] = torch.from_numpy(pieces.shapes).to(where)
        present[places] = True
        added = self.shapes(shapes.view(rows, longest))
        vectors = self.encoder(numbers.view(rows, longest), present.view(rows, longest), added).flatten(0, 1)
        firsts, lasts = (places[torch.from_numpy(ends).to(where)] for ends in (pieces.firsts, pieces.lasts))
        return torch.cat((vectors[firsts], vectors[lasts]), dim=1)

    def boundaries(self, words: Tensor, pieces: PieceBatch) -> tuple[Tensor, Tensor]:
        """Return the vectors of span boundaries, as begins and as ends of spans.

        Both have the shape (boundaries, :data:`HIDDEN`); a sentence of n words has n + 1 boundaries.
        """
        before = torch.from_numpy(pieces.entries(0, 1)).to(words.device)
        between = self.drop(torch.cat((words[before], words[before + 1]), dim=1))
        return self.left(between), self.right(between)

    def spans(self, begins: Tensor, ends: Tensor) -> Tensor:
        """Return the vectors of spans, given the vectors of their boundaries."""
        return functional.relu(self.norm(begins + ends))

    def weights(self) -> ParserWeights:
        """Return the weights as a file holds them."""
        values = {name: value.detach().cpu().numpy() for name, value in self.state_dict().items()}
        return ParserWeights(self.size, self.inventory, quantised(values))
