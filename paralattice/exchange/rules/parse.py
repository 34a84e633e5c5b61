"""Rules of the parse: the parser reads a candidate otherwise than planned."""

from collections.abc import Sequence

from paralattice.english.penn import CLAUSES
from paralattice.english.words import is_punctuation
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import UNPLANNED
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.rules.plans import is_equivalent, stretches
from paralattice.exchange.rules.registry import TREES, rule
from paralattice.syntax.nodes import Constituent, predicate_of, subject_of
from paralattice.syntax.sentence import ParsedSentence


@rule("whole", reads=TREES, fault="it is not a whole clause")
def is_fragment(parsed: Parsed, facts: Facts) -> bool:
    """Return whether it is no clause with a subject and a finite predicate, or adds a fragment.

    Refuses::

        1 The ferry hit a rock near Norvik .
        2 A small boat sank .
        = {2 exchange subject: A small boat} near Norvik .
        ~ (NP (NP (DT A) (JJ small) (NN boat)) (PP (IN near) (NP (NNP Norvik))) (. .))

        1 (FRAG (NP (DT The) (NN ferry)) (NP (DT a) (NN rock)) (. .))
        2 A small boat sank .
        = {2 exchange subject: A small boat} a rock .
        ~ (FRAG (NP (DT A) (JJ small) (NN boat)) (NP (DT a) (NN rock)) (. .))

        (FRAG (NP (DT The) (NN ferry)) (NP (DT a) (NN rock)) (. .))

        1 The ferry hit a rock near Norvik .
        2 A small boat sank .
        = {2 exchange subject: A small boat} near Norvik .
        ~ (S (NP (DT A) (JJ small) (NN boat)) (PP (IN near) (NP (NNP Norvik))) (. .))

        1 The ferry hit a rock .
        2 A small boat sank .
        = {2 exchange subject: A small boat} hit a rock .
        ~ (S (NP (DT A) (JJ small) (NN boat)) (VP (VBD hit) (FRAG (NP (DT a) (NN rock)))) (. .))

        1 (S (NP (DT A) (NN week)) (IN after) (S (NP (DT the) (NN ferry)) (VP (VBD sank))) (. .))
        2 A small boat sank .
        = A week after {2 exchange subject: a small boat} sank .
        ~ (S (NP (DT A) (NN week)) (IN after) (S (NP (DT a) (JJ small) (NN boat)) (VP (VBD sank))) (. .))

    Allows::

        1 The ferry hit a rock near Norvik .
        2 A small boat sank .
        = {2 exchange subject: A small boat} hit a rock near Norvik .

        1 The ferry hit a rock near Norvik .
        = The ferry hit a rock .
        ~ (FRAG (NP (DT The) (NN ferry)) (NP (NN hit)) (NP (DT a) (NN rock)) (. .))
    """
    frame = facts.cluster.sentences[parsed.candidate.frame]
    if _keeps_words(parsed.candidate) and _tells(frame.root):
        return False
    if not _is_clause(parsed.sentence) or not _tells(parsed.sentence.root):
        return True
    return _fragments(parsed.sentence) > _fragments(frame)


def _tells(node: Constituent) -> bool:
    """Return whether a node is a clause with a subject and a finite predicate, or joins such clauses."""
    if node.label in CLAUSES and subject_of(node) is not None and predicate_of(node) is not None:
        return True
    if node.label not in ("ROOT", *CLAUSES):
        return False
    labels = ["", *(child.label for child in node.children)]
    # *Only a week after the ferry sank.*
    return any(before != "IN" and _tells(child) for before, child in zip(labels, node.children, strict=False))


def _is_clause(sentence: ParsedSentence) -> bool:
    top = sentence.root
    while top.label == "ROOT" and top.children:
        top = top.children[0]
    return top.label in CLAUSES


def _fragments(sentence: ParsedSentence) -> int:
    return sum(node.label == "FRAG" for node in sentence.phrases)


def _keeps_words(candidate: Candidate) -> bool:
    """Return whether all words of a candidate come from its frame."""
    return candidate.sources == [candidate.frame]


def _exchanged_roots(planned: Sequence[int], read: Sequence[int]) -> set[int]:
    """Return what may govern a word whichever of two verbs, each below the other, is the root.

    In *The ferry sank, the crew said* the parser takes either verb.
    """
    if -1 not in planned:
        return set()
    one, other = planned.index(-1), read.index(-1)
    return {one, other, -1} if planned[other] == one and read[one] == other else set()


@rule("governors", reads=TREES, fault="a word has another governor than planned")
def changes_governor(parsed: Parsed, facts: Facts) -> bool:
    """Return whether more than ``strays`` words have another governor than planned.

    Refuses::

        1 Berg hit a rock near Norvik .
        2 (NP (NP (DT the) (NN ferry)) (PP (IN from) (NP (NNP Moss))))
        = {2 exchange subject: the ferry from Moss} hit a rock near Norvik .
        ~ (S (NP (DT the) (NN ferry)) (PP (IN from) (NP (NNP Moss))) (VP (VBD hit) (NP (DT a) (NN rock)) (PP
            (IN near) (NP (NNP Norvik)))) (. .))

        1 (S (NP (NNP Berg)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Norvik)))))
        2 Lie saw a cliff .
        = Berg hit {2 exchange object: a cliff} near Norvik
        ~ (S (NP (NNP Berg)) (VP (VBD hit) (NP (NP (DT a) (NN cliff)) (ADVP (RB near) (NNP Norvik)))))

    Allows::

        1 Berg hit a rock near Norvik .
        2 (NP (NP (DT the) (NN ferry)) (PP (IN from) (NP (NNP Moss))))
        = {2 exchange subject: the ferry from Moss} hit a rock near Norvik .

        1 (S (NP (NNP Berg)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Norvik)))))
        2 Ida Orme left .
        = {2 exchange subject: Ida Orme} hit a rock near Norvik
        ~ (S (NP (NNP Ida) (NNP Orme)) (VP (VBD hit) (NP (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP
            Norvik))))))

        1 (S (NP (NNP Berg)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Norvik)))))
        2 Lie saw a cliff .
        = Berg hit {2 exchange object: a cliff} near Norvik
        ~ (S (NP (NNP Berg)) (VP (VBD hit) (NP (NP (DT a) (NN cliff)) (PP (IN near) (NP (NNP Norvik))))))

        1 (S (S (NP (NNP Berg)) (VP (VBD sank))) (, ,) (NP (NNP Lie)) (VP (VBD said)))
        2 Ida Orme left .
        = {2 exchange subject: Ida Orme} sank , Lie said
        ~ (S (NP (NNP Ida) (NNP Orme)) (VP (VBD sank)) (PRN (, ,) (S (NP (NNP Lie)) (VP (VBD said)))))

        1 (S (NP (NNP Berg)) (VP (VBD saw) (NP (NNP Moss)) (, ,) (NP (DT a) (NN cliff))))
        2 (NP (NP (NNP Moss)) (, ,) (NP (DT a) (NN port)))
        = Berg saw {2 exchange object: Moss , a port} , a cliff
        ~ (S (NP (NNP Berg)) (VP (VBD saw) (NP (NNP Moss)) (, ,) (NP (DT a) (NN port)) (, ,) (NP (DT a) (NN
            cliff))))

        1 (S (NP (NNP Berg)) (VP (VBD told) (ADVP (RB then)) (NP (NNP Lie)) (S (VP (TO to) (VP (VB leave))))))
        = Berg told Lie to leave
        ~ (S (NP (NNP Berg)) (VP (VBD told) (NP (NP (NNP Lie)) (S (VP (TO to) (VP (VB leave)))))))
    """
    return len(unplanned_governors(parsed)) > facts.options.strays


def unplanned_governors(parsed: Parsed) -> list[int]:
    """Return the positions of words, not marks, whose governor is not the planned one.

    Differences within an unchanged stretch of a source do not count: its meaning is the same.
    """
    planned, read = parsed.candidate.governors, parsed.sentence.governors
    joints = stretches(parsed.candidate)
    found = []
    exchanged = _exchanged_roots(planned, read)
    for place, token in enumerate(parsed.candidate.tokens):
        pair = {planned[place], read[place]}
        if len(pair) == 1 or UNPLANNED in pair or pair <= exchanged or is_punctuation(token.word):
            continue
        involved = (place, *(other for other in (planned[place], read[place]) if other >= 0))
        whole = len(involved) == 3 and joints[min(involved)] == joints[max(involved)]
        if not whole and not is_equivalent(parsed, place):
            found.append(place)
    return found
