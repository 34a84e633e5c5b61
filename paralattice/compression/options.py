"""Options of compression."""

from attrs import frozen

from paralattice.compression.words import LANGUAGES
from paralattice.options import CheckedOptions, choice, flag, whole


@frozen
class CompressionOptions(CheckedOptions):
    """How one sentence is made of a cluster by a word graph.

    Attributes
    ----------
    shortest
        Minimum number of words of the sentence, without punctuation.
    tagged
        Whether parts of speech are used.  Otherwise no verb is required, and key phrases are runs of words
        that are no stop words.
    language
        Language of the stop words; the option --stop-words gives others.
    punctuation
        Whether punctuation marks are words of the graph; if not, they are left out.
    window
        Number of neighbouring words in which two words co-occur for TextRank; 0 for the whole sentence.
    """

    shortest: int = whole(8, least=1)
    tagged: bool = flag(True)
    language: str = choice("english", LANGUAGES)
    punctuation: bool = flag(True)
    window: int = whole(0, least=0)


@frozen
class OneOptions(CheckedOptions):
    """How version ``one`` tells a cluster in one sentence.

    Attributes
    ----------
    words
        Maximum number of words of the sentence, without punctuation.
    """

    words: int = whole(30, least=8)
