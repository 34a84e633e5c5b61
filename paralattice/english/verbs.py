"""The participles of verbs that may become passive."""

from paralattice.english.inflection import inflect
from paralattice.english.tables import word_class

_VERBS = sorted(word_class("verbs", "voice"))

PARTICIPLES = {inflect(verb, "VBD"): inflect(verb, "VBN") for verb in _VERBS}
"""The participle of each past tense."""
