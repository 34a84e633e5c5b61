"""Corrections of faults that a language model finds."""

import pytest

from paralattice.exchange.corrections import Correction, Corrector, corrections
from support.parsed_clusters import parsed_cluster

BARE = (
    "(ROOT (S (NP (NNP Berg)) (VP (VBD won) (PP (IN with) (NP (JJ late) (NN goal))) (PP (IN on) (NP (NNP"
    " Friday)))) (. .)))"
)


def proposed(brackets: str, kind: str = "") -> list[Correction]:
    (sentence,) = parsed_cluster(brackets).sentences
    return [correction for correction in corrections(sentence) if kind in ("", correction.kind)]


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("(NP (JJ late) (NN goal))", [("the",), ("a",)]),
        ("(NP (JJ early) (NN goal))", [("the",), ("an",)]),
        ("(NP (DT a) (JJ late) (NN goal))", []),
        ("(NP (NNS Reds))", [("the",)]),
        ("(NP (NNS goals))", []),
        ("(NP (NN police))", []),
        ("(NP (NNP Ida) (NNP Berg))", []),
    ],
)
def test_articles_are_proposed_before_bare_phrases(phrase, words):
    brackets = f"(ROOT (S (NP (NNP Berg)) (VP (VBD won) (PP (IN with) {phrase})) (. .)))"
    assert [correction.words for correction in proposed(brackets, "article")] == words


@pytest.mark.parametrize(
    ("rest", "count"),
    [
        ("(, ,) (S (VP (TO to) (VP (VB leave))))", 1),
        ("(, ,) (PP (IN after) (NP (NNP Friday)))", 1),
        ("(, ,) (PP (IN near) (NP (NNP Lundvik)))", 0),
        ("(PP (IN after) (NP (NNP Friday)))", 0),
    ],
)
def test_a_lone_comma_may_go_before_an_aim_or_a_time(rest, count):
    brackets = f"(ROOT (S (NP (NNP Berg)) (VP (VBD sold) (NP (DT a) (NN ship)) {rest})))"
    assert len(proposed(brackets, "comma")) == count


def test_a_comma_may_go_before_and_with_a_second_predicate():
    brackets = "(ROOT (S (NP (NNP Berg)) (VP (VP (VBD stopped)) (, ,) (CC and) (VP (VBD left)))))"
    assert proposed(brackets, "comma") == [Correction("comma", 2, 3, ())]


@pytest.mark.parametrize(
    ("subject", "predicate", "kinds"),
    [
        ("(NNP Berg)", "(VBN accused) (PP (IN in) (S (VP (VBG lying))))", {"gerund"}),
        ("(NNP Berg)", "(VBN arrived) (PP (IN in) (NP (NNP Lundvik)))", {"preposition"}),
        ("(NP (NN ships)) (PP (IN in) (NP (NNP Lundvik)))", "(VBD sank)", set()),
    ],
)
def test_prepositions_are_tried_directly_after_verbs_alone(subject, predicate, kinds):
    found = proposed(f"(ROOT (S (NP {subject}) (VP {predicate})))")
    assert {correction.kind for correction in found} - {"article"} == kinds
    assert {correction.words for correction in found if correction.kind in kinds} >= {
        (word,) for word in ("of", "at") if kinds
    }


def test_a_verb_may_get_the_other_number():
    brackets = "(ROOT (S (NP (NNS ships)) (VP (VBZ is) (VP (VBG waiting)))))"
    assert proposed(brackets, "number") == [Correction("number", 1, 2, ("are",))]


@pytest.mark.parametrize(("verb", "tag", "past"), [("ram", "VBP", ["rammed"]), ("rammed", "VBD", [])])
def test_a_main_verb_in_the_present_may_get_the_past_tense(verb, tag, past):
    brackets = f"(ROOT (S (NP (NNS thieves)) (VP ({tag} {verb}) (NP (DT a) (NN shop)))))"
    words = [word for correction in proposed(brackets, "tense") for word in correction.words]
    assert words == past


def score_by(gain: float, asked: list | None = None):
    """Return a scorer to which a sentence with *a late goal* is more probable by so much."""

    def score(texts):
        if asked is not None:
            asked.append(texts)
        return [[*([-2.0] * (len(text) - 1)), -2.0 + gain * ("a" in text)] for text in texts]

    return score


@pytest.mark.parametrize(("gain", "kind"), [(5.0, ""), (7.0, "article")])
def test_a_sentence_needs_a_correction_that_makes_it_far_more_probable(gain, kind):
    (sentence,) = parsed_cluster(BARE).sentences
    # The article itself costs two nats.
    assert Corrector(score_by(gain)).needed([sentence]) == [kind]


def test_a_place_is_asked_for_once():
    asked: list = []
    (sentence,) = parsed_cluster(BARE).sentences
    corrector = Corrector(score_by(7.0, asked))
    assert corrector.needed([sentence, sentence]) == ["article", "article"]
    before = sum(map(len, asked))
    assert corrector.needed([sentence]) == ["article"]
    assert sum(map(len, asked)) == before


def test_words_far_behind_a_correction_are_not_scored():
    asked: list = []
    tail = " ".join("(PP (IN near) (NP (NNP Lundvik)))" for _ in range(9))
    (sentence,) = parsed_cluster(f"(ROOT (S (NP (NNP Berg)) (VP (VBD won) (NP (NN game)) {tail})))").sentences
    Corrector(score_by(0, asked)).needed([sentence])
    assert max(len(text) for texts in asked for text in texts) < len(sentence.words)


def test_nothing_is_scored_behind_a_correction_whose_first_word_is_improbable():
    asked: list = []
    (sentence,) = parsed_cluster(BARE).sentences

    def score(texts):
        asked.extend(texts)
        return [[-9.0 if word in ("a", "the") else -2.0 for word in text] for text in texts]

    assert Corrector(score).needed([sentence]) == [""]
    assert {text[3:] for text in asked if text[:3] == ("Berg", "won", "with")} >= {
        ("a",),
        ("the",),
        ("late",),
    }
    assert not any(text[3:5] in (("a", "late"), ("the", "late")) for text in asked)
