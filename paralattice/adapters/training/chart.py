"""Trains the chart parser with the structured hinge loss.

The gold tree should outscore every other tree by the number of spans that differ (Stern, Andreas & Klein
2017; Kitaev & Klein 2018, section 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor

from paralattice.adapters.chart.kernels import best_tree, place
from paralattice.adapters.chart.model import ChartModel, Inventory, span_places
from paralattice.adapters.chart.parsing import parse_batch
from paralattice.adapters.chart.spans import labelled_spans, tree_of
from paralattice.adapters.chart.storage import to_file
from paralattice.adapters.interface import Tagged
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.options import ChartTrainOptions
from paralattice.adapters.training.encoders import Pretrained
from paralattice.adapters.training.torch_state import device, from_bytes, seeded, to_bytes
from paralattice.errors import ParseError
from paralattice.tree import Tree

_POOL = 16
"""Number of batches whose sentences are sorted by length together."""

_AT_ONCE = 64
_CLIP = 1.0
_TAG_DROPPED = 0.1


class ChartTraining:
    """A training of a chart parser.

    Parameters
    ----------
    trees
        Gold trees with predicted tags.
    pretrained
        The encoder to start from.
    options
        Options of the training.

    Raises
    ------
    ParseError
        No tree has a labelled node below its root.
    """

    def __init__(self, trees: Sequence[Tree], pretrained: Pretrained, options: ChartTrainOptions) -> None:
        self._options = options
        self._gold = [labelled_spans(tree) for tree in trees]
        self._sentences = [([model_form(word) for word in tree.words()], list(tree.tags())) for tree in trees]
        labels = sorted({label for spans in self._gold for label in spans.values()})
        tags = sorted({tag for _, tags in self._sentences for tag in tags})
        if not labels:
            raise ParseError("a parser cannot be trained on trees without labels below their roots")
        self._labels = {label: number for number, label in enumerate(labels)}
        inventory = Inventory(pretrained.pieces, tuple(tags), tuple(labels))
        with seeded(options.seed, "chart"):
            self._model = ChartModel(inventory, pretrained.size)
        self._model.encoder.load_state_dict(pretrained.weights)
        self._model.to(device())
        # Frozen, because training would move only the pieces that occur in the treebank.
        for table in (self._model.encoder.pieces, self._model.encoder.positions):
            table.weight.requires_grad_(False)
        learnt = self._learnt()
        groups = [
            {"params": [value for name, value in learnt if name.startswith("encoder.")]},
            {"params": [value for name, value in learnt if not name.startswith("encoder.")]},
        ]
        self._optimizer = torch.optim.AdamW(groups, weight_decay=options.decay, fused=True)
        self.epoch = 0
        self._mean = {name: value.detach().clone() for name, value in self._learnt()}

    def _learnt(self) -> list[tuple[str, Tensor]]:
        return [(name, value) for name, value in self._model.named_parameters() if value.requires_grad]

    @property
    def learning_rate(self) -> float:
        """The encoder's learning rate for the next steps."""
        return self._options.encoder_rate * self._share(self.epoch * self._steps())

    def _steps(self) -> int:
        words = sum(len(forms) for forms, _ in self._sentences)
        return max(1, words // self._options.words)

    def _share(self, step: float) -> float:
        """Return the share of the full rate at a step: warm-up in the first epoch, then linear decay."""
        steps = self._steps()
        return min(
            step / steps, (self._options.epochs * steps - step) / (self._options.epochs * steps - steps)
        )

    def run_epoch(self) -> float:
        """Run one epoch; return the mean loss of a sentence."""
        total = 0.0
        with seeded(self._options.seed, "chart", self.epoch), _threads(self._options.threads):
            draw = np.random.default_rng([self._options.seed, self.epoch])
            batches = list(self._batches(draw))
            self._model.train()
            for number, batch in enumerate(batches):
                step = (self.epoch + number / len(batches)) * self._steps()
                for group, rate in zip(
                    self._optimizer.param_groups,
                    (self._options.encoder_rate, self._options.rate),
                    strict=True,
                ):
                    group["lr"] = rate * max(0.0, self._share(step + 1))
                total += self._step(batch, draw)
            self._model.eval()
        self.epoch += 1
        return total / len(self._sentences)

    def _batches(self, draw: np.random.Generator) -> Iterator[list[int]]:
        """Yield batches of sentences of similar length, in random order."""
        order = list(draw.permutation(len(self._sentences)))
        batches: list[list[int]] = []
        pool: list[int] = []
        words = 0
        for number in order:
            pool.append(int(number))
            words += len(self._sentences[number][0])
            if words >= _POOL * self._options.words:
                batches += self._cut(pool)
                pool, words = [], 0
        batches += self._cut(pool)
        for number in draw.permutation(len(batches)):
            yield batches[number]

    def _cut(self, pool: list[int]) -> list[list[int]]:
        batches: list[list[int]] = []
        words = self._options.words
        for number in sorted(pool, key=lambda number: (len(self._sentences[number][0]), number)):
            length = len(self._sentences[number][0])
            if words + length > self._options.words:
                batches.append([])
                words = 0
            batches[-1].append(number)
            words += length
        return batches

    def _step(self, batch: Sequence[int], draw: np.random.Generator) -> float:
        loss = self._loss(batch, draw)
        self._model.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), _CLIP)
        self._optimizer.step()
        with torch.no_grad():
            for name, value in self._learnt():
                self._mean[name].lerp_(value, 1 - self._options.mean)
        return loss.item() * len(batch)

    def _loss(self, batch: Sequence[int], draw: np.random.Generator) -> Tensor:
        sentences = [self._sentences[number] for number in batch]
        prepared = self._model.prepare([(forms, _some_dropped(tags, draw)) for forms, tags in sentences])
        where = device()
        with torch.autocast(where, dtype=torch.bfloat16):
            begins, ends = self._model.boundaries(prepared.to(where))
            from_places, to_places = (
                torch.from_numpy(places).to(where) for places in span_places(prepared.lengths)
            )
            scores = self._model.scores(begins[from_places], ends[to_places])
        scores = scores.float()
        gold = self._gold_labels(batch, prepared.lengths)
        return _hinge(scores, gold, prepared.lengths) / len(batch)

    def _gold_labels(self, batch: Sequence[int], lengths: Sequence[int]) -> np.ndarray:
        """Return the number of each span's label, -1 for none."""
        parts = []
        for number, words in zip(batch, lengths, strict=True):
            labels = np.full(words * (words + 1) // 2, -1, np.int64)
            for (begin, end), label in self._gold[number].items():
                labels[place(begin, end, words)] = self._labels[label]
            parts.append(labels)
        return np.concatenate(parts)

    def parse(self, sentences: Sequence[Tagged]) -> list[Tree | None]:
        """Return the trees of tagged sentences, parsed with the mean of the weights."""
        with self._averaged(), _threads(self._options.threads):
            return _parse_all(self._model, sentences)

    def _averaged(self) -> AbstractContextManager[None]:
        return _swapped(self._model, self._mean)

    def note_score(self, score: float) -> None:
        """Accept the score of the model, without effect."""

    def state(self) -> bytes:
        """Return everything that the next epoch depends on."""
        return to_bytes(
            {
                "epoch": self.epoch,
                "model": self._model.state_dict(),
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
        self._model.load_state_dict(content["model"])
        self._optimizer.load_state_dict(content["optimizer"])
        self._mean = {name: value.to(device()) for name, value in content["mean"].items()}

    def encoder(self) -> dict[str, Any]:
        """Return the mean weights of the encoder, for another training."""
        with self._averaged():
            return {name: value.clone() for name, value in self._model.encoder.state_dict().items()}

    def model(self) -> bytes:
        """Return the content of a model file: the mean weights, in 8 bits."""
        with self._averaged():
            return to_file(self._model)


def _some_dropped(tags: Sequence[str], draw: np.random.Generator) -> list[str]:
    """Replace random tags by an unknown one, so that the parser does not rely on tags alone."""
    kept = draw.random(len(tags)) >= _TAG_DROPPED
    return [tag if keep else "" for tag, keep in zip(tags, kept, strict=True)]


def _hinge(scores: Tensor, gold: np.ndarray, lengths: Sequence[int]) -> Tensor:
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


def _best_trees(labelled: np.ndarray, bare: np.ndarray, lengths: Sequence[int]) -> np.ndarray:
    chosen = []
    begin = 0
    for words in lengths:
        end = begin + words * (words + 1) // 2
        chosen.append(best_tree(labelled[begin:end], bare[begin:end], bare[begin:end], words)[0])
        begin = end
    return np.concatenate(chosen)


def _parse_all(model: ChartModel, sentences: Sequence[Tagged]) -> list[Tree | None]:
    order = sorted(range(len(sentences)), key=lambda number: len(sentences[number]))
    trees: list[Tree | None] = [None] * len(sentences)
    for begin in range(0, len(order), _AT_ONCE):
        numbers = order[begin : begin + _AT_ONCE]
        batch = [
            ([model_form(word) for word, _ in sentences[number]], [tag for _, tag in sentences[number]])
            for number in numbers
        ]
        for number, (spans, _) in zip(numbers, parse_batch(model, batch), strict=True):
            words, tags = zip(*sentences[number], strict=True)
            trees[number] = tree_of(spans, words, tags)
    return trees


@contextmanager
def _threads(count: int) -> Iterator[None]:
    """Set the number of threads, and flush denormal numbers to 0."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    # The optimiser's moments decay to denormal numbers, whose arithmetic is many times slower.
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)
        torch.set_num_threads(before)


@contextmanager
def _swapped(model: ChartModel, weights: Mapping[str, Tensor]) -> Iterator[None]:
    """Replace a model's weights within the block, in evaluation mode."""
    parameters = dict(model.named_parameters())
    kept = {name: parameters[name].detach().clone() for name in weights}
    with torch.no_grad():
        for name, value in weights.items():
            parameters[name].copy_(value)
    model.eval()
    try:
        yield
    finally:
        with torch.no_grad():
            for name, value in kept.items():
                parameters[name].copy_(value)
