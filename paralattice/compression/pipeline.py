"""The sentence of a cluster: from its words and tags to the best path of its graph."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from paralattice.compression.graph import FIRST, LAST, WordGraph
from paralattice.compression.key_phrases import key_phrases, spaced
from paralattice.compression.options import CompressionOptions, OneOptions
from paralattice.compression.paths import Path, shortest_paths
from paralattice.compression.systems import SYSTEMS
from paralattice.compression.words import CONTENT, MARK, Kinds, Label, stop_words, tag_class
from paralattice.english.spacing import detokenise
from paralattice.errors import BuildError

_COST = 0.3
"""Cost of a word of the version ``one``; a word that all sentences hold is worth 1, as is a pair."""

Place = tuple[int, int]
"""A 0-based sentence, and the 0-based position of a word in it."""


class Compression(NamedTuple):
    """The sentence of a cluster.

    Attributes
    ----------
    words
        Its words, written as in the sentences that they are from.
    sources
        The place that each word is from; ``None`` for a word that none of the sentences has, such as a comma.
    score
        The score of its path: the lower, the better.
    reason
        Why it is a sentence of the cluster; empty for a new one.
    """

    words: tuple[str, ...]
    sources: tuple[Place | None, ...]
    score: float
    reason: str = ""

    @property
    def text(self) -> str:
        """Running text."""
        return detokenise(self.words)

    def __str__(self) -> str:
        """Return the running text."""
        return self.text


def compress(
    sentences: Sequence[Sequence[str]],
    tags: Sequence[Sequence[str]] | None,
    version: str,
    options: CompressionOptions,
    stops: Collection[str] | None = None,
    most: int = OneOptions().words,
) -> Compression:
    """Return one sentence for the sentences of a cluster.

    Parameters
    ----------
    sentences
        The words of each sentence, at least one.
    tags
        Their parts of speech; ``None`` if they are unknown.
    version
        A name of :data:`~paralattice.compression.systems.SYSTEMS`.
    options
        How it is made.
    stops
        Lower-cased stop words; ``None`` for those of the language.
    most
        Maximum number of words of the version ``one``, without punctuation marks; an original may have more.

    Raises
    ------
    BuildError
        There is no sentence, a sentence has no words, or not as many tags as words.

    Examples
    --------
    >>> texts = ["The old ferry sank", "The ferry sank near Lindau", "Today the ferry sank near Lindau"]
    >>> options = CompressionOptions(shortest=4)
    >>> print(compress([text.split() for text in texts], None, "filippova", options))
    The ferry sank near Lindau
    """
    _check(sentences, tags)
    kinds = Kinds(stop_words(options.language) if stops is None else stops)
    rows, kept = _labels(sentences, tags, kinds, options.punctuation)
    graph, system = WordGraph(rows, kinds), SYSTEMS[version]
    phrases: dict[str, float] = {}
    if system.phrases:
        found = key_phrases(rows, kinds, tags is not None, options.window)
        phrases = {spaced(phrase): score for phrase, score in found.items()}

    covered = _coverage(rows, kinds) if system.coverage else None

    def score(path: Path) -> float:
        if covered is not None:
            return -covered(_words(graph, path.nodes))
        text = spaced([graph.labels[node][0] for node in path.nodes])
        held = sum(value for phrase, value in phrases.items() if phrase in text)
        return path.weight / (len(path.nodes) * (1 + held))

    verb = tags is not None
    paths = shortest_paths(graph, kinds, system.paths, options.shortest, verb) if len(rows) > 1 else []
    if system.coverage:
        marks = [kinds.of(label) == MARK for label in graph.labels]
        paths = [path for path in paths if sum(not marks[node] for node in path.nodes) <= most]
    if not paths:
        best, number = _best_original(graph, score, options.shortest)
        return _original(sentences, number, score(best), _why_none(graph, options.shortest, verb))
    best = min(paths, key=score)
    for number, path in enumerate(graph.paths):
        if _words(graph, path[1:-1]) == _words(graph, best.nodes):
            shared = any(len(places) > 1 for places in graph.places[LAST + 1 :])
            reason = "no other path is better" if shared else "the sentences of the cluster share no words"
            return _original(sentences, number, score(best), reason)
    sources = [(sentence, kept[sentence][at]) for sentence, at in _sources(graph, best, sentences, kept)]
    words = tuple(sentences[sentence][position] for sentence, position in sources)
    return Compression(words, tuple(sources), score(best))


def _check(sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]] | None) -> None:
    if not sentences:
        raise BuildError("a cluster without sentences has no sentence that tells it")
    for number, words in enumerate(sentences, 1):
        if not words:
            raise BuildError(f"sentence {number} has no words")
        if tags is not None and (len(tags) != len(sentences) or len(tags[number - 1]) != len(words)):
            raise BuildError(f"sentence {number} has not as many tags as words")


def _labels(
    sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]] | None, kinds: Kinds, marks: bool
) -> tuple[list[list[Label]], list[list[int]]]:
    """Return the labels of each sentence's words, and their positions in it."""
    rows, kept = [], []
    for number, words in enumerate(sentences):
        row = [(word.lower(), tags[number][at] if tags else "") for at, word in enumerate(words)]
        places = [at for at, label in enumerate(row) if marks or kinds.of(label) != MARK]
        # A sentence of marks alone keeps them.
        places = places or [*range(len(row))]
        rows.append([row[at] for at in places])
        kept.append(places)
    return rows, kept


def _coverage(rows: Sequence[Sequence[Label]], kinds: Kinds) -> Callable[[Sequence[str]], float]:
    """Return the function that scores words by what of the sentences they cover, less a cost for each.

    A content word, or a pair of adjacent words, is worth the share of the sentences with it, if two have it.
    """
    texts = [[word for word, _ in row] for row in rows]
    content = {label[0] for row in rows for label in row if kinds.of(label) == CONTENT}
    counts: Counter[str | tuple[str, str]] = Counter()
    for text in texts:
        counts.update({*content.intersection(text), *pairwise(text)})
    shares: dict[object, float] = {unit: count / len(rows) for unit, count in counts.items() if count > 1}
    # The order of a set is another in each process; a rounded sum would be so too.
    return lambda words: fsum(shares.get(unit, 0) for unit in {*words, *pairwise(words)}) - _COST * len(words)


def _words(graph: WordGraph, nodes: Sequence[int]) -> tuple[str, ...]:
    return tuple(graph.labels[node][0] for node in nodes)


def _best_original(graph: WordGraph, score: Callable[[Path], float], least: int) -> tuple[Path, int]:
    """Return the path of the sentence with the best score, and its number; short ones only without others."""
    weights = {(source, target): weight for source, target, weight in graph.arcs()}
    paths = [Path(tuple(path[1:-1]), sum(map(weights.__getitem__, pairwise(path)))) for path in graph.paths]
    number = min(range(len(paths)), key=lambda each: (len(paths[each].nodes) < least, score(paths[each])))
    return paths[number], number


def _original(sentences: Sequence[Sequence[str]], number: int, score: float, reason: str) -> Compression:
    words = tuple(sentences[number])
    return Compression(words, tuple((number, at) for at in range(len(words))), score, reason)


def _why_none(graph: WordGraph, least: int, verb: bool) -> str:
    if len(graph.paths) == 1:
        return "the cluster has one sentence"
    if verb and not any(tag in tag_class("verb") for _, tag in graph.labels):
        return "no word of the cluster is tagged as a verb"
    return f"no path has {least} words{' and a verb' if verb else ''}"


def _sources(
    graph: WordGraph, path: Path, sentences: Sequence[Sequence[str]], kept: Sequence[Sequence[int]]
) -> list[Place]:
    """Return a sentence and a position in the graph's row for each word of a path.

    Each word is spelled as it mostly is after the word before it, so that the first one has its capital.
    """
    found = []
    for before, node in pairwise((FIRST, *path.nodes)):
        follows = graph.places[before]
        places = [(each, at - 1) for each, at in graph.places[node].items() if follows.get(each) == at - 1]
        forms = Counter(sentences[each][kept[each][at]] for each, at in places)
        form = max(forms, key=forms.__getitem__)
        found.append(next((each, at) for each, at in places if sentences[each][kept[each][at]] == form))
    return found
