"""English words of time: days, months, parts of the day, years."""

from __future__ import annotations

from paralattice.english.words import word_set


def is_year(word: str) -> bool:
    """Return whether a word is a year of the last two centuries."""
    return word.isdigit() and len(word) == 4 and word[:2] in ("19", "20")


DAYS = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun mon.
    tue. tues. wed. thu. thurs. fri. sat. sun.
    """
)
MONTHS = word_set(
    """
    january february march april may june july august september october november december jan. feb. mar.
    apr. jun. jul. aug. sep. sept. oct. nov. dec. jan feb mar apr jun jul aug sep sept oct nov dec
    """
)
_PARTS_OF_TIME = word_set(
    """
    today yesterday tomorrow tonight morning afternoon evening night noon midnight day days week weeks
    weekend month months year years hour hours minute minutes second seconds season quarter decade
    century a.m. p.m. am pm time spring summer autumn winter
    """
)
TIME_WORDS = DAYS | (MONTHS - {"may", "mar", "march"}) | _PARTS_OF_TIME
"""Head words of time expressions."""
TIMELY = (
    TIME_WORDS
    | MONTHS
    | word_set(
        """
    the a an this that last next early earlier late later on in at of by around about just only past
    previous same following one two three four five six seven eight nine ten ago shortly before after
    since until during first second couple few more than nearly almost over within for local every each
    """
    )
)
"""Words within time expressions."""
TIME_OPENERS = word_set("after before following since during until when while as once")
"""First words of time phrases and time clauses."""
