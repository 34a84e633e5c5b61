"""Compares the parser's reading of a candidate with its plan."""

from collections.abc import Sequence
from itertools import pairwise

from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import WORDING, SourcedToken
from paralattice.exchange.model.parsed import Parsed


def is_equivalent(parsed: Parsed, place: int) -> bool:
    """Return whether a word attaches to an ancestor or descendant of its planned governor and means the same.

    In *the end of the fight in Bern* either attachment of *in*, unmoved, has nearly the same meaning.  An
    aside of another sentence may attach above its noun.
    """
    candidate, read = parsed.candidate, parsed.sentence.governors
    token = candidate.tokens[place]
    planned, tags = candidate.governors[place], parsed.sentence.tags
    if token.sentence != candidate.frame:
        return tags[planned][:2] == "NN" and tags[place] != "IN" and read[place] in _above(read, planned)
    if tags[place] != "IN" or token in _moved(candidate):
        return False
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


def stretches(candidate: Candidate) -> list[int]:
    """Return for each word the number of its stretch: the number of joints before it.

    At a joint the source or its order changes.  Wordings are no joints, nor is what was left out.
    """
    small = {
        (edit.begin, edit.end)
        for operation in candidate.operations
        if operation.what.startswith(WORDING)
        for edit in operation.edits
    }
    counts, last = [0], candidate.tokens[0]
    for one, other in pairwise(candidate.tokens):
        joined = one.sentence == other.sentence and one.position < other.position
        last = one if one.sentence >= 0 else last
        after = _first_taken(candidate.tokens, len(counts)) if small and not joined else other
        worded = last.sentence == after.sentence == candidate.frame
        worded = worded and (last.position + 1, after.position) in small
        counts.append(counts[-1] + (not joined and not worded))
    return counts


def _first_taken(tokens: Sequence[SourcedToken], place: int) -> SourcedToken:
    """Return the first token from a place on that has a source; the last token if none has."""
    return next((token for token in tokens[place:] if token.sentence >= 0), tokens[-1])
