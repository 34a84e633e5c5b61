"""The chart parser's network in floats of 32 bits, for a GPU."""

import torch
from torch import Tensor

from paralattice.adapters.chart.network import Best
from paralattice.adapters.chart.pieces import PieceBatch, span_places
from paralattice.adapters.chart.storage import ParserWeights
from paralattice.adapters.interface import NoResultError
from paralattice.adapters.training.model import ChartModel
from paralattice.arrays import Longs

_TIE = 1e-3
"""A choice that wins by less could be another one in another batch, because sums of floats are rounded."""

_SPANS = 200_000
"""Number of spans scored at once."""


class FloatNetwork:
    """Does in floats what :class:`paralattice.adapters.chart.network.Network` does in whole numbers.

    Parameters
    ----------
    weights
        The content of a parser's file.
    device
        As torch names it.
    """

    words = 3000
    tie = _TIE

    def __init__(self, weights: ParserWeights, device: str) -> None:
        self.inventory = weights.inventory
        self._device = device
        model = ChartModel(weights.inventory, weights.size)
        model.load_state_dict({name: torch.from_numpy(weights.real(name)) for name in weights.names()})
        self._model = model.to(device).eval()

    def score(self, pieces: PieceBatch) -> tuple[Longs, Best]:
        """Return the tag of each word, and the best label of each span.

        Raises
        ------
        NoResultError
            The batch has more than one sentence and a tag is a near tie.
        """
        tags, labels = self.scores(pieces)
        best = best_columns(tags)
        if len(pieces.lengths) > 1 and best.lead.min() < _TIE:
            raise NoResultError("a tag is a near tie")
        return best.number, best_columns(labels)

    @torch.inference_mode()
    def scores(self, pieces: PieceBatch) -> tuple[Tensor, Tensor]:
        """Return the scores of tags, of shape (words, tags), and of labels, of shape (spans, labels)."""
        words = self._model.words(pieces)
        tags: Tensor = self._model.tags(words[self._placed(pieces.entries(1, 1))])
        begins, ends = self._model.boundaries(words, pieces)
        first, last = map(self._placed, span_places(pieces.lengths))
        parts = []
        for start in range(0, len(first), _SPANS):
            some = slice(start, start + _SPANS)
            parts.append(self._model.labels(self._model.spans(begins[first[some]], ends[last[some]])))
        return tags, torch.cat(parts)

    def _placed(self, numbers: Longs) -> Tensor:
        return torch.from_numpy(numbers).to(self._device)


def best_columns(scores: Tensor) -> Best:
    """Return the best column of each row."""
    values, columns = scores.topk(2, dim=1)
    leads = values[:, 0] - values[:, 1]
    return Best(values[:, 0].cpu().numpy(), columns[:, 0].cpu().numpy(), leads.cpu().numpy())
