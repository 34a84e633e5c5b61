"""Constituents with heads, roles and governors."""

import pytest

from paralattice.formats.trees import read_tree
from paralattice.syntax.nodes import content_phrase, is_finite, maximal, predicate_of, subject_of
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence
from support.parsed_clusters import AURORA


def sentence(brackets: str) -> ParsedSentence:
    return ParsedSentence.of_tree(0, read_tree(brackets))


def roles(made: ParsedSentence) -> dict[str, str]:
    return {" ".join(made.text(node)): node.role for node in made.root.phrases() if node.role}


def test_a_main_clause_has_a_subject_a_predicate_an_object_and_adjuncts():
    found = roles(sentence(AURORA[0]))
    assert found["The ferry Aurora"] == "subject"
    assert found["a rock"] == "object"
    assert found["near Lundvik"] == found["on Friday"] == "adjunct"
    assert found["Lundvik"] == "preposition's object"


def test_an_aside_after_a_comma_is_an_appositive_of_the_noun_before_it():
    assert roles(sentence(AURORA[1]))["a small ship of 1962"] == "appositive"


def test_what_is_said_is_a_complement_and_no_adjunct():
    assert roles(sentence(AURORA[3]))["that the tired crew waited for help"] == "complement"


def test_every_word_is_governed_by_the_head_of_the_phrase_that_it_belongs_to():
    made = sentence(AURORA[0])
    governed = {
        word: made.words[governor] if governor >= 0 else None
        for word, governor in zip(made.words, made.governors, strict=True)
    }
    assert governed["hit"] is None
    assert governed["Aurora"] == governed["rock"] == governed["near"] == "hit"
    assert governed["ferry"] == "Aurora"
    assert governed["Lundvik"] == "near"


def test_the_verb_with_the_content_heads_a_predicate_with_auxiliaries():
    made = sentence("(ROOT (S (NP (NNP Aurora)) (VP (VBZ has) (VP (VBN been) (VP (VBN towed)))) (. .)))")
    clause = made.main_clause
    assert clause is not None
    predicate = predicate_of(clause)
    assert predicate is not None
    assert made.words[predicate.head] == "towed"
    assert made.text(content_phrase(predicate)) == ("towed",)
    assert is_finite(predicate)


def test_the_owner_does_not_head_what_is_owned():
    made = sentence("(ROOT (S (NP (NP (NNP Aurora) (POS 's)) (NN crew)) (VP (VBD left)) (. .)))")
    clause = made.main_clause
    assert clause is not None
    subject = subject_of(clause)
    assert subject is not None
    assert made.words[subject.head] == "crew"
    assert roles(made)["Aurora 's"] == "possessive"


def test_a_time_is_told_from_a_thing_that_happens_at_a_time():
    made = sentence(
        "(ROOT (S (NP (DT The) (NNP Friday) (NN ferry)) (VP (VBD left) (NP (JJ last) (NNP Friday) (NN"
        " morning)) (PP (IN before) (NP (NNP Christmas)))) (. .)))"
    )
    times = [
        made.text(node)
        for node in made.root.phrases()
        if node.label == "NP" and is_time_phrase(node, made.words)
    ]
    assert times == [("last", "Friday", "morning"), ("Christmas",)]


def test_headlines_are_no_prose_and_two_sentences_are_not_plain():
    assert sentence(AURORA[0]).is_prose
    assert not sentence("(ROOT (S (NP (NN Ferry)) (VP (VBZ hits) (NP (NN rock)))))").is_prose
    two = sentence(
        "(ROOT (S (NP (NNP Aurora)) (VP (VBD sank)) (. .) (NP (DT The) (NN crew)) (VP (VBD left)) (. .)))"
    )
    assert not two.is_plain
    assert not sentence("(ROOT (S (NP (NNP Aurora)) (VP (VBD sank)) (. .) (. .) (. .)))").is_plain
    assert sentence(AURORA[0]).is_plain


@pytest.mark.parametrize(
    ("end", "start", "plain"),
    [
        ("(NN storm.)", "(NNP Berg)", False),
        ("(NNP Calif.)", "(RB Apart)", False),
        ("(NNP Const.)", "(NNP Berg)", True),
        ("(NN a.m.)", "(NNP Friday)", True),
        ("(CC vs.)", "(NNP Norvik)", True),
        ("(-LRB- [)", "(NNP Norvik)", False),
    ],
)
def test_a_stop_that_ends_a_word_may_end_a_sentence(end, start, plain):
    found = sentence(f"(ROOT (S (NP (NNP Aurora)) (VP (VBD left) (NP {end}) (NP {start})) (. .)))")
    assert found.is_plain == plain


def test_the_largest_noun_phrase_of_a_head_includes_what_follows_it():
    made = sentence(AURORA[1])
    inner = next(node for node in made.root.phrases() if made.text(node) == ("Aurora",))
    assert made.text(maximal(inner)) == ("Aurora", ",", "a", "small", "ship", "of", "1962", ",")


@pytest.mark.parametrize(("noun", "timed"), [("day", True), ("harbour", False)])
def test_later_in_the_day_is_a_time(noun, timed):
    made = sentence(
        "(ROOT (S (NP (PRP It)) (VP (VBD sank) (ADVP (RBR later) (PP (IN in) (NP (DT the)"
        f" (NN {noun}))))) (. .)))"
    )
    [adverb] = [node for node in made.phrases if node.label == "ADVP"]
    assert is_time_phrase(adverb, made.words) == timed


@pytest.mark.parametrize(("verb", "timed"), [("stopped", False), ("left", True)])
def test_whom_one_stops_by_is_no_time(verb, timed):
    made = sentence(f"(ROOT (S (NP (PRP She)) (VP (VBD {verb}) (PP (IN by) (NP (NNP Friday)))) (. .)))")
    [phrase] = [node for node in made.phrases if node.label == "PP"]
    assert is_time_phrase(phrase, made.words) == timed
