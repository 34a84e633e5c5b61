"""N-gram language models (Kneser & Ney 1995; Pang et al. 2003, 4.2.1)."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.ngrams.arpa import read_arpa as read_arpa
    from paralattice.ngrams.arpa import write_arpa as write_arpa
    from paralattice.ngrams.coded_text import CodedText as CodedText
    from paralattice.ngrams.kneser_ney import train_language_model as train_language_model
    from paralattice.ngrams.kneser_ney import train_n_grams as train_n_grams
    from paralattice.ngrams.language_model import LanguageModel as LanguageModel
else:
    load_at_first_use(__name__)
