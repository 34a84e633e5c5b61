"""Gathers the sentences with a key term into its cluster (Shen et al. 2006, section 4.1.1)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from paralattice.clustering.duplicates import near_duplicates
from paralattice.clustering.options import ClusterOptions
from paralattice.clustering.words import flattened, sentence_words, stems_of
from paralattice.errors import ClusterError
from paralattice.formats.corpora.key_terms import KeyTerm

SentencePlace = tuple[int, int]
"""A document and a sentence in it, 0-based."""
_Form = tuple[Set[str], ...]
"""For each word of a form, the words of the event that match it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A sentence of a cluster.

    Attributes
    ----------
    document, sentence
        Indices of the document and of the sentence in it, 0-based.
    repeats
        The earlier sentence of the cluster that it nearly repeats, if any.
    """

    document: int
    sentence: int
    repeats: SentencePlace | None = None


@dataclass(frozen=True, slots=True)
class TermCluster:
    """The sentences of an event with a key term, in the order of the documents.

    Attributes
    ----------
    term
        The key term, which names the cluster.
    members
        The sentences of the cluster; may be empty.
    dropped
        Sentences dropped as near duplicates of members.
    """

    term: KeyTerm
    members: tuple[Member, ...]
    dropped: tuple[Member, ...] = ()


def gather_clusters(
    documents: Sequence[Sequence[str]], terms: Sequence[KeyTerm], options: ClusterOptions = ClusterOptions()
) -> list[TermCluster]:
    """Return the cluster of each key term; a sentence may be in several or none.

    A word of a form matches all words with the same stem (of English, Porter's), ignoring case; a word with a
    star matches all words with this prefix. The words of a form must be contiguous.

    Parameters
    ----------
    documents
        Sentences of each document of an event, in order.
    terms
        Key terms, in the order of the clusters.
    options
        Options; the defaults if absent.

    Raises
    ------
    ClusterError
        Clusters have more than ``most`` sentences; the message names them.
    """
    sentences = flattened(documents)
    words = [sentence_words(text) for _, _, text in sentences]
    holders = _holders(words, [term.forms for term in terms], options.language)
    originals = near_duplicates(words, options.similar)
    clusters = [
        _cluster(
            term, [sentences[index][:2] for index in held], [originals[index] for index in held], options
        )
        for term, held in zip(terms, holders, strict=True)
    ]
    large = [cluster for cluster in clusters if len(cluster.members) > options.most]
    if large:
        named = ", ".join(f"{cluster.term.name} ({len(cluster.members):,})" for cluster in large)
        raise ClusterError(f"more than {options.most:,} sentences hold a key term: {named}")
    return clusters


def _cluster(
    term: KeyTerm, places: Sequence[SentencePlace], originals: Sequence[int], options: ClusterOptions
) -> TermCluster:
    firsts: dict[int, SentencePlace] = {}
    members = []
    for place, original in zip(places, originals, strict=True):
        members.append(Member(*place, firsts.get(original)))
        firsts.setdefault(original, place)
    if not options.drop_duplicates:
        return TermCluster(term, tuple(members))
    kept = tuple(member for member in members if member.repeats is None)
    return TermCluster(term, kept, tuple(member for member in members if member.repeats))


def _holders(
    words: Sequence[Sequence[str]], listed: Iterable[Sequence[str]], language: str
) -> list[list[int]]:
    """Return for each list of forms the indices of the sentences with one of them, ascending."""
    vocabulary = stems_of((word for sentence in words for word in sentence), language)
    by_stem: dict[str, set[str]] = defaultdict(set)
    for word, stem in vocabulary.items():
        by_stem[stem].add(word)
    begins: dict[str, list[tuple[int, _Form]]] = defaultdict(list)
    holders: list[list[int]] = []
    for number, forms in enumerate(listed):
        holders.append([])
        for form in forms:
            agreeing = tuple(_agreeing(form, by_stem, language))
            for word in agreeing[0]:
                begins[word].append((number, agreeing))
    for index, sentence in enumerate(words):
        for number in sorted(set(_found(sentence, begins))):
            holders[number].append(index)
    return holders


def _agreeing(form: str, by_stem: dict[str, set[str]], language: str) -> Iterator[Set[str]]:
    """Yield for each word of a form the words that match it."""
    for piece in form.split():
        parts = sentence_words(piece)
        for part in parts[:-1]:
            yield by_stem.get(stems_of([part], language)[part], frozenset())
        last = parts[-1]
        if piece.endswith("*"):
            yield {word for words in by_stem.values() for word in words if word.startswith(last)}
        else:
            yield by_stem.get(stems_of([last], language)[last], frozenset())


def _found(sentence: Sequence[str], begins: dict[str, list[tuple[int, _Form]]]) -> Iterator[int]:
    for place, word in enumerate(sentence):
        for number, form in begins.get(word, ()):
            span = sentence[place : place + len(form)]
            if len(span) == len(form) and all(
                word in agreeing for word, agreeing in zip(span, form, strict=True)
            ):
                yield number
