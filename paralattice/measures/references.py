"""Measures of sentences against references: ROUGE (Lin 2004), BLEU (Papineni et al. 2002), compression rate.

Words are compared as :func:`comparable_words` gives them: lower-cased, without punctuation, in any script.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from paralattice.formats.tables.paper_tables import Cell, Column, Table

Words = Sequence[str]
Grams = Callable[[Words], Counter[tuple[str, ...]]]
"""Returns how often a text has each n-gram or skip-bigram."""

# Scripts that are written without spaces: Thai, Lao, Myanmar, Khmer, Kana, Han.
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff])"
)
_SKIPPED = 4


def comparable_words(text: str) -> list[str]:
    """Return the words of a text: lower-cased runs of letters, marks and numbers, in Unicode's form NFC.

    In scripts that are written without spaces each character is a word.

    Examples
    --------
    >>> comparable_words("L'« Helvetia » a coulé, à 5:30.")
    ['l', 'helvetia', 'a', 'coulé', 'à', '5', '30']
    """
    normal = unicodedata.normalize("NFC", text).lower()
    kept = "".join(sign if unicodedata.category(sign)[0] in "LMN" else " " for sign in normal)
    return _UNSPACED.sub(r" \1 ", kept).split()


def n_grams(length: int) -> Grams:
    """Return the function that counts n-grams, for ROUGE-N."""
    return lambda words: Counter(zip(*(words[start:] for start in range(length)), strict=False))


def skip_bigrams(words: Words) -> Counter[tuple[str, ...]]:
    """Return the counts of words and of pairs with at most four words between them, for ROUGE-SU4."""
    pairs = combinations(enumerate(words), 2)
    near = ((one, other) for (start, one), (end, other) in pairs if end - start <= _SKIPPED + 1)
    return Counter(near) + n_grams(1)(words)


@dataclass(frozen=True, slots=True)
class Rouge:
    """Precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


def rouge(words: Words, references: Sequence[Words], grams: Grams) -> Rouge:
    """Return the overlap of a text with references.

    Matches are summed over the references, as is the number of n-grams that recall and precision divide by:
    ROUGE-1.5.5 with ``-f A``, without stemming and with stop words.

    Parameters
    ----------
    words
        The words of the text.
    references
        The words of each reference, at least one reference.
    grams
        :func:`skip_bigrams` or what :func:`n_grams` returns.

    Examples
    --------
    >>> rouge("the ferry sank".split(), ["the old ferry sank".split()], n_grams(1))
    Rouge(precision=1.0, recall=0.75, f1=0.8571428571428571)
    """
    own, others = grams(words), [grams(reference) for reference in references]
    hits = sum((own & other).total() for other in others)
    precision = hits / (own.total() * len(others)) if own else 0.0
    wanted = sum(other.total() for other in others)
    recall = hits / wanted if wanted else 0.0
    return Rouge(precision, recall, 2 * precision * recall / (precision + recall) if hits else 0.0)


_ROUGE: Mapping[str, Grams] = {"rouge_1": n_grams(1), "rouge_2": n_grams(2), "rouge_su4": skip_bigrams}


@dataclass(frozen=True, slots=True)
class ReferenceMeasures:
    """The sentence of a version for a cluster against the references.

    Attributes
    ----------
    cluster, version
        Their names.
    text
        The words of the sentence.
    references
        The words of each reference.
    rate
        Its number of words by the mean of the cluster's sentences.
    scores
        ROUGE by name.
    """

    cluster: str
    version: str
    text: Words
    references: Sequence[Words]
    rate: float
    scores: Mapping[str, Rouge]


def measure_references(
    names: tuple[str, str], text: str, originals: Iterable[str], references: Iterable[str]
) -> ReferenceMeasures:
    """Return the measures of the sentence of a version for a cluster.

    Parameters
    ----------
    names
        Cluster and version.
    text, originals, references
        The sentence, the sentences of the cluster and the references, at least one of each.
    """
    words, others = comparable_words(text), list(map(comparable_words, references))
    mean = fmean(len(comparable_words(original)) for original in originals)
    scores = {name: rouge(words, others, grams) for name, grams in _ROUGE.items()}
    return ReferenceMeasures(*names, words, others, len(words) / mean if mean else 0.0, scores)


def bleu(measures: Sequence[ReferenceMeasures]) -> tuple[float, str]:
    """Return the BLEU of a corpus, 0 to 100, and the signature of sacrebleu, which computes it."""
    # Lazy import: it takes a tenth of a second, and only this needs it.
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(tokenize="none", force=True)
    texts = [" ".join(one.text) for one in measures]
    most = max(len(one.references) for one in measures)
    streams: Any = [
        [" ".join(one.references[place]) if place < len(one.references) else None for one in measures]
        for place in range(most)
    ]
    return metric.corpus_score(texts, streams).score, str(metric.get_signature())


def reference_tables(
    measures: Sequence[ReferenceMeasures], versions: Iterable[str]
) -> tuple[Table, Table, dict[str, str]]:
    """Return the means over clusters by version, the measures by cluster, and the signatures of BLEU."""
    rows: list[tuple[Cell, ...]] = []
    signatures = {}
    for version in versions:
        mine = [one for one in measures if one.version == version]
        if mine:
            score, signatures[version] = bleu(mine)
            means = [fmean(one.scores[name].f1 for one in mine) for name in _ROUGE]
            size, rate = fmean(len(one.text) for one in mine), fmean(one.rate for one in mine)
            rows.append((version, len(mine), size, 100 * rate, *means, score))
    caption = "First sentences against the references: means over clusters, of ROUGE the F1; BLEU over all."
    return Table("references", caption, _COLUMNS, tuple(rows)), _by_cluster(measures), signatures


_COLUMNS = (
    Column("version", "Version"),
    Column("clusters", "Clusters"),
    Column("words", "Words", 1),
    Column("rate_percent", "Rate (%)", 1),
    Column("rouge_1", "ROUGE-1", 3),
    Column("rouge_2", "ROUGE-2", 3),
    Column("rouge_su4", "ROUGE-SU4", 3),
    Column("bleu", "BLEU", 1),
)


def _by_cluster(measures: Iterable[ReferenceMeasures]) -> Table:
    kinds = [(name, kind) for name in _ROUGE for kind in ("precision", "recall", "f1")]
    names = ["cluster", "version", "references", "words", "rate", *map("_".join, kinds)]
    rows: list[tuple[Cell, ...]] = [
        (
            *(one.cluster, one.version, len(one.references), len(one.text), one.rate),
            *(getattr(one.scores[name], kind) for name, kind in kinds),
        )
        for one in measures
    ]
    caption = "First sentences against the references, by cluster and version."
    return Table("references_by_cluster", caption, tuple(map(Column, names)), tuple(rows))
