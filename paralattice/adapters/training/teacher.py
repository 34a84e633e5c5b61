"""Labels unlabelled text with trained parsers, the teachers, for another parser to learn from."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import torch

from paralattice.adapters.chart.parsing import best_spans
from paralattice.adapters.chart.pieces import split_into_pieces
from paralattice.adapters.chart.storage import read_parser_weights
from paralattice.adapters.chart.wordpieces import WordPieces
from paralattice.adapters.float_network import FloatNetwork, best_columns
from paralattice.adapters.interface import CHART
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.parser_files import model_files
from paralattice.adapters.training.corpora import LOWEST, Example, SpanScores
from paralattice.adapters.training.torch_state import device, from_bytes, half_precision, seeded, to_bytes
from paralattice.batches import batches
from paralattice.digests import file_digest
from paralattice.errors import ParseError

_WORDS = 600
"""Maximum number of words of a batch of several sentences."""


class _Teacher:
    """A parser with its digest, which scores sentences."""

    def __init__(self, parser: str) -> None:
        files = model_files(parser)
        if CHART not in files:
            raise ParseError(f"parser {parser!r} cannot teach: only the package's and your own can")
        self.digest = file_digest(files[CHART])
        self._weights = read_parser_weights(files[CHART])
        self.inventory = self._weights.inventory
        self._wordpieces = WordPieces(self.inventory.pieces)
        self._network = FloatNetwork(self._weights, device())

    def scores(self, batch: Sequence[list[str]]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the probabilities of the tags of words, and the scores of the labels of spans."""
        pieces = split_into_pieces(self._wordpieces, batch, self._weights.size.positions)
        with half_precision():
            tags, labels = (values.float() for values in self._network.scores(pieces))
        return tags.softmax(dim=1), labels


class Teachers:
    """Parsers that label sentences by the mean of their scores.

    Parameters
    ----------
    parsers
        Parsers that ``parser train`` made, or the one in the package.
    threads
        Number of torch threads.

    Attributes
    ----------
    digests
        The SHA-256 of the weights of each.
    inventory
        The tags and labels of all of them, with the pieces of the first.

    Raises
    ------
    ParseError
        One is a parser of stanza's, its file is missing or damaged, or it has the weights of another one, or
        other tags or labels.
    """

    def __init__(self, parsers: Sequence[str], threads: int) -> None:
        self._teachers = list(map(_Teacher, parsers))
        self._threads = threads
        self.digests = [teacher.digest for teacher in self._teachers]
        self.inventory = self._teachers[0].inventory
        own = self.inventory.tags, self.inventory.labels
        for parser, teacher in zip(parsers, self._teachers, strict=True):
            if (teacher.inventory.tags, teacher.inventory.labels) != own:
                raise ParseError(f"teacher {parser!r} has other tags or labels than {parsers[0]!r}")
            if self.digests.count(teacher.digest) > 1:
                raise ParseError(f"teacher {parser!r} is given twice")

    def label(self, sentences: Sequence[Sequence[str]]) -> bytes:
        """Return trees, tag probabilities and label scores of sentences, for :func:`read_labelled`."""
        forms = sorted(([model_form(word) for word in words] for words in sentences), key=len)
        with seeded(threads=self._threads):
            found = [self._label_batch(batch) for batch in batches(forms, len, _WORDS)]
        spans, shares, places, scores = (list(chain(*parts)) for parts in zip(*found, strict=True))
        stored = {"shares": torch.cat(shares), "places": torch.cat(places), "scores": torch.cat(scores)}
        counts = [len(one) for one in places]
        return to_bytes({"forms": forms, "spans": spans, "counts": counts, **stored})

    def _label_batch(self, batch: Sequence[list[str]]) -> tuple[list[Any], ...]:
        scored = zip(*(teacher.scores(batch) for teacher in self._teachers), strict=True)
        shares, labels = (torch.stack(values).mean(dim=0) for values in scored)
        lengths = list(map(len, batch))
        found = best_spans(best_columns(labels), self.inventory.labels, lengths)
        parts = torch.split(labels, [words * (words + 1) // 2 for words in lengths])
        near = [part > LOWEST for part in parts]
        return (
            [list(spans.items()) for spans, _ in found],
            [shares.half().cpu()],
            [kept.nonzero().to("cpu", torch.int32) for kept in near],
            [part[kept].half().cpu() for part, kept in zip(parts, near, strict=True)],
        )


def read_labelled(data: bytes) -> Iterator[Example]:
    """Yield the sentences of :meth:`Teachers.label`.

    Raises
    ------
    ParseError
        The data are damaged.
    """
    content = from_bytes(data)
    lengths, counts = list(map(len, content["forms"])), content["counts"]
    sizes = {"shares": lengths, "places": counts, "scores": counts}
    parts = ([part.numpy() for part in content[name].split(size)] for name, size in sizes.items())
    for forms, spans, shares, *near in zip(content["forms"], content["spans"], *parts, strict=True):
        yield Example(forms, [], dict(spans), shares, SpanScores(*near))
