"""Rules of casing: capital letters and the beginning of the sentence."""

from itertools import chain, pairwise

from paralattice.english.tables import word_class
from paralattice.english.words import DEMONYMS, NAMELESS, TITLES
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import SourcedToken
from paralattice.exchange.rules.registry import WORDS, rule

_TITLES = (TITLES | NAMELESS) - word_class("nouns", "lone")


@rule("case", reads=WORDS, fault="a word within the sentence has a capital letter")
def has_inner_capital(made: Candidate, facts: Facts) -> bool:
    """Return whether the first word of a source, before a noun, keeps a capital but may be no name.

    A name, as in *Norvik ferries*, begins elsewhere too, as in *left Norvik* but not in *Vik State*.

    Refuses::

        1 Yesterday , they left .
        2 State/NNP media/NNS slept/VBD ./.
        3 They left Vik State .
        = Yesterday , {2 exchange subject: State media} left .

    Allows::

        1 Yesterday , they left .
        2 Norvik/NNP ferries/NNS sank/VBD in/IN Norvik/NNP ./.
        = Yesterday , {2 exchange subject: Norvik ferries} left .

        1 Yesterday , they left .
        2 Danish/NNP ships/NNS sank/VBD ./.
        = Yesterday , {2 exchange subject: Danish ships} left .

        1 Yesterday , they left .
        2 Orme sank .
        = Yesterday , {2 exchange subject: Orme} left .

        1 She said : she left .
        2 Sailors left .
        = She said : {2 exchange subject: Sailors} left .
    """
    return any(_may_be_small(token, facts) for token in made.tokens[1:])


def _may_be_small(token: SourcedToken, facts: Facts) -> bool:
    """Return whether a token is a first word before a noun, with a capital, and begins no name elsewhere."""
    if token.sentence < 0 or not token.word.istitle() or token.word.lower() in DEMONYMS:
        return False
    sentence, place = facts.cluster.sentences[token.sentence], token.position
    opens = not any(map(str.isalnum, "".join(sentence.written[:place])))
    if not opens or sentence.tags[place : place + 2] not in (("NNP", "NN"), ("NNP", "NNS")):
        return False
    pairs = chain.from_iterable(map(pairwise, facts.texts))
    return not any(token.word == word and before.islower() for before, word in pairs)


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
