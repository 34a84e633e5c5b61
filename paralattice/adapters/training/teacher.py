"""Labels unlabelled text with a trained parser, the teacher, for another parser to learn from."""

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


class Teacher:
    """A parser that labels sentences.

    Parameters
    ----------
    parser
        A parser that ``parser train`` made, or the one in the package.
    threads
        Number of torch threads.

    Raises
    ------
    ParseError
        It is a parser of stanza's, or its file is missing or damaged.
    """

    def __init__(self, parser: str, threads: int) -> None:
        files = model_files(parser)
        if CHART not in files:
            raise ParseError(f"parser {parser!r} cannot teach: only the package's and your own can")
        self.digest = file_digest(files[CHART])
        self._weights = read_parser_weights(files[CHART])
        self.inventory = self._weights.inventory
        self._threads = threads
        self._wordpieces = WordPieces(self.inventory.pieces)
        self._network = FloatNetwork(self._weights, device())

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
        pieces = split_into_pieces(self._wordpieces, batch, self._weights.size.positions)
        with half_precision():
            tags, labels = (values.float() for values in self._network.scores(pieces))
        found = best_spans(best_columns(labels), self.inventory.labels, pieces.lengths)
        parts = torch.split(labels, [words * (words + 1) // 2 for words in pieces.lengths])
        near = [part > LOWEST for part in parts]
        return (
            [list(spans.items()) for spans, _ in found],
            [tags.softmax(dim=1).half().cpu()],
            [kept.nonzero().to("cpu", torch.int32) for kept in near],
            [part[kept].half().cpu() for part, kept in zip(parts, near, strict=True)],
        )


def read_labelled(data: bytes) -> Iterator[Example]:
    """Yield the sentences of :meth:`Teacher.label`.

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
