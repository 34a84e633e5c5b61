"""Sentences for benchmarks: random ones with the word frequencies of news, or real ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from paralattice.corpus import Sentence, Token

ROOT = Path(__file__).resolve().parents[1]
NEWS = ROOT.parent / "shared" / "data" / "ecbplus" / "clusters"
"""Tokenised clusters of news, which need not exist."""

EXAMPLE = ROOT / "examples" / "corpus"
"""The example corpus."""

FREQUENT = "the , of to and in a that for is on was it with as at by from he be his has an are"
LABELS = ("NP", "VP", "PP", "S", "SBAR", "ADJP", "ADVP")


def drawn_sentences(count: int, seed: int = 2006) -> list[Sentence]:
    """Return sentences with a Zipfian vocabulary, and traces of random depth and labels."""
    rng = np.random.default_rng(seed)
    words = [*FREQUENT.split(), *(f"word{k}" for k in range(20_000))]
    shares = 1 / (np.arange(len(words)) + 2.0) ** 1.05
    shares /= shares.sum()
    sentences = []
    for length in np.clip(rng.normal(25, 9, count), 8, 60).astype(int):
        drawn = rng.choice(len(words), length - 1, p=shares)
        tokens = [_token(rng, words[k], int(k)) for k in drawn]
        sentences.append(Sentence((*tokens, Token(".", ".", "O", ("I-S", "O")))))
    return sentences


def _token(rng: np.random.Generator, word: str, rank: int) -> Token:
    depth = 2 + int(rng.poisson(3))
    chain = [f"{'BI'[rng.random() < 0.7]}-{LABELS[k]}" for k in rng.integers(0, len(LABELS), depth)]
    return Token(word, f"T{(rank + (rng.random() < 0.1)) % 30}", chain[-1], ("I-S", *chain))


def news_sentences(count: int) -> list[tuple[str, ...]]:
    """Return distinct sentences of news, or of the example corpus if there are none."""
    folder = NEWS if NEWS.is_dir() else EXAMPLE
    found: dict[tuple[str, ...], None] = {}
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            words = tuple(line.split())
            if 3 <= len(words) <= 100:
                found[words] = None
    # Clusters are sorted by name; every k-th sentence gives a sample of all of them.
    return list(found)[:: max(1, len(found) // count)][:count]
