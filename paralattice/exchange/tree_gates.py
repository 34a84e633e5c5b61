"""Gates that need the candidate's tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import (
    CLAUSES,
    FINITE,
    Constituent,
    ParsedSentence,
    is_finite,
    predicate_of,
    subject_of,
)
from paralattice.exchange.gates import Gate, GateContext
from paralattice.exchange.operations import (
    DELETION,
    MOVE,
    RECAST,
    UNPLANNED,
    WORDING,
    Operation,
    SourcedToken,
)
from paralattice.exchange.readings import Reading
from paralattice.exchange.words import is_punctuation

_NEAR = 4


@dataclass(slots=False, eq=False)
class Parsed:
    """A candidate with the parser's reading."""

    candidate: Candidate
    reading: Reading

    @cached_property
    def sentence(self) -> ParsedSentence:
        """The sentence of the parser's tree."""
        return ParsedSentence.of_tree(-1, self.reading.tree)


def is_whole(parsed: Parsed, context: GateContext) -> bool:
    """Return whether it is a clause with a subject and a finite predicate, and adds no fragment."""
    frame = context.cluster.sentences[parsed.candidate.frame]
    if _keeps_words(parsed.candidate) and _tells(frame.root):
        return True
    if not _is_clause(parsed.sentence) or not _tells(parsed.sentence.root):
        return False
    return _count(parsed.sentence, "FRAG") <= _count(frame, "FRAG")


def _tells(node: Constituent) -> bool:
    """Return whether a node is a clause with a subject and a finite predicate, or joins such clauses."""
    if node.label in CLAUSES and subject_of(node) is not None and predicate_of(node) is not None:
        return True
    return node.label in ("ROOT", *CLAUSES) and any(_tells(child) for child in node.children)


def _is_clause(sentence: ParsedSentence) -> bool:
    top = sentence.root
    while top.label == "ROOT" and top.children:
        top = top.children[0]
    return top.label in CLAUSES


def _count(sentence: ParsedSentence, *labels: str) -> int:
    return sum(node.label in labels for node in sentence.root.phrases())


def reads_words_alike(parsed: Parsed, context: GateContext) -> bool:
    """Return whether each word near a joint has the same part of speech as in its source.

    Far from joints, tags that differ are the parser's noise.
    """
    if _keeps_words(parsed.candidate):
        return True
    joints = _joints(parsed.candidate)
    tokens = parsed.candidate.tokens
    for place, (tag, token) in enumerate(zip(parsed.sentence.tags, tokens, strict=True)):
        around = joints[max(0, place - _NEAR)], joints[min(len(tokens) - 1, place + _NEAR)]
        if token.sentence >= 0 and around[0] != around[1] and not _alike(tag, context.tag(token)):
            return False
    return True


def _keeps_words(candidate: Candidate) -> bool:
    """Return whether all words of a candidate come from its frame."""
    return candidate.sources == [candidate.frame]


def _is_plain(operation: Operation, frame: ParsedSentence, context: GateContext) -> bool:
    """Return whether an operation takes no words of other sentences, or exchanges a name for a name."""
    if operation.kind in (MOVE, RECAST, DELETION):
        return True
    sentences = context.cluster.sentences
    names = [
        frame.tags[old].startswith("NNP") and sentences[number].tags[new].startswith("NNP")
        for old, (number, new) in operation.replaced
    ]
    return bool(names) and all(names)


def _alike(tag: str, other: str) -> bool:
    if tag == other or tag[:2] == other[:2]:
        # A past tense that became a participle changes the sentence.
        return (tag in FINITE) == (other in FINITE) or tag[:2] != "VB"
    return tag[:2] not in ("VB", "MD") and other[:2] not in ("VB", "MD")


def keeps_governors(parsed: Parsed, context: GateContext) -> bool:
    """Return whether the words have their planned governors, but for ``strays`` words."""
    return len(unplanned_governors(parsed)) <= context.options.strays


def unplanned_governors(parsed: Parsed) -> list[int]:
    """Return the positions of words, not marks, whose governor is not the planned one.

    Differences within an unchanged stretch of a source do not count: its meaning is the same.
    """
    planned, read = parsed.candidate.governors, parsed.sentence.governors
    joints = _joints(parsed.candidate)
    found = []
    for place, token in enumerate(parsed.candidate.tokens):
        if planned[place] in (UNPLANNED, read[place]) or is_punctuation(token.word):
            continue
        involved = (place, *(other for other in (planned[place], read[place]) if other >= 0))
        whole = len(involved) == 3 and joints[min(involved)] == joints[max(involved)]
        if not whole and not _attachment_is_equivalent(parsed, place):
            found.append(place)
    return found


def _attachment_is_equivalent(parsed: Parsed, place: int) -> bool:
    """Return whether an unmoved preposition attaches to an ancestor or descendant of its planned governor.

    In *the end of the fight in Bern* either attachment of *in* has nearly the same meaning.
    """
    candidate, read = parsed.candidate, parsed.sentence.governors
    token = candidate.tokens[place]
    if parsed.sentence.tags[place] != "IN" or token.sentence != candidate.frame or token in _moved(candidate):
        return False
    planned = candidate.governors[place]
    return planned >= 0 and (planned in _above(read, read[place]) or read[place] in _above(read, planned))


def _moved(candidate: Candidate) -> set[SourcedToken]:
    """Return the tokens that operations insert."""
    return {token for operation in candidate.operations for edit in operation.edits for token in edit.tokens}


def _above(governors: Sequence[int], place: int) -> set[int]:
    """Return all words that govern a word, directly or not."""
    found: set[int] = set()
    while place >= 0 and governors[place] >= 0 and governors[place] not in found:
        place = governors[place]
        found.add(place)
    return found


def _joints(candidate: Candidate) -> list[int]:
    """Return for each word the number of joints before it: places where the source or its order changes.

    Wordings are no joints.
    """
    small = {
        (edit.begin, edit.end)
        for operation in candidate.operations
        if operation.what.startswith(WORDING)
        for edit in operation.edits
    }
    counts, last = [0], candidate.tokens[0]
    for one, other in pairwise(candidate.tokens):
        joined = (one.sentence, one.position + 1) == (other.sentence, other.position)
        last = one if one.sentence >= 0 else last
        after = _first_taken(candidate.tokens, len(counts)) if small and not joined else other
        worded = last.sentence == after.sentence == candidate.frame
        worded = worded and (last.position + 1, after.position) in small
        counts.append(counts[-1] + (not joined and not worded))
    return counts


def _first_taken(tokens: Sequence[SourcedToken], place: int) -> SourcedToken:
    """Return the first token from a place on that has a source; the last token if none has."""
    return next((token for token in tokens[place:] if token.sentence >= 0), tokens[-1])


def has_licensed_verbs(parsed: Parsed, context: GateContext) -> bool:
    """Return whether it has no more finite verbs without a clause than one of its sources."""
    most = max(faults(context.cluster.sentences[source]) for source in parsed.candidate.sources)
    return faults(parsed.sentence) <= most


def faults(sentence: ParsedSentence) -> int:
    """Return the number of tree faults: finite predicates below noun phrases or beside each other."""
    return sum(_is_unlicensed(node) for node in sentence.root.phrases() if node.label == "VP")


def _is_unlicensed(node: Constituent) -> bool:
    parent = node.parent
    if parent is None or not is_finite(node):
        return False
    if parent.label in ("NP", "PP", "ADJP", "ADVP", "ROOT", "FRAG"):
        return True
    if parent.label not in CLAUSES:
        return False
    sisters = [child for child in parent.children if child.label == "VP"]
    return len(sisters) > 1 and not any(child.label == "CC" for child in parent.children)


def has_no_more_clauses(parsed: Parsed, context: GateContext) -> bool:
    """Return whether it has no more clauses side by side than one of its sources."""
    most = max(_side_by_side(context.cluster.sentences[source]) for source in parsed.candidate.sources)
    return _side_by_side(parsed.sentence) <= most


def _side_by_side(sentence: ParsedSentence) -> int:
    return sum(
        sum(child.label in CLAUSES for child in node.children)
        for node in sentence.root.phrases()
        if node.label in CLAUSES and sum(child.label in CLAUSES for child in node.children) > 1
    )


def is_clear(parsed: Parsed, context: GateContext) -> bool:
    """Return whether the margin of the tree is not too small, or not smaller than the frame's.

    True for candidates of one source, with names for names at most.
    """
    number = parsed.candidate.frame
    frame = context.cluster.sentences[number]
    if all(_is_plain(operation, frame, context) for operation in parsed.candidate.operations):
        return True
    return parsed.reading.margin >= min(context.options.margin, context.readings[number].margin)


TREE_GATES = (
    Gate("whole", "it is not a whole clause", is_whole),
    Gate("tags", "a word became another part of speech", reads_words_alike),
    Gate("governors", "a word depends on another than before", keeps_governors),
    Gate("licence", "a finite verb has no clause of its own", has_licensed_verbs),
    Gate("clauses", "it has more clauses side by side than its sources", has_no_more_clauses),
    Gate("margin", "it can be read in two ways", is_clear),
)
"""The gates that need the parser's tree, in the order in which they run."""
