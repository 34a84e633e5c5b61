"""Options of n-gram language models."""

from attrs import frozen

from paralattice.options import CheckedOptions, flag, whole


@frozen
class LanguageModelOptions(CheckedOptions):
    """How an n-gram model is trained, with interpolated Kneser-Ney smoothing.

    Attributes
    ----------
    order
        Length of the longest n-grams, in words.
    modified
        Whether each n-gram length has three discounts, for counts of 1, 2 and more (Chen & Goodman 1998),
        instead of one (Kneser & Ney 1995).
    least_count
        Minimum count of a word; rarer words become the unknown word.
    """

    order: int = whole(4, least=1, most=12)
    modified: bool = flag(False)
    least_count: int = whole(1, least=1)
