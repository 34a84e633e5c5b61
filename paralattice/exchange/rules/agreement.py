"""Rules of agreement: number, tense, participles and articles."""

import re
from collections.abc import Sequence

from paralattice.english.inflection import key
from paralattice.english.penn import NOUNS
from paralattice.english.words import COLLECTIVES, DASHES, is_saying
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.rules.registry import TREES, rule
from paralattice.syntax.nodes import Constituent, core_phrase, predicate_of, subject_of
from paralattice.syntax.sentence import ParsedSentence

_CLASHING = {"NN": ("VBP", "were"), "NNS": ("VBZ", "was")}
"""Tags and forms of verbs that clash with the tag of a subject's head."""
_WITH_ARTICLES = frozenset({"subject", "object", "preposition's object"})
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")
"""The score of a game."""
_BARE = frozenset({*NOUNS, "JJ", "JJR", "JJS", "VBN", "VBG", "HYPH", "RB"})


@rule("number", reads=TREES, fault="a verb disagrees with its subject, or a title with the names after it")
def disagrees_in_number(parsed: Parsed, facts: Facts) -> bool:
    """Return whether a verb has not the number of its subject, or a title not that of the names after it.

    Refuses::

        The ferry were in the harbour .
        The ferries was in the harbour .
        The ferry has sunk and have burnt .

    Allows::

        The ferry was in the harbour .
        The crew were in the harbour .
        The ferry has sunk and has burnt .
    """
    sentence = parsed.sentence
    return any(_clashes(sentence, node, facts) for node in sentence.phrases) or any(
        _verbs_differ(sentence, node) for node in sentence.phrases if node.label == "VP"
    )


def _clashes(sentence: ParsedSentence, clause: Constituent, facts: Facts) -> bool:
    """Return whether a verb clashes with the head of its subject; names and groups clash with none."""
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None or any(_joins(node) for node in subject.phrases()):
        return False
    noun = sentence.words[subject.head]
    if noun.lower() in COLLECTIVES or noun in facts.capitalised or "of" in sentence.text(subject):
        return False
    verb = predicate.begin
    clashing = _CLASHING.get(sentence.tags[subject.head], ())
    return bool({sentence.tags[verb], sentence.words[verb].lower()}.intersection(clashing))


def _joins(node: Constituent) -> bool:
    return any(child.label in ("CC", "CONJP", ",") for child in node.children)


def _verbs_differ(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether joined predicates have verbs of different numbers: *has gone and have come*."""
    verbs = [child for child in node.children if child.label == "VP"]
    return len(verbs) > 1 and {"VBZ", "VBP"} <= {sentence.tags[verb.begin] for verb in verbs}


@rule(
    "headline", reads=TREES, fault="its main verb is in the present, and that of other sentences in the past"
)
def is_in_present(parsed: Parsed, facts: Facts) -> bool:
    """Return whether its main verb is in the present where the cluster's prose has it in the past.

    Refuses::

        1 Berg sinks the ship .
        2 Berg sank the ship on Friday .

    Allows::

        1 Berg sank the ship on Friday .
        2 Berg sinks the ship .

        1 Berg sinks the ship .
        2 Berg left the ship on Friday .

        1 Berg says the ship sank .
        2 Berg said the ship sank .
    """
    clause = parsed.sentence.main_clause
    predicate = predicate_of(clause) if clause is not None else None
    if predicate is None or parsed.sentence.tags[predicate.begin] not in ("VBZ", "VBP"):
        return False
    base = key(parsed.sentence.words[predicate.begin])
    return not is_saying(base) and base in facts.past


@rule("article", reads=TREES, fault="a noun has no article, as in headlines")
def lacks_article(parsed: Parsed, facts: Facts) -> bool:
    """Return whether a noun lacks the article that it has elsewhere in the cluster, as in headlines.

    A singular noun after other words of its phrase, or as a subject, needs an article if the cluster writes
    *a* before that noun; a name in the plural needs one if the cluster writes *the* before that name.

    Refuses::

        1 Old ferry hit a rock .
        2 An old ferry hit a rock .

        1 Berg beat weary Sharks .
        2 (S (NP (NNP Berg)) (VP (VBD met) (NP (DT the) (NNPS Sharks))) (. .))
        3 (S (NP (NNP Lie)) (VP (VBD left) (NP (DT the) (NNPS Sharks))) (. .))
        ~ (S (NP (NNP Berg)) (VP (VBD beat) (NP (JJ weary) (NNPS Sharks))) (. .))

        (S (NP (NNP Berg)) (VP (VBD led) (PP (IN with) (NP (CD 20-13) (NN win)))) (. .))

    Allows::

        1 An old ferry hit a rock .
        2 Old ferry hit a rock .

        1 Old fog hid a rock .
        2 An old ferry hit a rock .
    """
    sentence = parsed.sentence
    return any(
        _is_bare(sentence, node, facts)
        for node in sentence.phrases
        if node.label == "NP" and node.role in _WITH_ARTICLES and not _is_office(sentence, node)
    )


def _is_office(sentence: ParsedSentence, node: Constituent) -> bool:
    return node.begin > 0 and sentence.words[node.begin - 1].lower() == "as"


def _is_bare(sentence: ParsedSentence, node: Constituent, facts: Facts) -> bool:
    node = core_phrase(node)
    score = _score_length(sentence.words, node.begin)
    tags = sentence.tags[node.begin + score : node.head + 1]
    if not tags or _joins(node) or not _BARE.issuperset(tags):
        return False
    head = sentence.words[node.head]
    if tags[-1] == "NN":
        longer = score > 0 or len(tags) > 1 or node.role == "subject"
        # *A 20-13 win* is always counted.
        return longer and not tags[0].startswith("NNP") and (score > 0 or head.lower() in facts.counted)
    return tags[-1].startswith("NNP") and head in facts.definite_names


def _score_length(words: Sequence[str], place: int) -> int:
    """Return the number of tokens of the score that begins at a place: one or three; 0 if none does."""
    three = words[place : place + 3]
    if len(three) == 3 and three[1] in DASHES and three[0].isdigit() and three[2].isdigit():
        return 3
    return int(bool(_SCORE.fullmatch(words[place])))
