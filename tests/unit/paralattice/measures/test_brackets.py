from __future__ import annotations

import pytest

from paralattice.errors import ParseError
from paralattice.formats.trees import read_tree
from paralattice.measures.brackets import BracketScore, brackets, score_brackets
from paralattice.syntax.tree import flat_tree

GOLD = "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD left) (PP (IN at) (NP (NN dawn)))) (. .)))"


def score(gold, found, parsed=True):
    return score_brackets(read_tree(gold), read_tree(found), parsed)


def counts(score):
    return score.matched, score.found, score.gold


def test_a_tree_agrees_with_itself():
    result = score(GOLD, GOLD)
    assert counts(result) == (5, 5, 5)
    assert (result.precision, result.recall, result.f1) == (1, 1, 1)
    assert (result.exact_match, result.tag_accuracy) == (1, 1)


def test_a_bracket_with_another_label_or_span_is_wrong_on_both_sides():
    found = "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD left) (ADVP (IN at) (NN dawn))) (. .)))"
    result = score(GOLD, found)
    # ADVP for PP, and the NP inside is missing.
    assert counts(result) == (3, 4, 5)
    assert result.precision == 3 / 4
    assert result.recall == 3 / 5
    assert result.f1 == pytest.approx(2 / 3)
    assert result.exact == 0


@pytest.mark.parametrize("root", ["ROOT", "TOP", "S1", ""])
def test_the_root_is_no_bracket_whatever_it_is_called(root):
    assert score(GOLD.replace("ROOT", root), GOLD).exact == 1


def test_the_place_of_punctuation_does_not_matter():
    found = GOLD.replace(" (. .)))", "))").replace("(NN dawn))))", "(NN dawn) (. .))))")
    assert score(GOLD, found).exact == 1


def test_what_spans_punctuation_alone_is_no_bracket():
    gold = "(S (NP (PRP It)) (VP (VBD sank)) (PRN (: -)))"
    found = "(S (NP (PRP It)) (VP (VBD sank)) (: -))"
    assert score(gold, found).exact == 1


def test_round_brackets_and_hyphens_are_words():
    gold = "(NP (NN tug) (-LRB- -LRB-) (NN boat) (-RRB- -RRB-))"
    found = "(NP (NP (NN tug)) (NP (-LRB- -LRB-) (NN boat) (-RRB- -RRB-)))"
    assert counts(score(gold, found)) == (1, 3, 1)


def test_gold_tags_alone_say_what_is_punctuation():
    gold = "(S (NP (NNP Yahoo) (NNP !)) (VP (VBD grew)))"
    found = "(S (NP (NNP Yahoo)) (. !) (VP (VBD grew)))"
    result = score(gold, found)
    # The gold NP spans both words.
    assert counts(result) == (2, 3, 3)
    assert result.tag_accuracy == 2 / 3
    # In the other direction the position of the mark is unknown.
    assert score(found, gold).exact == 1


def test_particles_count_as_adverb_phrases():
    gold = "(VP (VB give) (PRT (RP up)))"
    assert score(gold, gold.replace("PRT", "ADVP")).exact == 1


def test_a_bracket_that_occurs_twice_counts_twice():
    gold = "(NP (NP (NP (NN smoke))))"
    assert counts(score(gold, "(NP (NN smoke))")) == (1, 1, 3)
    assert counts(score("(NP (NN smoke))", gold)) == (1, 3, 1)


def test_function_tags_indices_and_traces_have_no_part():
    gold = "( (S (NP-SBJ-1 (NNS Boats)) (VP (VBP seem) (S (NP (-NONE- *-1)) (VP (TO to) (VP (VB sink)))))))"
    found = "(ROOT (S (NP (NNS Boats)) (VP (VBP seem) (S (VP (TO to) (VP (VB sink)))))))"
    assert score(gold, found).exact == 1


def test_of_an_unparsed_sentence_all_gold_brackets_are_missed_and_the_tags_count():
    gold = read_tree("(ROOT (FRAG (NN smoke) (NN signal)))")
    stand_in = flat_tree(gold.words(), ("NN", "VB"))
    result = score_brackets(gold, stand_in, parsed=False)
    assert counts(result) == (0, 0, 1)
    assert (result.unparsed, result.exact, result.recall, result.tag_accuracy) == (1, 0, 0, 0.5)
    assert score_brackets(gold, stand_in).matched == 1


def test_a_sentence_without_brackets_on_either_side_is_an_exact_match():
    result = score("(ROOT (UH Hello))", "(ROOT (NN Hello))")
    assert (result.exact, result.f1, result.tag_accuracy) == (1, 1, 0)


def test_scores_are_added_before_they_are_divided():
    total = score(GOLD, GOLD) + score("(NP (NP (NN smoke)))", "(VP (NN smoke))")
    assert counts(total) == (5, 6, 7)
    assert total.f1 == 10 / 13
    assert total.exact_match == 0.5
    assert sum([total], BracketScore()) == total


def test_trees_of_other_words_are_refused():
    with pytest.raises(ParseError, match="'smoke' and 'fire'"):
        score("(NN smoke)", "(NN fire)")


@pytest.mark.parametrize("kept", [[True], [True] * 3])
def test_as_many_words_must_be_said_to_count_as_the_tree_has(kept):
    with pytest.raises(ValueError, match="words than"):
        brackets(read_tree("(NP (NN smoke) (NN signal))"), kept)


def test_a_tree_deeper_than_the_recursion_limit_is_scored():
    text = "(NP " * 20_000 + "(NN smoke)" + ")" * 20_000
    assert score(text, text).matched == 20_000


def test_the_counts_are_those_of_pyevalb_where_its_conventions_are_the_same():
    scorer = pytest.importorskip("PYEVALB.scorer", reason="PYEVALB is not installed")
    from PYEVALB.parser import create_from_bracket_string

    # It keeps punctuation and the root and counts no bracket twice, so none of these occur here.
    gold = "(S (NP (DT The) (NN ferry)) (VP (VBD left) (PP (IN at) (NP (NN dawn)))))"
    for found in (
        gold,
        "(S (NP (DT The) (NN ferry)) (VP (VBD left) (ADVP (IN at) (NN dawn))))",
        "(SINV (NP (DT The)) (VP (NN ferry) (VBD left) (PP (IN at) (NP (NN dawn)))))",
        "(FRAG (DT The) (NN ferry) (VB left) (IN at) (NN dawn))",
    ):
        theirs = scorer.Scorer().score_trees(*map(create_from_bracket_string, (gold, found)))
        ours = score(gold, found)
        assert counts(ours) == (theirs.matched_brackets, theirs.test_brackets, theirs.gold_brackets)
        assert (ours.tags, ours.words) == (theirs.correct_tags, theirs.words)
