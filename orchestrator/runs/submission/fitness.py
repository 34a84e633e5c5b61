"""Texts that do not fit the run: found before anything is computed, with what to do about them.

Only some sentences of each cluster are looked at, so that 20,000 clusters take about a second.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from orchestrator.runs.plan import PlannedCluster
from paralattice.errors import OptionError
from paralattice.languages.registry import LANGUAGES, language_of
from paralattice.methods import methods_of
from paralattice.run_options import Options

_SENTENCES, _NAMES = 5, 3
"""Sentences of a cluster that are looked at, and clusters that a warning names."""

_WORDS = 20
"""Fewest words of a cluster that show its language."""

_WORD = re.compile(r"[^\W\d_]+")
# Chinese, Japanese, Thai, Lao, Khmer, Burmese.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{6}")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,200}>|<!--|&(?:[a-z]{2,6}|#\d+);")
_CODE = re.compile(
    r"[{}]\s*$|[)\]}]\s*;\s*$|=[^;]*;\s*$|==|!=|=>|->|\+=|&&|\|\||\w\(\)"
    r"|^\s*(?:#include|import \w+$|@\w+$|//|/\*)"
    r"|^\s*(?:def|class|if|elif|else|for|while|try|return|function|public|private|const|let|var)\b.*[:{(]\s*$"
    r"|^\s*\w+(?:\.\w+)*\s*=\s*\S|^\s*return\b.*[)\]]$"
)
_TOKENS = re.compile(r"\s[.,](?:\s|$)")
_RUNNING = re.compile(r"\w[,!?;](?:\s|$)|[a-z]{4,}\.(?:\s|$)")
_ENDED = re.compile(r"[.!?…:;\"'”\u2019»)\]]\s*$")

# They are pieces of English contractions, too.
_AMBIGUOUS = {"s", "t", "m", "d"}


class _Text(NamedTuple):
    """The examined parts of a cluster: sentences as text, and the words of each, lower-cased."""

    sentences: list[str]
    words: list[list[str]]

    def most(self, holds: Callable[[str], object]) -> bool:
        """Return whether at least half of the sentences have a property."""
        return 2 * sum(bool(holds(sentence)) for sentence in self.sentences) >= len(self.sentences)


class Fitness:
    """Looks at clusters as they pass, and warns of clusters that do not fit the run.

    Parameters
    ----------
    options
        The options of the run.
    tokenized
        Whether the text is tokenised already.
    """

    def __init__(self, options: Options, tokenized: bool) -> None:
        self._options = options
        self._tokenized = tokenized
        self._found: dict[str, list[str]] = {}
        self._largest = 0
        makers = [each for each in methods_of(options.versions) if each.parses_new and options.parses]
        self._makers = " and ".join(version.name for method in makers for version in method.versions)
        self._limit = options.exchange.sentences if makers else 0

    def watched(self, clusters: Iterable[PlannedCluster]) -> Iterator[PlannedCluster]:
        """Yield clusters, after a look at each."""
        for cluster in clusters:
            for problem in self._problems(cluster):
                self._found.setdefault(problem, []).append(cluster.name)
            yield cluster

    def warnings(self) -> list[str]:
        """Return a line for each problem: the number of clusters, the first names, and what to do."""
        lines = []
        for problem, names in self._found.items():
            named = ", ".join([*names[:_NAMES], *(["…"] if len(names) > _NAMES else [])])
            count = f"{len(names):,} cluster{'s' if len(names) > 1 else ''}"
            lines.append(f"{count} ({named}): {problem.format(largest=self._largest)}")
        return lines

    def require_none(self) -> None:
        """Raise an :class:`OptionError` if there are warnings."""
        if lines := self.warnings():
            raise OptionError("\n  ".join(["the texts do not fit the run (--strict):", *lines]))

    def _problems(self, cluster: PlannedCluster) -> Iterator[str]:
        sample = cluster.texts[:_SENTENCES] or [" ".join(words) for words in cluster.sentences[:_SENTENCES]]
        text = _Text(list(sample), [_WORD.findall(sentence.lower()) for sentence in sample])
        if problem := self._written(text, cluster):
            yield problem
        if len(cluster.sentences) > 1 and _are_alike(cluster.sentences[: 4 * _SENTENCES]):
            yield "one sentence again and again: nothing new can be made of it; leave repeats out"
        if 0 < self._limit < len(cluster.sentences):
            self._largest = max(self._largest, len(cluster.sentences))
            yield (
                f"more than {self._limit} sentences, and {self._makers} reads the first {self._limit}: "
                "--set exchange.sentences={largest} reads all, and takes longer"
            )

    def _written(self, text: _Text, cluster: PlannedCluster) -> str:
        """Return how the texts of a cluster are written, if that does not fit; otherwise nothing."""
        if text.most(_MARKUP.search):
            return "markup: give the text without tags and entities"
        if text.most(_CODE.search):
            return "source code or data, not sentences"
        # Tokens of trees are known.
        if cluster.texts and not cluster.trees and text.most(_TOKENS.search):
            return "tokens, it seems: --tokenized"
        if self._tokenized and not cluster.trees and text.most(_RUNNING.search):
            return "running text, it seems: leave out --tokenized"
        return self._language(text)

    def _language(self, text: _Text) -> str:
        words = [word for sentence in text.words for word in sentence]
        run = language_of(self._options.language)
        if not self._tokenized and run.spaces and text.most(_UNSPACED.search):
            return "a language without spaces between words: give tokens, --tokenized and --language CODE"
        if len(words) < _WORDS or not run.stop_words:
            return ""
        shares = _shares(words)
        own = shares[run.code]
        best = max(shares, key=lambda code: shares[code])
        if shares[best] > max(0.2, own + 0.1):
            return f"{language_of(best).name}, it seems, and the run reads {run.name}: --language {best}"
        # Most sentences have no end, and have capitals or few function words.
        if not text.most(_ENDED.search) and (own < 0.2 or text.most(_is_title)):
            return "headlines, it seems: versions with syntax need whole sentences"
        if own < 0.1:
            return f"few words of {run.name}: --language names another language, which may need --versions"
        return ""


@cache
def _languages_by_word() -> dict[str, tuple[str, ...]]:
    """Return the languages that have a word as a function word."""
    found: dict[str, list[str]] = {}
    for code in LANGUAGES:
        for word in language_of(code).stop_words - _AMBIGUOUS:
            found.setdefault(word, []).append(code)
    return {word: tuple(codes) for word, codes in found.items()}


def _shares(words: list[str]) -> dict[str, float]:
    """Return the share of function words of each language among words."""
    known = _languages_by_word()
    counts = Counter(chain.from_iterable(known.get(word, ()) for word in words))
    return {code: counts[code] / len(words) for code in LANGUAGES}


def _is_title(sentence: str) -> bool:
    """Return whether most long words after the first begin with a capital."""
    long = [word for word in _WORD.findall(sentence)[1:] if len(word) > 3]
    return len(long) > 2 and sum(word[0].isupper() for word in long) >= 0.7 * len(long)


def _are_alike(sentences: tuple[tuple[str, ...], ...]) -> bool:
    """Return whether all sentences share nine tenths of their words with the first."""
    first = Counter(sentences[0])
    return all(
        20 * (first & Counter(words)).total() >= 9 * (len(sentences[0]) + len(words))
        for words in sentences[1:]
    )
