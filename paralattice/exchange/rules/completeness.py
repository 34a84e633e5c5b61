"""Rules of completeness: words without their complement, and phrases that are cut, or extend too far."""

from collections.abc import Iterable, Sequence

from paralattice.english.words import AUXILIARIES, HEDGE_FORMS, ORDINALS, is_punctuation
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import EXCHANGE, SourcedToken, SpanEdit, is_wording
from paralattice.exchange.rules.registry import WORDS, rule

_BEFORE_WORDS = ("``", "“", '"', "(", "[", "$", "'")
_AFTER_WORDS = ("''", "”", '"', ")", "]", "%", "'")
_NARROWING = frozenset({"at", "for", "in", "of"})
_LEANING = frozenset({"DT", "IN", "TO", "PRP$", "MD", "POS", "CC", "WDT", "WP", "``", "$"})


@rule("stranding", reads=WORDS, fault="a word lost the words that must follow it")
def strands_word(made: Candidate, facts: Facts) -> bool:
    """Return whether an article, preposition or auxiliary lost its complement, or a mark is doubled.

    Refuses::

        1 The old ferry sank in the bay .
        = The old ferry sank in .

        1 The ferry had sunk in the bay .
        = The ferry had .

        1 The old ferry sank .
        = The old {1 insertion modifier: old} ferry sank .

        1 Ida Berg , a pilot , died on Friday .
        = {1 move time: On Friday} +, Ida Berg , a pilot , died .

    Allows::

        1 The old ferry sank in the bay .
        = The old ferry sank .

        1 The old ferry sank .
        2 A small boat left .
        = {2 exchange phrase: A small} ferry sank .
    """
    # *On Friday, Berg, who led the yard, died*.
    ends = made.lowered[-3:-2] == (",",) and made.lowered[-2:] != facts.lowered[made.frame][-2:]
    lone = ends and facts.tag(made.tokens[-2]) == "VBD"
    return lone or any(_is_stranded(one, other, facts) for one, other in made.joints)


def _is_stranded(one: SourcedToken, other: SourcedToken, facts: Facts) -> bool:
    """Return whether a word may not precede another, which did not follow it in its source."""
    low, after = one.word.lower(), other.word.lower()
    if low in AUXILIARIES and is_punctuation(after):
        return True
    if (low, after) in facts.bigrams:
        return False
    if low == after:
        return True
    if is_punctuation(after) and after not in _BEFORE_WORDS:
        return facts.tag(one) in _LEANING or (is_punctuation(low) and low not in _AFTER_WORDS)
    return False


@rule("ordinal", reads=WORDS, fault="an ordinal took the place of another, or was added or lost")
def mixes_ranks(made: Candidate, facts: Facts) -> bool:
    """Return whether an exchange replaces a phrase by one with another ordinal, or a shorter one behind one.

    Predicates and times are not tested.

    Refuses::

        1 The second boat left Norvik .
        2 The third ship sank .
        = {2 exchange subject: The third ship} left Norvik .

        1 Berg was the first to win the cup of Vik .
        2 Berg lost the cup .
        = Berg was the first to win {2 exchange object: the cup} .

    Allows::

        1 The second boat left Norvik .
        2 The second ship sank .
        = {2 exchange subject: The second ship} left Norvik .

        1 Berg fled .
        2 Berg left first .
        = Berg {2 exchange predicate: left first} .
    """
    frame = facts.texts[made.frame]
    exchanges = (each for each in made.operations if each.kind == EXCHANGE)
    edits = (edit for each in exchanges if each.what not in ("predicate", "time") for edit in each.edits)
    return any(_mixes_ranks(frame, edit) for edit in edits)


def _mixes_ranks(frame: Sequence[str], edit: SpanEdit) -> bool:
    old, new = frame[edit.begin : edit.end], [token.word for token in edit.tokens]
    # *The first to win the cup of Vik* was not the first to win the cup.
    wider = bool(_ranks(frame[: edit.begin])) and not _NARROWING.isdisjoint({*old}.difference(new))
    return wider or _ranks(old) != _ranks(new)


def _ranks(words: Iterable[str]) -> set[str]:
    return {word for word in words if word.partition("-")[0] in ORDINALS}


@rule("hedge", reads=WORDS, fault="a negation or hedge lost its governor, or the governor lost the hedge")
def loses_hedge(made: Candidate, facts: Facts) -> bool:
    """Return whether a hedge (*not*, *could*, *first* ...) is kept without its governor, or the reverse.

    Refuses::

        1 The ferry did not sink off Norvik .
        = The ferry did sink off Norvik .

        1 The ferry could sink off Norvik .
        2 A boat left .
        = The ferry could {2 exchange verb: left} off Norvik .

    Allows::

        The ferry did not sink off Norvik .

        1 The ferry did not sink .
        2 The boat left .
        = The ferry {2 exchange predicate: left} .

        1 The ferry tried to leave after almost ten days .
        = The ferry tried to leave after {1 recast wording: +nearly} ten days .
    """
    worded = {
        edit.begin for operation in made.operations if is_wording(operation) for edit in operation.edits
    }
    for source in made.sources:
        sentence = facts.cluster.sentences[source]
        for place, word in enumerate(sentence.words):
            if word.lower() in HEDGE_FORMS and (source != made.frame or place not in worded):
                governor, after = sentence.governors[place], made.places.get((source, place + 1))
                # *First* of *first-degree* has become part of *degree*.
                joined = after is not None and made.lowered[after].startswith(f"{word.lower()}-")
                kept = joined or (source, place) in made.places
                if governor >= 0 and kept != ((source, governor) in made.places):
                    return True
    return False
