"""A cluster of parsed sentences with what is known of who is who in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from paralattice.english.penn import CLAUSES
from paralattice.english.tables import word_class
from paralattice.english.words import PERSONAL
from paralattice.exchange.evidence.referents import Referents
from paralattice.syntax.events import VerbEvent, verb_events
from paralattice.syntax.nodes import Constituent, subject_of
from paralattice.syntax.phrases import has_pronoun
from paralattice.syntax.sentence import ParsedSentence
from paralattice.syntax.tree import Tree

Wording = tuple[str, str, Collection[str]]
"""A lower-cased word, another in its place, and the tags that the word may have."""


@dataclass(slots=True, eq=False)
class ParsedCluster:
    """The parsed sentences of a cluster with their events and coreferent phrases.

    Attributes
    ----------
    sentences
        The sentences, in the order of the cluster.
    events
        The events of each sentence.
    wordings
        Learnt replacements of words.
    referents
        The coreferent noun phrases and verbs.
    """

    sentences: list[ParsedSentence]
    wordings: Sequence[Wording] = ()
    events: list[list[VerbEvent]] = field(init=False)
    referents: Referents = field(init=False)

    def __post_init__(self) -> None:
        """Find the events and referents."""
        self.events = [verb_events(sentence) for sentence in self.sentences]
        self.referents = Referents(self.sentences, self.events)

    @classmethod
    def of_trees(cls, trees: Iterable[Tree], wordings: Iterable[Wording] = ()) -> ParsedCluster:
        """Return the cluster of some trees."""
        sentences = [ParsedSentence.of_tree(number, tree) for number, tree in enumerate(trees)]
        return cls(sentences, tuple(wordings))


_SPEAKERS = word_class("function_words", "speaker")


def free_pronouns(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a pronoun's antecedent is outside of a phrase.

    It is before the first noun, or opens an apposition: *Moss Ferries, its largest rival*.
    """
    openings = {
        child.begin for inner in node.phrases() for child in inner.children if child.role == "appositive"
    }
    nouns = False
    for place in range(node.begin, node.end):
        pronoun = sentence.words[place].lower() in PERSONAL and sentence.tags[place] in ("PRP", "PRP$", "DT")
        if pronoun and (not nouns or place in openings):
            return True
        nouns |= sentence.tags[place].startswith("NN")
    return False


def clause_subject(node: Constituent) -> Constituent | None:
    """Return the subject of the nearest clause above a node that has one, unless the node is part of it."""
    for above in node.ancestors():
        if above.label in CLAUSES:
            subject = subject_of(above)
            if subject is not None and not subject.begin <= node.begin < subject.end:
                return subject
    return None


def pronouns_keep(
    cluster: ParsedCluster,
    pair: tuple[ParsedSentence, Constituent],
    other: tuple[ParsedSentence, Constituent],
) -> bool:
    """Return whether the pronouns of a phrase keep their referents in the place of another phrase.

    True without free pronouns; otherwise both clauses must have coreferent subjects.  False for *I*, *we*
    and *you*, and for *to one in Vik*.
    """
    (source, new), (frame, old) = pair, other
    counted = source.words[(new.children or (new,))[-1].head].lower() == "one"
    if counted or not _SPEAKERS.isdisjoint(word.lower() for word in source.text(new)):
        return False
    if not has_pronoun(source, new) or not free_pronouns(source, new):
        return True
    one, two = clause_subject(new), clause_subject(old)
    if one is None or two is None:
        return False
    return cluster.referents.same((source.number, one.head), (frame.number, two.head))
