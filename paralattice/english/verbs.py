"""The forms of verbs that may change voice."""

from paralattice.english.inflection import inflect
from paralattice.english.tables import word_class

_VERBS = sorted(word_class("verbs", "voice"))

PARTICIPLES = {inflect(verb, "VBD"): inflect(verb, "VBN") for verb in _VERBS}
"""The participle of each past tense."""

PASTS = {participle: past for past, participle in PARTICIPLES.items()}
"""The past tense of each participle."""
