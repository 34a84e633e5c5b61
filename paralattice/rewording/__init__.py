"""Statistical models of text: n-gram models (Quirk et al. 2004, section 3.4; Pang et al. 2003, 4.2.1)."""

from paralattice.rewording.arpa import read_arpa, write_arpa
from paralattice.rewording.coded_text import END, START, UNKNOWN, CodedText
from paralattice.rewording.kneser_ney import train_language_model, train_n_grams
from paralattice.rewording.language_model import LanguageModel, State

__all__ = [
    "END",
    "START",
    "UNKNOWN",
    "CodedText",
    "LanguageModel",
    "State",
    "read_arpa",
    "train_language_model",
    "train_n_grams",
    "write_arpa",
]
