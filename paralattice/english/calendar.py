"""English words of time: days, months, parts of the day, years."""

from paralattice.english.tables import word_class

DAYS = word_class("time", "day")
MONTHS = word_class("time", "month")
RELATIVE_DAYS = word_class("time", "relative")
"""Days seen from today: *yesterday*."""
TIME_WORDS = DAYS | (MONTHS - word_class("time", "homograph")) | word_class("time", "part")
"""Head words of time expressions."""
TIMELY = TIME_WORDS | MONTHS | word_class("time", "within")
"""Words within time expressions."""
TIME_OPENERS = word_class("time", "opener")
"""First words of time phrases and time clauses."""


def is_year(word: str) -> bool:
    """Return whether a word is a year of the last two centuries."""
    return word.isdigit() and len(word) == 4 and word[:2] in ("19", "20")
