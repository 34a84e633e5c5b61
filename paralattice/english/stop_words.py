"""English function words that the versions V3 and V4 never match (Shen et al. 2006, Table 2)."""

from paralattice.english.tables import word_class

DEFAULT_STOP_WORDS = word_class("stop_words", "pronoun", "verb", "contraction", "particle")
"""The 174 function words of the Snowball project's English list, lower-cased."""
