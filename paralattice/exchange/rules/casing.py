"""Rules of casing: capital letters and the beginning of the sentence."""

from itertools import pairwise

from paralattice.english.tables import word_class
from paralattice.english.words import DEMONYMS, NAMELESS, TITLES
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import SourcedToken
from paralattice.exchange.rules.registry import WORDS, rule

_OPENERS = frozenset({"``", "“", '"', "'", "\u2018", ":"})
_TITLES = (TITLES | NAMELESS) - word_class("nouns", "lone")


@rule("case", reads=WORDS, fault="a word within the sentence has a capital letter")
def has_inner_capital(made: Candidate, facts: Facts) -> bool:
    """Return whether a capital letter is where running text has none.

    The first word of a source keeps its capital within a sentence only if it is a name: another word of the
    name follows, or the cluster capitalises it elsewhere.

    Refuses::

        1 Yesterday , the ferry sank .
        2 Tired sailors left .
        = Yesterday , {2 exchange subject: Tired sailors} sank .

        1 Yesterday , the skipper sank .
        2 Skipper Ida Orme left .
        = Yesterday , {2 exchange subject: Skipper Ida Orme} sank .

        1 Yesterday , they left .
        2 State/NNP media/NNS slept/VBD ./.
        = Yesterday , {2 exchange subject: State media} left .

        1 Yesterday , they left .
        2 Sea/NNP -/HYPH raiders/NNS slept/VBD ./.
        = Yesterday , {2 exchange subject: Sea - raiders} left .

    Allows::

        1 Yesterday , they left .
        2 Orme sank .
        = Yesterday , {2 exchange subject: Orme} left .

        1 Yesterday , they left .
        2 North Bay sank .
        = Yesterday , {2 exchange subject: North Bay} left .

        1 Yesterday , they left .
        2 Danish/JJ ships/NNS sank/VBD ./.
        = Yesterday , {2 exchange subject: Danish ships} left .

        1 She said : she left .
        2 Tired sailors left .
        = She said : {2 exchange subject: Tired sailors} left .

        Yesterday , the ferry sank .
    """
    return any(
        _is_first_word(token, facts) for before, token in pairwise(made.tokens) if before.word not in _OPENERS
    )


def _is_first_word(token: SourcedToken, facts: Facts) -> bool:
    """Return whether a token has a capital letter only because it began its sentence."""
    if token.position != 0 or token.sentence < 0 or not token.word.istitle() or len(token.word) < 2:
        return False
    if token.word in facts.capitalised or token.word.lower() in DEMONYMS:
        return False
    tags = facts.cluster.sentences[token.sentence].tags
    if (
        tags[0] == "NNP"
        and not tags[1].startswith(("NN", "HYPH"))
        and token.word.lower() not in facts.lower_case
    ):
        return False
    after = facts.texts[token.sentence][1:2]
    return not (after and after[0][:1].isupper()) or token.word.lower() in facts.lower_case


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
