"""Defines the facts of a cluster that rules and signals read."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median

from rapidfuzz.distance import Levenshtein

from paralattice.english.families import families
from paralattice.english.inflection import key
from paralattice.english.tables import word_class, word_values
from paralattice.english.words import AUXILIARIES, NUMBERS, PERSONS, is_content_word
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.conflicts import minority_places
from paralattice.exchange.model.operation import Place, SourcedToken
from paralattice.exchange.options import ExchangeOptions
from paralattice.lattice.records.sentence_table import pinc
from paralattice.syntax.quotations import quoted

_A = frozenset({"a", "an"})
_POSTS = PERSONS | word_class("nouns", "post")
_MADE_TAGS = word_values("function_words", "made") | {"said": "VBD"}
"""Tags of the words that no source has."""


class Facts:
    """A cluster with the cached data that rules and signals read.

    Parameters
    ----------
    cluster
        The cluster.
    options
        The options of exchange.
    """

    def __init__(self, cluster: ParsedCluster, options: ExchangeOptions) -> None:
        self.cluster = cluster
        self.options = options
        self.texts = [sentence.words for sentence in cluster.sentences]
        self.median_length = median(map(len, self.texts or [()]))

    @cached_property
    def lowered(self) -> list[tuple[str, ...]]:
        """The lower-cased words of each sentence."""
        return [tuple(map(str.lower, words)) for words in self.texts]

    @cached_property
    def written(self) -> list[tuple[str, ...]]:
        """The lower-cased words of each sentence as they are to be written."""
        return [tuple(word.lower() for word in one.written if word) for one in self.cluster.sentences]

    @cached_property
    def bigrams(self) -> frozenset[tuple[str, str]]:
        """All pairs of adjacent words of the cluster, lower-cased."""
        return frozenset(pair for words in self.lowered for pair in pairwise(words))

    @cached_property
    def lower_case(self) -> frozenset[str]:
        """All words that the cluster has in lower case."""
        return frozenset(word for words in self.texts for word in words if word.islower())

    @cached_property
    def capitalised(self) -> frozenset[str]:
        """All words that begin with a capital letter within a sentence of the cluster."""
        return frozenset(word for words in self.texts for word in words[1:] if word[:1].isupper())

    @cached_property
    def persons(self) -> frozenset[Place]:
        """The entities that are persons.

        In some sentence their name alone precedes *he* or *she*, not as in *Berg's captain says he*, or has
        an apposition such as *a manager*.
        """
        referents = self.cluster.referents
        found = {
            referents.first(mention.place)
            for mention in referents.mentions.values()
            for node in mention.node.phrases()
            for child in node.children
            if mention.named and child.role == "appositive"
            if self.lowered[mention.sentence][child.head] in _POSTS
        }
        for sentence in self.cluster.sentences:
            names = [place for place in range(len(sentence.words)) if self._is_name((sentence.number, place))]
            for place, word in enumerate(sentence.words):
                before = [name for name in names if name < place]
                if word.lower() in ("he", "she") and len(before) == 1:
                    [named] = before
                    if referents.mentions[sentence.number, named].node.role != "possessive":
                        found.add(referents.first((sentence.number, named)))
        return frozenset(found)

    def _is_name(self, place: Place) -> bool:
        mention = self.cluster.referents.mentions.get(place)
        return mention is not None and mention.named

    @cached_property
    def noun_joints(self) -> frozenset[Place]:
        """The places of conjunctions between noun phrases."""
        return frozenset(
            (sentence.number, child.begin)
            for sentence in self.cluster.sentences
            for node in sentence.phrases
            if node.label == "NP"
            for child in node.children
            if child.label == "CC"
        )

    @cached_property
    def counted(self) -> frozenset[str]:
        """All singular nouns, lower-cased, that follow *a* or *an* in prose of the cluster."""
        return frozenset(head.lower() for head, tag, first in self._phrases if tag == "NN" and first in _A)

    @cached_property
    def past(self) -> frozenset[str]:
        """Base forms of the verbs, no auxiliaries, that prose of the cluster has in the past tense."""
        return frozenset(
            key(word)
            for sentence in self.cluster.sentences
            if sentence.is_prose
            for word, tag in zip(sentence.words, sentence.tags, strict=True)
            if tag == "VBD" and word.lower() not in AUXILIARIES
        )

    @cached_property
    def definite_names(self) -> frozenset[str]:
        """All names that end in *s* and mostly follow *the* in prose of the cluster."""
        found = Counter(
            (head, first == "the")
            for head, tag, first in self._phrases
            if tag.startswith("NNP") and head[-1:] == "s"
        )
        return frozenset(head for head, the in found if the and found[head, True] > found[head, False])

    @cached_property
    def _phrases(self) -> list[tuple[str, str, str]]:
        """Head, its tag and the lower-cased first word of the innermost noun phrases of prose."""
        return [
            (sentence.words[node.head], sentence.tags[node.head], sentence.words[node.begin].lower())
            for sentence in self.cluster.sentences
            if sentence.is_prose
            for node in sentence.phrases
            if node.label == "NP" and not any(child.label == "NP" for child in node.children[:1])
        ]

    @cached_property
    def contents(self) -> list[Counter[str]]:
        """For each sentence the counts of the base forms of its content words."""
        return [Counter(content_forms(words)) for words in self.texts]

    @cached_property
    def families(self) -> list[Counter[str]]:
        """For each sentence the counts of its word families."""
        return [Counter(families(words)) for words in self.texts]

    @cached_property
    def minority(self) -> frozenset[Place]:
        """The places of days, dates, numbers and ages that conflict with the values of more sentences."""
        return minority_places(self.cluster)

    @cached_property
    def quoted(self) -> list[list[bool]]:
        """For each word of each sentence whether it is quoted."""
        return [quoted(words) for words in self.texts]

    def distance(self, low: Sequence[str]) -> int:
        """Return the number of edits of lower-cased words to the nearest sentence of the cluster."""
        return min(Levenshtein.distance(low, own) for own in self.written)

    def difference(self, low: tuple[str, ...]) -> float:
        """Return the difference of lower-cased words from the sentence of the cluster most like them."""
        return min(difference_of(low, own) for own in self.written)

    def tag(self, token: SourcedToken) -> str:
        """Return the tag of a token in its source."""
        if token.sentence < 0:
            return _MADE_TAGS.get(token.word.lower(), token.word)
        return self.cluster.sentences[token.sentence].tags[token.position]


def difference_of(new: tuple[str, ...], old: tuple[str, ...]) -> float:
    """Return how much a sentence differs from another for its readers, from 0 to 1.

    The mean of its PINC and the number of its words that the other lacks, as a share of eight, at most 1.  It
    follows the marks of blind judges more closely than PINC alone, which overrates short sentences and
    another order (``benchmarks/results/rank.md``).

    Examples
    --------
    >>> difference_of(("the", "ferry", "sank"), ("the", "old", "ferry", "sank"))
    0.25
    """
    return (pinc(new, old) + min(1.0, len({*new}.difference(old)) / 8)) / 2


def content_forms(words: Sequence[str]) -> Iterator[str]:
    """Yield the base forms of words of content; of *32-year-old* also the number, which may be said twice."""
    for word, after in pairwise((*words, "")):
        if after == "-" or "-" in word:
            number, hyphen, _ = word.partition("-")
            figure = NUMBERS.get(number.lower(), number)
            if figure.replace(".", "").isdigit() and (hyphen or number != figure):
                yield figure
        if is_content_word(word):
            yield key(word.removesuffix("'s").removesuffix("'").replace("-", ""))
