"""Labels unlabelled text with a trained parser, the teacher, for another parser to learn from."""

from collections.abc import Iterator, Sequence

import torch

from paralattice.adapters.chart.parsing import best_spans
from paralattice.adapters.chart.pieces import split_into_pieces
from paralattice.adapters.chart.spans import LabelledSpans
from paralattice.adapters.chart.storage import read_parser_weights
from paralattice.adapters.chart.wordpieces import WordPieces
from paralattice.adapters.float_network import FloatNetwork
from paralattice.adapters.interface import CHART
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.parser_files import model_files
from paralattice.adapters.training.corpora import Example
from paralattice.adapters.training.torch_state import device, from_bytes, seeded, to_bytes
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
        """Return the trees and tag probabilities of sentences, for :func:`read_labelled`."""
        forms = sorted(([model_form(word) for word in words] for words in sentences), key=len)
        with seeded(threads=self._threads):
            parts = [self._label_batch(batch) for batch in batches(forms, len, _WORDS)]
        spans = [list(one.items()) for found, _ in parts for one in found]
        shares = torch.cat([shares for _, shares in parts])
        return to_bytes({"forms": forms, "spans": spans, "shares": shares.half().cpu()})

    def _label_batch(self, batch: Sequence[list[str]]) -> tuple[list[LabelledSpans], torch.Tensor]:
        pieces = split_into_pieces(self._wordpieces, batch, self._weights.size.positions)
        tags, best = self._network.scores(pieces)
        found = best_spans(best, self.inventory.labels, pieces.lengths)
        return [spans for spans, _ in found], tags.softmax(dim=1)


def read_labelled(data: bytes) -> Iterator[Example]:
    """Yield the sentences of :meth:`Teacher.label`.

    Raises
    ------
    ParseError
        The data are damaged.
    """
    content = from_bytes(data)
    begin = 0
    for forms, spans in zip(content["forms"], content["spans"], strict=True):
        shares = content["shares"][begin : begin + len(forms)]
        yield Example(forms, [], dict(spans), shares.numpy())
        begin += len(forms)
