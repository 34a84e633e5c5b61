"""Rules of limits: the distance from the sources, the length, and quotations that stay as they are."""

from collections import Counter
from itertools import chain

from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.rules.registry import WORDS, rule

_PAIRS = (("(", ")"), ("[", "]"), ("``", "''"), ("“", "”"), ("-LRB-", "-RRB-"))
_MARKS = frozenset({"'", *chain.from_iterable(_PAIRS)})


@rule("distance", reads=WORDS, fault="it is too similar to a sentence of the cluster")
def is_near(made: Candidate, facts: Facts) -> bool:
    """Return whether a sentence of the cluster is within a few edits.

    Refuses::

        1 The old ferry sank in the bay at night .
        2 The new ferry left .
        = {2 exchange subject: The new ferry} sank in the bay at night .

    Allows::

        1 The old ferry sank in the bay at night .
        2 Three fishing boats of a small yard left .
        = {2 exchange subject: Three fishing boats of a small yard} sank in the bay at night .
    """
    return facts.distance(made.lowered) < facts.options.distance


@rule("length", reads=WORDS, fault="it is too short")
def is_short(made: Candidate, facts: Facts) -> bool:
    """Return whether it has too few words.

    Refuses::

        The ferry sank .

    Allows::

        The ferry sank in the bay .
    """
    return len(made.tokens) < facts.options.shortest


@rule("balance", reads=WORDS, fault="quotation marks or brackets are not in pairs")
def is_unbalanced(made: Candidate, facts: Facts) -> bool:
    """Return whether a quotation mark or bracket has no partner; a possessive apostrophe is no mark.

    Refuses::

        Berg said : " The ferry sank .
        Berg said : `` The ferry sank .
        Berg said : “ The ferry sank .
        Berg ( a pilot left the ferry .
        She saw a ship/NN '/'' sink/VB .
        She saw the 'Sea Bird sink .

    Allows::

        Berg said : " The ferry sank . "
        Berg said : “ The ferry sank . ”
        The/DT sailors/NNS '/POS ship/NN sank/VBD ./.
        She saw the/DT 'Sea/NNP Bird'/NNP sink/VB .
    """
    marks = (token for token in made.tokens if token.word in _MARKS and facts.tag(token) != "POS")
    counts = Counter(token.word for token in marks)
    glued = "".join(made.words).count('"')
    # *'Deep Throat* opens a quotation too.
    opened = sum(word[0] == "'" and word[1:2].isupper() for word in made.words)
    closed = sum(word[0] != "'" and word[-1] == "'" for word in made.words)
    odd = glued % 2 == 1 or counts["'"] % 2 == 1 or opened > closed
    return odd or any(counts[opening] != counts[closing] for opening, closing in _PAIRS)


@rule("quotation", reads=WORDS, fault="a quotation was changed")
def changes_quotation(made: Candidate, facts: Facts) -> bool:
    """Return whether an edit begins or ends within a quotation.

    Refuses::

        1 He said `` the ferry sank '' .
        2 A ship left .
        = He said `` {2 exchange subject: a ship} sank '' .

        1 He said , "Many say the ferry sank . "
        2 A ship left .
        = He said , "Many say {2 exchange subject: a ship} sank . "

    Allows::

        1 He said `` the ferry sank '' .
        2 The captain left .
        = {2 exchange subject: The captain} said `` the ferry sank '' .
    """
    marks = facts.quoted[made.frame]
    edits = (edit for operation in made.operations for edit in operation.edits)
    limits = (limit for edit in edits for limit in (edit.begin, edit.end))
    return any(0 < limit < len(marks) and marks[limit - 1] and marks[limit] for limit in limits)
