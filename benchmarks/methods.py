"""Parts of the other papers' methods against well-known packages: ``python benchmarks/methods.py``.

Similarities by tf-idf (Nelken & Shieber 2006) against scikit-learn, the global alignment of documents
against plain Python, and the language model against KenLM.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import numpy as np
from corpora import drawn_sentences
from matching import make_event, plain_matches
from measuring import Row, compare, table

from paralattice.ngrams import train_language_model, write_arpa
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.sentences import PAPER_MODELS, match_pairs


def method_rows(quick: bool, rounds: int) -> list[Row]:
    """Return the comparisons."""
    return [_matching_row(10 if quick else 50, rounds), *_model_rows(100 if quick else 5000, rounds)]


def _matching_row(sentences: int, rounds: int) -> Row:
    """Compare the matching of two documents with a plain script with scikit-learn."""
    event = make_event(2, sentences)

    def theirs():
        import sklearn  # noqa: F401 - reports its absence

        return plain_matches(*event)

    return compare(
        ("matching two documents", f"{sentences} sentences each", "scikit-learn and Python"),
        lambda: next(match_pairs(event, [(0, 1)], PAPER_MODELS["britannica"])).pairs,
        theirs,
        rounds,
        lambda ours, found: [tuple(row) for row in ours.tolist()] == found,
    )


def _model_rows(count: int, rounds: int) -> list[Row]:
    """Compare queries with KenLM's on the same ARPA text."""
    sentences = [list(sentence.words) for sentence in drawn_sentences(count)]
    random.Random(1).shuffle(sentences)
    model = train_language_model(sentences, LanguageModelOptions(order=3))
    asked = sentences[: max(20, count // 5)]
    lines = [" ".join(words) for words in asked]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        path.write_text("".join(write_arpa(model)), "utf-8")
        peers: list[object] = []

        def theirs():
            import kenlm

            if not peers:
                peers.append(kenlm.Model(str(path)))
            return sum(map(peers[0].score, lines))

        return [
            compare(
                ("trigram log probabilities", f"{len(lines)} sentences", "KenLM"),
                lambda: sum(model.log_probability(words) for words in asked),
                theirs,
                rounds,
                lambda ours, found: bool(np.isclose(ours, found, rtol=1e-4)),
            )
        ]


if __name__ == "__main__":
    print(table(method_rows(False, 3)))
