"""Rules of punctuation and signs: commas, full stops, dashes, percent."""

import re
from itertools import pairwise

from paralattice.english.tables import word_class
from paralattice.english.words import DASHES, is_punctuation
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.rules.registry import TREES, WORDS, rule
from paralattice.syntax.nodes import Constituent, predicate_of, subject_of
from paralattice.syntax.sentence import ParsedSentence

_SHORTENED = frozenset(state.rstrip(".").capitalize() for state in word_class("places", "shortened"))
_INITIALS = re.compile(r"[A-Z]\.[A-Z][a-z]?")
_HALF_DAY = re.compile(r" [ap] \. m (?!\.)")
"""*7 p . m ,*"""
_GLUED = re.compile(r"[A-Z][a-z]+\.[A-Z][a-z]+")
_SUFFIXES = word_class("nouns", "suffix")
_ASIDES = _SUFFIXES | {"and", "or", "but", "(", "-lrb-"}
"""Words that explain a single comma in a subject."""
_OPENING = ("PP", "SBAR", "ADVP", ",")


@rule("which", reads=WORDS, fault="a comma is missing between a name and *which*")
def defines_name(made: Candidate, facts: Facts) -> bool:
    """Return whether *which* follows a name directly: a name needs nothing that defines it.

    Refuses::

        The yard built the Aurora which sank .

    Allows::

        The yard built the Aurora , which sank .
        The yard built a ship which sank .
    """
    pairs = pairwise(made.tokens)
    return any(other.word == "which" and facts.tag(one).startswith("NNP") for one, other in pairs)


@rule("aside", reads=TREES, fault="a comma is unpaired")
def opens_aside(parsed: Parsed, _: Facts) -> bool:
    """Return whether an aside lacks one of its commas.

    None stands alone before *to do*.

    Refuses::

        (S (PP (IN In) (NP (NP (NNP Moss)) (, ,) (NP (NNP Norland)))) (NP (NNP Berg)) (VP (VBD sang)))
        (S (NP (PRP They)) (VP (VBD made) (NP (DT a) (NN plan)) (, ,) (S (VP (TO to) (VP (VB go))))) (. .))

    Allows::

        (S (PP (IN In) (NP (NP (NNP Moss)) (, ,) (NP (NNP Norland)))) (, ,) (NP (PRP she)) (VP (VBD sang)))
        They made a plan to go .
        (S (PP (IN As) (NP (NN captain))) (, ,) (VP (VB leave)))
        (S (NP (PRP They)) (VP (VBD left) (, ,) (S (VP (VBG going)))))
        (S (PP (IN In) (NP (NP (NNP Moss)) (, ,) (NP (DT a) (NN town)))) (NP (PRP she)) (VP (VBD sang)))
        (S (PP (IN In) (NP (NP (DT a) (NN town)) (, ,) (NP (NNP Moss)))) (NP (PRP she)) (VP (VBD sang)))
        (S (NP (NP (NNP Berg)) (, ,) (NP (NNP Jr.))) (VP (VBD left)))
    """
    sentence = parsed.sentence
    return any(
        is_loose(sentence, node) for node in sentence.phrases for is_loose in (_aims_loosely, _names_loosely)
    )


def _aims_loosely(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a single comma precedes *to do* within a phrase."""
    commas = [place for place, child in enumerate(node.children) if child.label == ","]
    if len(commas) != 1 or node.label not in ("NP", "VP") or commas[0] + 1 == len(node.children):
        return False
    after = node.children[commas[0] + 1]
    return after.label in ("S", "VP") and sentence.tags[after.begin] == "TO"


def _names_loosely(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a name after a name and a comma is missing after it: *in Moss, Norway she left*."""
    if [child.label for child in node.children] != ["NP", ",", "NP"] or node.end >= len(sentence.words):
        return False
    last = node.children[2]
    named = all(tag.startswith("NNP") for tag in sentence.tags[last.begin : last.end])
    after_name = sentence.tags[node.children[0].end - 1].startswith("NNP")
    ending = sentence.words[last.begin].lower() in _SUFFIXES
    return named and after_name and not ending and not is_punctuation(sentence.words[node.end])


@rule("comma", reads=TREES, fault="a single comma separates a subject from its verb")
def parts_subject(parsed: Parsed, _: Facts) -> bool:
    """Return whether a single comma parts a subject from its verb, or opens an aside that none closes.

    Refuses::

        The ferry from Norvik , sank .
        On Friday , the ferry from Norvik , sank .
        (S (NP (NP (NNP Berg)) (, ,) (NP (DT an) (NN aide))) (VP (VBD left)) (. .))
        (S (NP (NNP Berg)) (, ,) (NP (CD 31)) (, ,) (NP (DT an) (NN aide)) (VP (VBD left)) (. .))
        (S (ADVP (RB Now)) (, ,) (NP (NNP Berg)) (, ,) (NP (CD 31)) (, ,) (NP (DT a) (NN man)) (VP (VBD ran)))

    Allows::

        (S (NP (NNP Berg)) (, ,) (NP (CD 31)) (, ,) (VP (VBD left)) (. .))
        The ferry from Norvik sank .
        Berg , an aide , left .
        (S (NP (DT A) (JJ small) (, ,) (JJ old) (NN ship)) (VP (VBD left)) (. .))
        (S (NP (NP (NNP Berg)) (, ,) (NP (NNP Jr.))) (VP (VBD left)))
        On Friday , the ferry sank .
    """
    return any(_is_parted(parsed.sentence, node) for node in parsed.sentence.phrases)


def _is_parted(sentence: ParsedSentence, clause: Constituent) -> bool:
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None or predicate.begin == 0:
        return False
    # What opens the clause has its own comma, unless it is *Berg* of *Berg, an aide, left*.
    begin = next(child.begin for child in clause.children if child.label not in _OPENING)
    before = sentence.words[begin : predicate.begin]
    own = sentence.words[subject.begin : predicate.begin]
    opened = own[-1:] != (",",) and own.count(",") == 1 and _ASIDES.isdisjoint(word.lower() for word in own)
    # *Berg, 31, an aide left* lacks one, *a small, old ship left* does not.
    tags = " ".join(sentence.tags[begin : predicate.begin])
    aged = own[-1:] != (",",) and ", CD , DT" in tags
    opened &= "JJ , JJ" not in tags
    return opened or aged or (before[-1:] == (",",) and before.count(",") == 1)


@rule(
    "abbreviation", reads=WORDS, fault="an abbreviation lacks a full stop or a space, or an age its hyphens"
)
def lacks_stop(made: Candidate, _: Facts) -> bool:
    """Return whether an abbreviation such as *Fla.* has no full stop, which may end the sentence too.

    Nor has an age before a noun its hyphens in *the 31 year-old pilot*.

    Refuses::

        The ferry of Tampa , Fla on Friday sank .
        The ferry left Boone , N.C on Friday .
        The ferry of Boone , W.Va , sank .
        The ferry of Gov.Berg sank .
        The 31 year-old pilot left .
        The 31 year old pilot left .
        At 7 p . m , the pilot left .

    Allows::

        The ferry of Tampa , Fla. , sank on Friday .
        The ferry sank off Tampa , Fla .
        The pilot is 31 years old .
        The 31-year-old pilot left in 2009 .
    """
    aged = any(one.isdigit() and other in ("year", "year-old") for one, other in pairwise(made.words))
    cut = _HALF_DAY.search(" ".join(made.words)) is not None
    glued = any(map(_GLUED.fullmatch, made.words))
    open_ = (one for one, other in pairwise((*made.words, "")) if other != ".")
    return aged or cut or glued or any(one in _SHORTENED or _INITIALS.fullmatch(one) for one in open_)


@rule("label", reads=WORDS, fault="it has a label")
def has_label(made: Candidate, facts: Facts) -> bool:
    """Return whether its frame begins with a label and a colon, or a place that is glued to a dash.

    Refuses::

        Summary : A ferry sank on Friday .
        Lundvik- A ferry sank on Friday .

    Allows::

        A ferry sank : the Norvik .
        A blue - green ferry of the NFL sank on Friday .
        Around 4 : 30 a.m. the ferry sank .
    """
    words = facts.texts[made.frame]
    labelled = ":" in words[1:3] and not words[1][0].isdigit()
    return labelled or (len(words[0]) > 2 and words[0][-1] in DASHES)
