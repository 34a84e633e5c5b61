"""Trains the chart parser: the structured hinge loss for trees, cross-entropy for tags.

The gold tree should outscore every other tree by the number of spans that differ (Stern, Andreas & Klein
2017; Kitaev & Klein 2018, section 2).  Tags are learnt in the same steps.  Other corpora, with conventions
of their own, have their own scorers of tags and labels, which are not part of the parser.
"""

import copy
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from paralattice.adapters.chart.network import HIDDEN
from paralattice.adapters.chart.pieces import span_places, split_into_pieces
from paralattice.adapters.chart.search import best_tree
from paralattice.adapters.chart.storage import Inventory, ParserWeights
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.training.corpora import LOWEST, TrainingCorpus
from paralattice.adapters.training.encoders import Start
from paralattice.adapters.training.model import ChartModel
from paralattice.adapters.training.torch_state import device, from_bytes, half_precision, seeded, to_bytes
from paralattice.arrays import Longs
from paralattice.errors import ParseError

_CLIP = 1.0
_TAGS = 0.2
"""Weight of the cross-entropy of a sentence's tags, relative to the hinge loss of its tree."""
_SCORES = 0.15
"""Weight of the squared distance from a teacher's scores of labels."""


class ChartTraining:
    """A training of a chart parser.

    Parameters
    ----------
    treebank
        The trees to learn, whose tags and labels are the parser's.
    others
        Other corpora, with trees or tags alone.
    start
        The weights to start from.
    options
        Options of the training.
    taught
        A teacher's trees and tags, with the treebank's tags and labels; the parser's own scorers learn them.

    Raises
    ------
    ParseError
        No tree has a labelled node below its root.
    """

    def __init__(
        self,
        treebank: TrainingCorpus,
        others: Sequence[TrainingCorpus],
        start: Start,
        options: TrainOptions,
        taught: TrainingCorpus | None = None,
    ) -> None:
        if not treebank.labels:
            raise ParseError("a parser cannot be trained on trees without labels below their roots")
        self._options = options
        self._corpora = (treebank, *others, *filter(None, [taught]))
        with seeded(options.seed, "chart"):
            inventory = Inventory(start.pieces, treebank.tags, treebank.labels)
            self._model = ChartModel(inventory, start.size)
            width = 2 * start.size.width
            # The treebank and what a teacher labelled use the parser's own scorers.
            self._tags = nn.ModuleList(nn.Linear(width, len(other.tags)) for other in others)
            self._labels = nn.ModuleList(nn.Linear(HIDDEN, max(1, len(other.labels))) for other in others)
        start.load_into(self._model)
        self._all = nn.ModuleList((self._model, self._tags, self._labels)).to(device())
        # Frozen, because training would move only the pieces that occur in the corpora.
        for table in (self._model.encoder.pieces, self._model.encoder.positions):
            table.weight.requires_grad_(False)
        encoder = [value for value in self._model.encoder.parameters() if value.requires_grad]
        known = set(map(id, encoder))
        rest = [value for value in self._all.parameters() if value.requires_grad and id(value) not in known]
        groups = [{"params": encoder}, {"params": rest}]
        self._optimizer = torch.optim.AdamW(groups, weight_decay=options.decay, fused=True)
        self.epoch = 0
        self._mean = {name: value.detach().clone() for name, value in self._learnt()}

    def _learnt(self) -> list[tuple[str, Tensor]]:
        return [(name, value) for name, value in self._model.named_parameters() if value.requires_grad]

    @property
    def learning_rate(self) -> float:
        """The encoder's learning rate in the middle of the next epoch."""
        return self._options.encoder_rate * self._share(self.epoch + 0.5)

    def _share(self, epoch: float) -> float:
        """Return the share of the full rate: it rises in the first epoch, then falls to 0."""
        return max(0.0, min(epoch, (self._options.epochs - epoch) / max(1, self._options.epochs - 1)))

    def run_epoch(self) -> float:
        """Run one epoch; return the mean loss of a sentence of the treebank."""
        total = 0.0
        with seeded(self._options.seed, "chart", self.epoch, threads=self._options.threads):
            draw = np.random.default_rng([self._options.seed, self.epoch])
            batches = self._batches(draw)
            self._model.train()
            for number, (corpus, batch) in enumerate(batches):
                share = self._share(self.epoch + (number + 1) / len(batches))
                rates = self._options.encoder_rate, self._options.rate
                for group, rate in zip(self._optimizer.param_groups, rates, strict=True):
                    group["lr"] = rate * share
                loss = self._step(corpus, batch, draw)
                total += 0.0 if corpus else loss * len(batch)
            self._model.eval()
        self.epoch += 1
        return total / len(self._corpora[0].examples)

    def _batches(self, draw: np.random.Generator) -> list[tuple[int, list[int]]]:
        """Return batches of all corpora, as number of the corpus and of its examples, in random order."""
        words = self._options.words
        batches = [(0, batch) for batch in self._corpora[0].batches(draw, words, np.inf)]
        most = self._options.share * self._corpora[0].words()
        for number, corpus in enumerate(self._corpora[1:], start=1):
            batches += [(number, batch) for batch in corpus.batches(draw, words, most)]
        return [batches[number] for number in draw.permutation(len(batches))]

    def _step(self, corpus: int, batch: Sequence[int], draw: np.random.Generator) -> float:
        loss = self._loss(corpus, batch, draw) / len(batch)
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._all.parameters(), _CLIP)
        self._optimizer.step()
        with torch.no_grad():
            for name, value in self._learnt():
                self._mean[name].lerp_(value, 1 - self._options.mean)
        return loss.item()

    def _loss(self, corpus: int, batch: Sequence[int], draw: np.random.Generator) -> Tensor:
        gold = self._corpora[corpus]
        forms = [_some_hidden(gold.examples[number].forms, self._options.hidden, draw) for number in batch]
        pieces = split_into_pieces(self._model.wordpieces, forms, self._model.size.positions)
        tags = (self._model.tags, *self._tags, self._model.tags)[corpus]
        with half_precision():
            words = self._model.words(pieces)
            inner = torch.from_numpy(pieces.entries(1, 1)).to(device())
            tagged = tags(self._model.drop(words[inner]))
        right = torch.from_numpy(gold.gold_tags(batch)).to(device())
        loss = _TAGS * functional.cross_entropy(tagged.float(), right, reduction="sum")
        if not gold.labels:
            return loss
        labels = (self._model.labels, *self._labels, self._model.labels)[corpus]
        with half_precision():
            begins, ends = self._model.boundaries(words, pieces)
            first, last = (torch.from_numpy(places).to(device()) for places in span_places(pieces.lengths))
            scores = labels(self._model.spans(begins[first], ends[last]))
        scores = scores.float()
        loss = loss + _hinge(scores, gold.gold_labels(batch), pieces.lengths)
        wanted = gold.label_scores(batch, tuple(scores.shape))
        return loss if wanted is None else loss + _SCORES * _distance(scores, torch.from_numpy(wanted))

    def state(self) -> bytes:
        """Return everything that the next epoch depends on."""
        return to_bytes(
            {
                "epoch": self.epoch,
                "model": self._all.state_dict(),
                "mean": self._mean,
                "optimizer": self._optimizer.state_dict(),
            }
        )

    def restore(self, state: bytes) -> None:
        """Restore a state.

        Raises
        ------
        ParseError
            The state is damaged.
        """
        content = from_bytes(state)
        self.epoch = content["epoch"]
        self._all.load_state_dict(content["model"])
        self._optimizer.load_state_dict(content["optimizer"])
        self._mean = {name: value.to(device()) for name, value in content["mean"].items()}

    def model(self) -> ParserWeights:
        """Return the mean weights, as a file holds them."""
        model = copy.deepcopy(self._model)
        model.load_state_dict(self._mean, strict=False)
        return model.weights()


def _some_hidden(forms: Sequence[str], share: float, draw: np.random.Generator) -> list[str]:
    """Replace random words by an unknown one, so that the parser relies on their neighbours too."""
    kept = draw.random(len(forms)) >= share
    return [form if keep else "" for form, keep in zip(forms, kept, strict=True)]


def _distance(scores: Tensor, wanted: Tensor) -> Tensor:
    """Return the squared distance of scores from a teacher's, where one of both is above the lowest."""
    wanted = wanted.to(scores.device)
    apart = (wanted > LOWEST) | (scores.detach() > LOWEST)
    return (scores[apart] - wanted[apart]).square().sum()


def _hinge(scores: Tensor, gold: Longs, lengths: Sequence[int]) -> Tensor:
    """Return the sum over sentences of best score plus cost minus gold score."""
    with torch.no_grad():
        raised = scores + 1
        known = torch.from_numpy(np.nonzero(gold >= 0)[0]).to(scores.device)
        names = torch.from_numpy(gold[gold >= 0]).to(scores.device)
        raised[known, names] -= 1
        best, labels = raised.max(dim=1)
    chosen = _best_trees(best.cpu().numpy(), (gold >= 0).astype(np.float32), lengths)
    wrong = (chosen == 1) & (labels.cpu().numpy() != gold)
    cost = wrong.sum() + ((chosen == 2) & (gold >= 0)).sum()
    named = torch.from_numpy(np.nonzero(chosen == 1)[0]).to(scores.device)
    return scores[named, labels[named]].sum() + float(cost) - scores[known, names].sum()


def _best_trees(labelled: np.ndarray, bare: np.ndarray, lengths: Sequence[int]) -> Longs:
    chosen = []
    begin = 0
    for words in lengths:
        end = begin + words * (words + 1) // 2
        chosen.append(best_tree(labelled[begin:end], bare[begin:end], bare[begin:end], words)[0])
        begin = end
    return np.concatenate(chosen)
