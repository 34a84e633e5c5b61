"""Statistical models of text: n-gram models (Quirk et al. 2004, section 3.4; Pang et al. 2003, 4.2.1)."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.rewording.arpa import read_arpa, write_arpa
    from paralattice.rewording.coded_text import END, START, UNKNOWN, CodedText
    from paralattice.rewording.kneser_ney import train, train_language_model
    from paralattice.rewording.language_model import LanguageModel, State
else:
    load_at_first_use(__name__)

__all__ = [
    "END",
    "START",
    "UNKNOWN",
    "CodedText",
    "LanguageModel",
    "State",
    "read_arpa",
    "train",
    "train_language_model",
    "write_arpa",
]
