"""Rules of facts: values that disagree with other sentences, or with each other."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from paralattice.english.calendar import DAYS, MONTHS, RELATIVE_DAYS, TIME_WORDS, is_year
from paralattice.english.tables import word_class
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import COMMA
from paralattice.exchange.rules.comparing import exceeds_sources
from paralattice.exchange.rules.registry import WORDS, rule

_DAYS = DAYS | RELATIVE_DAYS
_MONTHS = MONTHS - word_class("time", "homograph")
_POINTING = frozenset({"this", "last", "next"})
_AGE = re.compile(r"\d{1,2}(?:-years?-old)?")
_VERDICTS = frozenset({"convicted", "guilty", "sentenced"})
_CLOCK = re.compile(r"\d+[ap]m|[ap]\.m\.?")
_TIMES = _DAYS | _MONTHS | word_class("time", "part-of-day")


@rule("minority", reads=WORDS, fault="most sentences have another day, number or age")
def has_minority_value(made: Candidate, facts: Facts) -> bool:
    """Return whether a day, date, number or age conflicts with that of more sentences.

    Refuses::

        1 The ferry sank on Monday .
        2 The ferry sank on Friday .
        3 The ferry sank on Friday .

        1 Nine sailors drowned .
        2 Six sailors drowned .
        3 Police said six sailors drowned .

        1 At least three sailors drowned .
        2 Six sailors drowned .
        3 At least six sailors drowned .

    Allows::

        1 The ferry sank on Friday .
        2 The ferry sank on Friday .
        3 The ferry sank on Monday .

        1 The ferry sank on Monday .
        2 The ferry sank on Friday .
    """
    return not facts.minority.isdisjoint(made.places)


@rule("time", reads=WORDS, fault="its times disagree")
def has_other_times(made: Candidate, facts: Facts) -> bool:
    """Return whether it has more times than a source, or its days, months and years disagree.

    They agree if one source has them all, or if each kind occurs once.

    Refuses::

        1 The ferry left on Friday .
        2 It sank on Sunday .
        = The ferry left on Friday {2 insertion time: on Sunday} .

        1 The ferry was open from Friday to Sunday .
        2 It was closed until Monday .
        = The ferry was open from Friday {2 exchange time: until Monday} .

        1 Berg won in 1962 .
        2 She left in 1964 .
        = Berg won in 1962 {2 insertion time: in 1964} .

        1 It left on Friday .
        2 It sank in the morning .
        = It left on Friday {2 insertion time: in the morning} .

        1 It left at 6am .
        2 It sank in the morning .
        = It left at 6am {2 insertion time: in the morning} .

    Allows::

        The ferry left on Friday and sank on Sunday .

        1 The ferry left on Friday .
        2 It sank on Sunday .
        = The ferry left {2 exchange time: on Sunday} .
    """
    return exceeds_sources(made, facts, _times) or any(
        len(words) > 1 and not any(words <= _calendar(facts.texts[own])[place] for own in made.sources)
        for place, words in enumerate(_calendar(made.words))
    )


@lru_cache(maxsize=4096)
def _times(words: tuple[str, ...]) -> int:
    """Return the number of words that name a day, a part of a day, an hour or a month."""
    return sum(word.lower() in _TIMES or bool(_CLOCK.fullmatch(word.lower())) for word in words)


@lru_cache(maxsize=4096)
def _calendar(words: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return the days, the months and the years that words name."""
    low = {word.lower().rstrip(".") for word in words}
    return frozenset(low & _DAYS), frozenset(low & _MONTHS), frozenset(filter(is_year, low))


@rule("today", reads=WORDS, fault="a time that counts from today is beside one of another sentence")
def mixes_days_of_writing(made: Candidate, facts: Facts) -> bool:
    """Return whether *this year* or *yesterday* is beside another time, and no source has both.

    Refuses::

        1 The prize of this year went to Berg .
        2 The prize will go to a crew next year .
        = The prize of this year {2 exchange predicate: will go to a crew next year} .

        1 A fire destroyed the yard this morning .
        2 A fire on Tuesday closed the road .
        = {2 exchange subject: A fire on Tuesday} destroyed the yard this morning .

    Allows::

        The prize of this year went to Berg , who had won last year .

        1 A fire destroyed the yard this morning .
        2 A large fire closed the road on Tuesday .
        = {2 exchange subject: A large fire} destroyed the yard this morning .

        1 A court ruled today on a theft of 2005 .
        2 The theft of a ship in 2005 shocked Norvik .
        = A court ruled today on {2 exchange preposition's object: the theft of a ship in 2005} .

        1 A fire destroyed the yard on Friday night .
        2 A fire on Friday closed the road .
        = {2 exchange subject: A fire on Friday} destroyed the yard on Friday night .
    """
    times = set(_dated(made.lowered))
    if not any(deictic for deictic, _ in times):
        return False
    return not any(times <= set(_dated(facts.lowered[source])) for source in made.sources)


def _dated(words: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """Yield for each time whether it depends on the day of writing, and its lower-cased words."""
    for before, word in pairwise(("", *words)):
        if word in RELATIVE_DAYS or (before in _POINTING and word in TIME_WORDS):
            yield True, f"{before} {word}" if before in _POINTING else word
        elif word in _DAYS or word in _MONTHS or is_year(word):
            yield False, word


@rule("aged", reads=WORDS, fault="an age is of another time")
def dates_age(made: Candidate, facts: Facts) -> bool:
    """Return whether an age is of another time than a year or a charge: *in 1998, Berg, 36, won*.

    Refuses::

        1 In 1998 , Berg won the cup .
        2 Berg , 36 , sold the ship .
        = In 1998 , {2 exchange subject: Berg , 36 ,} won the cup .

        1 Berg won the cup in 1998
        2 Berg , 36 , sold the ship
        = {2 exchange subject: Berg , 36 ,} won the cup in 1998

        1 In 1998 , Berg won the cup .
        2 The 36-year-old pilot sold the ship .
        = In 1998 , {2 exchange subject: the 36-year-old pilot} won the cup .

        1 Berg was charged with theft .
        2 Berg , 36 , was convicted of theft .
        = {2 exchange subject: Berg , 36 ,} was charged with theft .

    Allows::

        1 Berg was charged with theft .
        2 Berg , 36 , was arrested .
        = {2 exchange subject: Berg , 36 ,} was charged with theft .

        In 1998 , Berg , 36 , won the cup .

        1 Berg/NNP drove/VBD a/DT 1998/CD Volvo/NNP ./.
        2 Berg , 36 , sold the ship .
        = {2 exchange subject: Berg , 36 ,} drove a 1998 Volvo .

        1 On Friday , Berg won the cup .
        2 Berg , 36 , sold the ship .
        = On Friday , {2 exchange subject: Berg , 36 ,} won the cup .
    """
    words, tokens = made.lowered, made.tokens
    years = {
        one.sentence
        for one, after in pairwise((*tokens, COMMA))
        if is_year(one.word) and not facts.tag(after).startswith("NNP")
    }
    ages = {
        tokens[place].sentence
        for place, word in enumerate(words)
        if _AGE.fullmatch(word)
        and (word.endswith("old") or words[place - 1] == "," == "".join(words[place + 1 : place + 2]))
    }
    # Who is 29 when he is convicted may have been 27 when he was charged.
    charged = {one.sentence for one in tokens if one.word == "charged"}
    late = {age for age in ages if not _VERDICTS.isdisjoint(facts.lowered[age])}
    return any(age != year for age in ages for year in years) or any(
        age != charge for age in late for charge in charged
    )
