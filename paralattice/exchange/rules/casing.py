"""Rules of casing: capital letters and the beginning of the sentence."""

from paralattice.english.tables import word_class
from paralattice.english.words import NAMELESS, TITLES
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.rules.registry import WORDS, rule

_TITLES = (TITLES | NAMELESS) - word_class("nouns", "lone")


@rule("capitals", reads=WORDS, fault="a common word is all in capitals")
def shouts(made: Candidate, facts: Facts) -> bool:
    """Return whether a common word is all in capitals, as in headlines and first words.

    Refuses::

        LATE/JJ sailors/NNS left/VBD ; the/DT late/JJ ship/NN sank/VBD
        ONE/CD ship/NN left/VBD one/CD yard/NN

    Allows::

        NATO sailors left Norvik .
        They sent/VBD MAYDAY/NN calls/NNS
        The/DT POST/NNP is/VBZ no/DT post/NN
    """
    return any(
        len(token.word) > 2
        and token.word.isupper()
        and not facts.tag(token).startswith("NNP")
        and token.word.lower() in facts.small
        for token in made.tokens
    )


@rule("title", reads=WORDS, fault="a title has no name")
def has_open_title(made: Candidate, _: Facts) -> bool:
    """Return whether a title such as *Gov.* has no name.

    Refuses::

        The ship was named by Gov. and left .

    Allows::

        The ship was named by Gov. Berg and left .
    """
    words = [word for word in made.words[:-1] if word != "."]
    pairs = zip(words, [*words[1:], made.words[-1]], strict=True)
    return any(word.lower() in _TITLES and not after[:1].isupper() for word, after in pairs)


@rule("opening", reads=WORDS, fault="it begins with a figure")
def opens_with_figure(made: Candidate, _: Facts) -> bool:
    """Return whether its first word begins with a digit.

    Refuses::

        43 sailors left the harbour on Monday .
        43-year-old skipper Ida Orme left the harbour .

    Allows::

        Most of 43 sailors left the harbour on Monday .
    """
    return made.words[0][:1].isdigit()
