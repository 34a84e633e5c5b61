"""Words that say the same in another form or word: *collided* and *collision*, *fire* and *blaze*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from paralattice.exchange.words import base_form, is_content_word

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
"""Letters that remain at least of a word without its ending."""
_NO_KIN = frozenset(map(base_form, ("department", "apartment", "statement", "basement")))


@lru_cache(maxsize=65536)
def family(word: str) -> str:
    """Return a name of a word's family: that of its row, or what remains without the endings of nouns.

    *Announced* and *announcement* are of one family; a word that has no kin is its base form.
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
    """Yield the families of words of content; of *harbour-master*, without figures, those of its parts."""
    for word in words:
        parts = [word] if any(letter.isdigit() for letter in word) else word.split("-")
        yield from (family(part) for part in parts if is_content_word(part))
