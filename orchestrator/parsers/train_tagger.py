"""`orchestrator parser train-tagger`: trains a tagger on treebanks and other corpora, into one file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.corpora.treebank_files import ENDING, read_treebank
from orchestrator.io.atomic import write_bytes_whole
from orchestrator.parsers.epochs import ReportLine
from orchestrator.parsers.training_data import tag_accuracy, tagged_sentences
from paralattice.adapters.interface import Tagged
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.parser_files import MODELS
from paralattice.adapters.perceptron.lexicon import WordTable
from paralattice.adapters.perceptron.model import PerceptronTagger
from paralattice.errors import FormatError, OptionError
from paralattice.formats.tagged import read_tagged
from paralattice.tree import Tree

VECTORS = MODELS / "glove50_100k.pt"
"""Word vectors in the package."""

_MOST_OTHERS = 2


@dataclass(frozen=True, slots=True)
class TaggerRequest:
    """A training of a tagger.

    Attributes
    ----------
    treebanks
        Files and folders of trees with the tags to learn.
    others
        Up to two corpora with other conventions: treebanks, and folders or files of ``word_TAG``.
    output
        The file to write.
    dev
        Trees for measuring, or ``None``.
    epochs, other_epochs
        Epochs of the last layer, and of the layers of the other corpora.
    seed
        Random seed.
    vectors
        Word vectors for the clusters; ``None`` for those in the package.
    """

    treebanks: tuple[Path, ...]
    others: tuple[Path, ...]
    output: Path
    dev: Path | None = None
    epochs: int = 5
    other_epochs: int = 2
    seed: int = 1
    vectors: Path | None = None


def train_tagger_file(request: TaggerRequest, report: ReportLine) -> float | None:
    """Train a tagger and write it; return the share of right tags on the dev trees.

    Raises
    ------
    ProblemsError, FormatError
        A corpus cannot be read, or has no sentences.
    OptionError
        There are more than two other corpora.
    ParseError
        A corpus has no sentences, or too many tags.
    """
    from paralattice.adapters.perceptron.training import train_tagger

    require_few(request.others)
    trees = read_treebank(request.treebanks).trees
    others = read_others(request.others, report)
    clusters = read_clusters(request.vectors, request.seed)
    epochs = request.epochs, request.other_epochs
    tagger = train_tagger(list(tagged_sentences(trees)), others, clusters, epochs, request.seed, report)
    data = tagger.to_bytes()
    write_bytes_whole(request.output, data)
    report(f"{request.output}: {len(data) / 1e6:.1f} MB")
    if request.dev is None:
        return None
    dev = read_treebank([request.dev]).trees
    return tag_accuracy(dev, PerceptronTagger.from_bytes(data).tag(model_forms(dev)))


def read_clusters(vectors: Path | None, seed: int) -> WordTable:
    """Return clusters of the words in a file of word vectors; ``None`` for the vectors in the package."""
    import numpy as np
    import torch
    from stanza.models.common.vocab import VOCAB_PREFIX

    from paralattice.adapters.perceptron.lexicon import cluster_words
    from paralattice.adapters.training import read_vectors

    data = read_vectors(vectors or VECTORS)
    content = torch.load(io.BytesIO(data), weights_only=True)
    # The first entries stand for padding and unknown words.
    first = len(VOCAB_PREFIX)
    rows = np.asarray(content["emb"], np.float32)
    return cluster_words(content["vocab"]["_id2unit"][first:], rows[first:], seed)


def require_few(others: Sequence[Path]) -> None:
    """Raise an :class:`OptionError` if there are more other corpora than a tagger can use."""
    if len(others) > _MOST_OTHERS:
        raise OptionError(f"--other is given {len(others)} times; {_MOST_OTHERS} corpora are the most")


def read_others(paths: Iterable[Path], report: ReportLine) -> list[list[Tagged]]:
    """Return the tagged sentences of each corpus, a treebank or files of ``word_TAG``; report their number.

    Raises
    ------
    ProblemsError, FormatError
        A corpus cannot be read, or has no sentences.
    """
    corpora = []
    for path in paths:
        corpora.append(_read_other(path))
        report(f"{path}: {len(corpora[-1]):,} sentences")
    return corpora


def _read_other(path: Path) -> list[Tagged]:
    if path.suffix == ENDING or (path.is_dir() and any(path.rglob(f"*{ENDING}"))):
        return list(tagged_sentences(read_treebank([path]).trees))
    files = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    # An invalid byte spoils one word, not the corpus.
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    sentences: list[Tagged] = [sentence for text in texts for sentence in read_tagged(text.splitlines())]
    if not sentences:
        raise FormatError(f"holds neither trees ({ENDING}) nor texts of word_TAG (.txt)", str(path))
    return sentences


def model_forms(trees: Iterable[Tree]) -> list[list[str]]:
    """Return the words of each tree in the form that models are given."""
    return [[model_form(word) for word in tree.words()] for tree in trees]
