"""Keeps the stack states of stanza's parser in shared tables, so that a batch takes one product per step.

Stanza keeps three tensors per stack node and concatenates those of a batch at every step, which takes as
long as the products.  Here a node keeps a row number.  Products and trees are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch
from stanza.models.constituency.lstm_tree_stack import LSTMTreeStack, Node
from torch import Tensor

_FIRST_ROWS = 256


class TableRow:
    """A row of the tables; it is freed when no node of a stack refers to it."""

    __slots__ = ("free", "number")

    def __init__(self, number: int, free: list[int]) -> None:
        self.number = number
        self.free = free

    def __del__(self) -> None:
        """Free the row."""
        self.free.append(self.number)


class PooledStack(torch.nn.Module):
    """An :class:`LSTMTreeStack` whose nodes are rows of two tables: the LSTM's outputs and its cells.

    Parameters
    ----------
    stack
        The stack whose weights are used: L layers of H units.
    """

    def __init__(self, stack: LSTMTreeStack) -> None:
        super().__init__()
        self._origin = stack
        lstm = stack.lstm
        self._layers = [_weights_of(lstm, layer) for layer in range(lstm.num_layers)]
        self._empty(torch.zeros(_FIRST_ROWS, lstm.num_layers, lstm.hidden_size))

    def _empty(self, table: Tensor) -> None:
        self._free: list[int] = []
        self._used = 0
        self._hidden, self._cells = table, torch.zeros_like(table)

    def initial_state(self, initial_value: Any = None) -> Any:
        """Return the initial stack; the rows of all other stacks are freed."""
        stack = self._origin.initial_state(initial_value)
        # Release tables that a long batch has enlarged.
        self._empty(self._hidden.new_zeros(_FIRST_ROWS, *self._hidden.shape[1:]))
        row = self._take(1)[0]
        self._hidden[row.number] = stack.value.lstm_hx
        self._cells[row.number] = stack.value.lstm_cx
        stack.value = Node(initial_value, row, None, None)
        return stack

    def push_states(self, stacks: Sequence[Any], values: Iterable[Any], inputs: Tensor) -> list[Any]:
        """Push a value on each of B stacks; `inputs` has the shape (1, B, input size)."""
        hidden, cells = (table[_rows(stacks)] for table in (self._hidden, self._cells))
        below = inputs[0]
        for layer, (weights, bias) in enumerate(self._layers):
            gates = torch.addmm(bias, torch.cat((below, hidden[:, layer]), 1), weights)
            enter, forget, new, leave = gates.chunk(4, 1)
            kept = forget.sigmoid_().mul_(cells[:, layer]).add_(enter.sigmoid_().mul_(new.tanh_()))
            below = leave.sigmoid_().mul_(kept.tanh())
            hidden[:, layer], cells[:, layer] = below, kept
        rows = self._take(len(stacks))
        targets = torch.tensor([row.number for row in rows])
        self._hidden[targets], self._cells[targets] = hidden, cells
        return [
            stack.push(Node(value, row, None, None))
            for stack, value, row in zip(stacks, values, rows, strict=True)
        ]

    def tops(self, stacks: Sequence[Any]) -> Tensor:
        """Return the (B, H) outputs of the last layer at the top of each stack."""
        return self._hidden[_rows(stacks), -1]

    def _take(self, count: int) -> list[TableRow]:
        """Return unused rows; grow the tables if there are too few."""
        begin = max(0, len(self._free) - count)
        numbers = self._free[begin:]
        del self._free[begin:]
        fresh = range(self._used, self._used + count - len(numbers))
        self._used = fresh.stop
        while self._used > len(self._hidden):
            self._hidden = torch.cat((self._hidden, torch.zeros_like(self._hidden)))
            self._cells = torch.cat((self._cells, torch.zeros_like(self._cells)))
        return [TableRow(number, self._free) for number in (*numbers, *fresh)]


def _weights_of(lstm: torch.nn.LSTM, layer: int) -> tuple[Tensor, Tensor]:
    """Return the joined input and recurrent weights of a layer, and the sum of its biases."""
    below, before, *biases = (
        getattr(lstm, f"{name}_l{layer}").detach()
        for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    )
    return torch.cat((below, before), 1).t().contiguous(), biases[0] + biases[1]


def _rows(stacks: Sequence[Any]) -> Tensor:
    return torch.tensor([stack.value.lstm_hx.number for stack in stacks])


def pool_stacks(model: Any) -> None:
    """Make a constituency model of stanza keep its two stacks in tables, if both are LSTMs."""
    if model.maxout_k or not isinstance(model.transition_stack, LSTMTreeStack):
        return
    if not isinstance(model.constituent_stack, LSTMTreeStack):
        return
    transitions = model.transition_stack = PooledStack(model.transition_stack)
    constituents = model.constituent_stack = PooledStack(model.constituent_stack)

    def forward(states: Sequence[Any]) -> Tensor:
        words = torch.stack([state.get_word(state.word_position).hx for state in states])
        open_ones = transitions.tops([state.transitions for state in states])
        built = constituents.tops([state.constituents for state in states])
        scores = torch.cat((words, open_ones, built), 1)
        for layer in model.output_layers:
            scores = layer(model.nonlinearity(scores))
        return scores

    model.forward = forward


class NoTag(torch.nn.Module):
    """Replaces the classifier of an unused tag; predicts value number `absent` for every token."""

    def __init__(self, absent: int) -> None:
        super().__init__()
        self._scores = torch.zeros(absent + 1)
        self._scores[absent] = 1

    def forward(self, hidden: Tensor, *_others: Tensor) -> Tensor:
        """Return (T, `absent` + 1) scores for T tokens."""
        return self._scores.expand(len(hidden), -1)


def drop_features(tagger: Any) -> None:
    """Make a tagger of stanza skip the morphological features, if each has its own classifier."""
    from stanza.models.common.vocab import EMPTY_ID

    classifiers = tagger.tag_clf
    if "feats" in classifiers and isinstance(classifiers["feats"], torch.nn.ModuleList):
        count = len(classifiers["feats"])
        classifiers["feats"] = torch.nn.ModuleList(NoTag(EMPTY_ID) for _ in range(count))
