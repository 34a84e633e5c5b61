"""Groups derived words and synonyms to families: *collided* and *collision*, *fire* and *blaze*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from paralattice.english.inflection import base_form
from paralattice.english.words import is_content_word

_ROWS = """
    drunk drunken intoxicated dui dwi
    die death deadly dead fatal fatally
    bear birth
    lose loss
    marry marriage wedding
    choose choice
    steal theft
    rob robbery
    burgle burglary
    decide decision
    collide collision
    explode explosion blast
    erupt eruption
    invade invasion
    fly flight
    arrive arrival
    depart departure
    sell sale
    elect election
    resign resignation
    replace replacement
    injure injury
    grow growth
    destroy destruction
    suspend suspension
    expand expansion
    extend extension
    execute execution
    convict conviction
    acquire acquisition
    buy purchase
    merge merger
    conclude conclusion
    sentence sentencing
    refuse refusal
    approve approval
    deny denial
    try attempt
    win victory
    begin start
    end finish
    quake earthquake temblor tremor
    fire blaze inferno
    ship vessel
    film movie
    company firm
    car vehicle
    lawyer attorney
    cop policeman policemen
    inmate prisoner
    prison jail
    child kid
    physician doctor
    store shop
    kidnap abduct
    slay slaying homicide
    office department bureau ministry
    hospital clinic
    price cost
    retire retirement
"""
"""A family of words a line."""
_ENDINGS = (
    *("ations", "ation", "itions", "ition", "ions", "ion"),
    *("ments", "ment", "ances", "ance", "als", "al"),
)
_STEM = 6
"""Minimum number of letters of a word without its ending."""
_NO_KIN = frozenset(map(base_form, ("department", "apartment", "statement", "basement")))


@lru_cache(maxsize=65536)
def family(word: str) -> str:
    """Return the name of a word's family: that of its row, or the word without endings of nouns.

    *Announced* and *announcement* are one family; a word without a family has its base form.
    """
    base = base_form(word)
    if base in _FAMILIES:
        return _FAMILIES[base]
    low = word.lower()
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= _STEM and base not in _NO_KIN:
            stem = base_form(low[: -len(ending)])
            return _FAMILIES.get(stem, stem)
    return base


_FAMILIES: dict[str, str] = {}
for _row in _ROWS.strip().splitlines():
    _first, *_rest = _row.split()
    for _word in (_first, *_rest):
        _FAMILIES.setdefault(base_form(_word), base_form(_first))


def families(words: Iterable[str]) -> Iterator[str]:
    """Yield the families of content words; of *harbour-master*, without digits, those of its parts."""
    for word in words:
        parts = [word] if any(letter.isdigit() for letter in word) else word.split("-")
        yield from (family(part) for part in parts if is_content_word(part))
