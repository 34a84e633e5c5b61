"""Base forms and past tenses of English words."""

from __future__ import annotations

import re
from functools import lru_cache

_ROWS = [
    line.split()
    for line in """
    be am is are was were been being 's 're 'm
    have has had having 've
    do does did done doing
    go goes went gone
    say says said
    tell told
    take took taken
    give gave given
    get got gotten getting
    make made
    come came
    see saw seen
    find found
    think thought
    know knew known
    become became
    leave left
    begin began begun beginning
    hold held
    bring brought
    buy bought
    catch caught
    fight fought
    seek sought
    teach taught
    win won winning
    lose lost
    send sent
    spend spent
    build built
    lead led
    meet met
    pay paid
    sell sold
    shoot shot
    sit sat sitting
    stand stood
    strike struck stricken
    steal stole stolen
    speak spoke spoken
    break broke broken
    choose chose chosen
    drive drove driven
    fall fell fallen
    fly flew flown
    hit hit
    put put
    cut cut
    set set
    hurt hurt
    shut shut
    quit quit
    cost cost
    burst burst
    spread spread
    grow grew grown
    throw threw thrown
    draw drew drawn
    rise rose risen
    write wrote written
    ride rode ridden
    wear wore worn
    bear bore born borne
    swear swore sworn
    tear tore torn
    hide hid hidden
    bite bit bitten
    run ran running
    swim swam swum
    sing sang sung
    sink sank sunk
    drink drank drunk
    feel felt
    keep kept
    sleep slept
    sweep swept
    flee fled
    feed fed
    bleed bled
    die died dies dying
    lie lay lain lying
    lay laid
    hear heard
    plead pled
    hang hung hanged
    man men
    woman women
    child children
    person people
    wife wives
    life lives
    """.strip().splitlines()
]
"""Forms of irregular words: the base form and, of a verb, the past tense first."""
_IRREGULAR = {form: forms[0] for forms in _ROWS for form in forms}
IRREGULAR_PASTS = {forms[0]: forms[1] for forms in _ROWS}
"""Past tenses of irregular verbs by their base forms; plurals of irregular nouns too."""
_DOUBLED = re.compile(r"([bdgkmnprt])\1$")


@lru_cache(maxsize=65536)
def base_form(word: str) -> str:
    """Return a rough base form of a word: lower-cased, without the ending of an inflection.

    Words with the same base form are forms of one word; the base form itself may be no word
    (``charg`` for *charge*, *charged* and *charging*).
    """
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    for ending in ("ing", "ed", "es", "s", "e"):
        if low.endswith(ending) and len(low) - len(ending) >= 3 and not low.endswith(("ss", "us", "is")):
            low = low[: -len(ending)]
            break
    if len(low) > 3 and low.endswith("i"):
        low = low[:-1] + "y"
    return _DOUBLED.sub(r"\1", low) if len(low) > 4 else low
