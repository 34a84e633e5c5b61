"""The small examples of Pang et al. 2003, section 3, with sentences of our own: Figures 5 and 6, keywords."""

from paralattice.formats.trees import read_tree
from paralattice.lattice import accepts, count_distinct, enumerate_sentences, extract_pairs, from_trees
from paralattice.lattice.options import PairOptions, PangOptions


def lattice_of(*brackets, **options):
    return from_trees([read_tree(text) for text in brackets], PangOptions(**options)).lattice


def sentences_of(lattice):
    return {" ".join(words) for words in enumerate_sentences(lattice, 1000)}


# Figure 5: the noun phrases have one rule down to their words, the verb phrases have different rules.
FIVE = (
    "(S (NP (CD 30) (NNS houses)) (VP (VBD were) (VP (VBN flooded))))",
    "(S (NP (CD thirty) (NNS homes)) (VP (VBD drowned)))",
)


def test_constituents_of_one_rule_are_merged_down_to_their_words():
    assert sentences_of(lattice_of(*FIVE)) == {
        f"{number} {noun} {verb}"
        for number in ("30", "thirty")
        for noun in ("houses", "homes")
        for verb in ("were flooded", "drowned")
    }


def test_what_was_merged_are_paraphrase_pairs():
    found = extract_pairs(lattice_of(*FIVE), PairOptions(composed=False)).pairs
    assert list(found) == [
        (("30",), ("thirty",)),
        (("drowned",), ("were", "flooded")),
        (("homes",), ("houses",)),
    ]


# The keyword check: who did it and to whom change places.
EXCHANGED = (
    "(S (NP (NNS people)) (VP (VBD were) (VP (VBN hurt) (PP (IN in) (NP (DT that) (NN battle))))))",
    "(S (NP (DT that) (NN battle)) (VP (VBD hurt) (NP (NNS people))))",
    "(S (NP (DT the) (NN fight)) (VP (VBD hurt) (NP (NNS people))))",
)


def test_a_keyword_under_another_constituent_refuses_the_merge_of_people_and_battle():
    plain = {"people were hurt in that battle", "that battle hurt people"}
    assert sentences_of(lattice_of(*EXCHANGED[:2])) == plain
    confused = sentences_of(lattice_of(*EXCHANGED[:2], keyword_check=False))
    assert "people hurt people" in confused
    assert "that battle were hurt in that battle" in confused


def test_one_shared_keyword_is_enough():
    changed = EXCHANGED[1].replace("people", "many")
    assert len(sentences_of(lattice_of(EXCHANGED[0], changed))) == 2


def test_a_refused_tree_is_an_alternative_into_which_later_ones_merge():
    lattice = lattice_of(*EXCHANGED, squeeze=False)
    assert accepts(lattice, ["the", "battle", "hurt", "people"])
    assert accepts(lattice, ["that", "fight", "hurt", "people"])
    assert accepts(lattice, ["people", "were", "hurt", "in", "that", "battle"])
    assert not accepts(lattice, ["people", "hurt", "people"])


def test_synonyms_cannot_refuse_a_merge():
    combat = EXCHANGED[1].replace("battle", "combat").replace("people", "crowds")
    assert "that combat were hurt in that battle" in sentences_of(lattice_of(EXCHANGED[0], combat))


# Figure 6: different trees over sentences that begin and end alike.
SIX = (
    "(S (NP (NNP Lisbon)) (VP (VBD fell) (PP (TO to) (NP (NN dust)))) (. .))",
    "(S (NP (NNP Lisbon)) (, ,) (VP (VBN shaken) (PP (TO to) (NP (NN rubble)))) (. .))",
    "(S (NP (NNP Lisbon)) (ADVP (RB now)) (VP (VBZ lies) (ADJP (JJ reduced)"
    " (PP (TO to) (NP (NN rubble))))) (. .))",
)


def test_squeezing_merges_what_equal_first_and_last_words_lead_to():
    before, after = lattice_of(*SIX, squeeze=False), lattice_of(*SIX)
    assert len([arc for arc in before.arcs if arc.label == "lisbon"]) == 3
    assert len([arc for arc in after.arcs if arc.label == "lisbon"]) == 1
    assert len([arc for arc in after.arcs if arc.label == "."]) == 1
    assert len(after.arcs) < len(before.arcs)


def test_squeezing_gives_pairs_that_merging_does_not():
    new = ((",", "shaken"), ("now", "lies", "reduced"))
    short = PairOptions(longest=3, composed=False)
    before, after = (
        extract_pairs(lattice_of(*SIX, squeeze=squeeze), short).pairs for squeeze in (False, True)
    )
    assert new in after
    assert new not in before


def test_squeezing_may_add_sentences_and_never_loses_one():
    before, after = lattice_of(*SIX, squeeze=False), lattice_of(*SIX)
    assert sentences_of(before) <= sentences_of(after)
    assert count_distinct(before, 1000) == 3
