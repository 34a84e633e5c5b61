"""Each of chunklink's rules on a tree of our own."""

import pytest

from paralattice.corpus import Token
from paralattice.errors import ChunkError
from paralattice.formats.trees import read_tree
from paralattice.syntax.chunking import chunk
from paralattice.syntax.tree import Tree, flat_tree


def chunks(brackets):
    return [token.iob for token in chunk(read_tree(brackets)).tokens]


def chains(brackets):
    return ["/".join(token.chain) for token in chunk(read_tree(brackets)).tokens]


class TestChains:
    def test_a_chain_has_an_element_for_each_constituent_from_the_outermost(self):
        assert chains("(S (NP (PRP She)) (VP (VBD wrote) (NP (NNS letters))))") == [
            "B-S/B-NP",
            "I-S/B-VP",
            "I-S/I-VP/B-NP",
        ]

    def test_only_the_first_word_of_a_constituent_begins_it(self):
        assert chains("(NP (NP (DT the) (NN end)) (PP (IN of) (NP (NN day))))") == [
            "B-NP/B-NP",
            "I-NP/I-NP",
            "I-NP/B-PP",
            "I-NP/I-PP/B-NP",
        ]

    def test_a_chain_keeps_the_wh_that_the_chunk_loses(self):
        (token,) = chunk(read_tree("(SBAR (WHADVP (WRB where)))")).tokens
        assert token == Token("where", "WRB", "B-ADVP", ("B-SBAR", "B-WHADVP"))

    @pytest.mark.parametrize("top", ["(ROOT {})", "( {} )", "{}", "(S1 {})", "(TOP {})", "( ( {} ) )"])
    def test_the_root_is_no_constituent_whatever_its_name(self, top):
        tree = "(S (NP (DT no) (NN one)) (VP (VBD came)) (. .))"
        assert chains(top.format(tree)) == ["B-S/B-NP", "I-S/I-NP", "I-S/B-VP", "I-S"]
        assert chunks(top.format(tree)) == ["B-NP", "I-NP", "B-VP", "O"]

    def test_the_name_of_a_root_counts_below_the_top(self):
        assert chains("(FRAG (TOP (NN lid)))") == ["B-FRAG/B-TOP"]

    def test_a_word_may_be_tagged_like_a_root(self):
        assert chunk(read_tree("(TOP lid)")).tokens == (Token("lid", "TOP", "O", ()),)

    @pytest.mark.parametrize("tree", ["(ROOT (UH Hello))", "(UH Hello)", "( (UH Hello) )", "(X (UH Hello))"])
    def test_a_word_below_no_constituent_has_no_chunk_and_an_empty_chain(self, tree):
        assert chunk(read_tree(tree)).tokens == (Token("Hello", "UH", "O", ()),)

    def test_a_tree_that_says_nothing_gives_its_words_no_chunk(self):
        tokens = chunk(flat_tree(("so", "what"))).tokens
        assert tokens == (Token("so", "XX", "O", ("B-FRAG",)), Token("what", "XX", "O", ("I-FRAG",)))

    def test_a_very_deep_tree_has_as_long_a_chain(self):
        tree = Tree("NN", word="end")
        for _ in range(5000):
            tree = Tree("NP", (tree,))
        (token,) = chunk(tree).tokens
        assert token.chain == ("B-NP",) * 5000
        assert token.iob == "B-NP"

    def test_a_tree_without_words_is_refused(self):
        with pytest.raises(ChunkError, match="no word"):
            chunk(Tree("S"))


class TestSplicedEverywhere:
    @pytest.mark.parametrize("label", ["NAC", "NX", "QP", "X"])
    def test_the_label_is_left_out_and_its_words_belong_to_the_parent(self, label):
        tree = f"(NP (DT the) ({label} (JJ old) (NN stone)) (NN wall))"
        assert chains(tree) == ["B-NP", "I-NP", "I-NP", "I-NP"]
        assert chunks(tree) == ["B-NP", "I-NP", "I-NP", "I-NP"]

    def test_what_is_lifted_is_judged_by_the_new_parent(self):
        tree = "(NP (NX (ADJP (RB very) (JJ old)) (NN wall)) (CC or) (NX (NN tower)))"
        assert chains(tree) == ["B-NP", *["I-NP"] * 4]

    def test_the_words_of_a_lifted_constituent_head_the_parent_only_if_their_tags_do(self):
        assert chunks("(PP (IN of) (QP (RB about) (CD ten)))") == ["B-PP", "I-PP", "O"]


class TestModifiersBeforeTheHead:
    @pytest.mark.parametrize(
        ("parent", "child"), [("NP", "ADJP"), ("NP", "UCP"), ("WHNP", "WHADJP"), ("ADJP", "ADVP")]
    )
    def test_they_are_spliced_out_of_their_parent(self, parent, child):
        assert chains(f"({parent} ({child} (RB quite) (JJ new)) (JJ red))") == [
            f"B-{parent}",
            *[f"I-{parent}"] * 2,
        ]

    @pytest.mark.parametrize("child", ["ADJP", "UCP"])
    def test_they_are_spliced_after_words_that_could_be_the_head(self, child):
        assert chains(f"(NP (DT a) (NN sort) ({child} (JJ new)))") == ["B-NP", "I-NP", "I-NP"]

    @pytest.mark.parametrize(
        ("parent", "child"), [("NP", "ADJP"), ("NP", "UCP"), ("WHNP", "WHADJP"), ("ADJP", "ADVP")]
    )
    def test_they_stay_after_a_phrase_that_could_be_the_head(self, parent, child):
        tree = f"({parent} ({parent} (JJ red)) ({child} (JJ new)))"
        assert chains(tree) == [f"B-{parent}/B-{parent}", f"I-{parent}/B-{child}"]

    def test_they_are_spliced_after_a_phrase_that_could_not_be_the_head(self):
        assert chains("(NP (PRN (, ,)) (ADJP (JJ new)) (NN roof))") == ["B-NP/B-PRN", "I-NP", "I-NP"]

    def test_an_adjective_phrase_stays_after_a_possessor(self):
        tree = "(NP (NP (NNP Ann) (POS 's)) (ADJP (RBS most) (JJ recent)) (NN book))"
        assert chains(tree)[2:] == ["I-NP/B-ADJP", "I-NP/I-ADJP", "I-NP"]
        assert chunks(tree) == ["B-NP", "B-NP", "B-ADJP", "I-ADJP", "B-NP"]

    def test_an_adverb_phrase_lifted_into_a_noun_phrase_stays(self):
        tree = "(NP (DT a) (ADJP (ADVP (RB much) (RBR more)) (JJ careful)) (NN look))"
        assert chains(tree) == ["B-NP", "I-NP/B-ADVP", "I-NP/I-ADVP", "I-NP", "I-NP"]

    def test_an_adjective_phrase_in_a_verb_phrase_stays(self):
        assert chains("(VP (VBD was) (ADJP (JJ late)))") == ["B-VP", "I-VP/B-ADJP"]


class TestVerbGroups:
    @pytest.mark.parametrize(
        ("before", "words"),
        [
            ("(MD will)", 1),
            ("(TO to)", 1),
            ("(VBZ has) (RB not)", 2),
            ("(VBD was) (ADVP (RB soon))", 2),
            ("(ADVP (RB soon))", 1),
            ("(VBD was) (ADVP (IN at) (JJS least))", 3),
        ],
    )
    def test_a_verb_phrase_after_verbs_and_adverbs_is_spliced(self, before, words):
        tree = f"(VP {before} (VP (VB stay)))"
        assert chains(tree) == ["B-VP", *["I-VP"] * words]
        assert chunks(tree) == ["B-VP", *["I-VP"] * words]

    @pytest.mark.parametrize(
        "before",
        ["(VBD was) (NP (PRP it))", "(VBD was) (CC or)", "(TO to) (`` ``)", "(PP (IN of))", "(VB go) (, ,)"],
    )
    def test_a_verb_phrase_after_anything_else_stays(self, before):
        assert chains(f"(VP {before} (VP (VB stay)))")[-1] == "I-VP/B-VP"

    def test_coordinated_verb_phrases_stay(self):
        tree = "(VP (VP (VBD came)) (CC and) (VP (VBD went)))"
        assert chains(tree) == ["B-VP/B-VP", "I-VP", "I-VP/B-VP"]
        assert chunks(tree) == ["B-VP", "O", "B-VP"]

    def test_the_first_of_coordinated_verb_phrases_joins_the_auxiliary_verb(self):
        tree = "(VP (MD may) (VP (VP (VB come)) (CC and) (VP (VB go))))"
        assert chains(tree) == ["B-VP", "I-VP", "I-VP", "I-VP/B-VP"]

    def test_an_adverb_phrase_before_the_last_verb_is_spliced(self):
        tree = "(VP (ADVP (RB often)) (VBD had) (ADVP (RB just) (RB then)) (VP (VBN left) (ADVP (RB early))))"
        assert chains(tree) == ["B-VP", *["I-VP"] * 4, "I-VP/B-ADVP"]
        assert chunks(tree) == ["B-VP", *["I-VP"] * 4, "B-ADVP"]

    def test_what_an_adverb_phrase_held_is_lifted_as_it_is(self):
        tree = "(VP (VBD had) (ADVP (ADVP (RB then)) (PP (IN by) (NP (NN luck)))) (VP (VBN left)))"
        assert chains(tree) == ["B-VP", "I-VP/B-ADVP", "I-VP/B-PP", "I-VP/I-PP/B-NP", "I-VP"]

    def test_an_adverb_phrase_stays_where_no_verb_follows_in_the_same_constituent(self):
        assert chains("(VP (VBD came) (CC and) (ADVP (RB then)) (VP (VBD left)))") == [
            "B-VP",
            "I-VP",
            "I-VP/B-ADVP",
            "I-VP/B-VP",
        ]


class TestChunksAndTheirHeads:
    def test_words_up_to_the_last_that_may_head_the_phrase_are_its_chunk(self):
        assert chunks("(NP (DT the) (JJ red) (CC and) (JJ blue) (NNS flags) ('' ''))") == [
            "B-NP",
            *["I-NP"] * 4,
            "O",
        ]

    def test_the_last_word_wins_over_a_phrase(self):
        assert chunks("(NP (NP (NNS owls)) (CC and) (RB also) (NP (NNS bats)))") == [
            "B-NP",
            "B-NP",
            "I-NP",
            "B-NP",
        ]

    @pytest.mark.parametrize(
        ("tree", "expected"),
        [
            ("(ADJP (RB very) (JJ big))", ["B-ADJP", "I-ADJP"]),
            ("(ADJP (JJ aged) (CD nine))", ["B-ADJP", "O"]),
            ("(ADVP (RB up) (CC and) (RB down))", ["B-ADVP", "I-ADVP", "I-ADVP"]),
            ("(ADVP (WRB where))", ["O"]),
            ("(CONJP (RB as) (RB well) (IN as))", ["B-CONJP", "I-CONJP", "I-CONJP"]),
            ("(INTJ (UH oh) (UH dear) (. !))", ["B-INTJ", "I-INTJ", "O"]),
            ("(LST (LS 1) (: .))", ["B-LST", "I-LST"]),
            ("(NP (LS a) (NP (NN one)))", ["O", "B-NP"]),
            ("(PP (JJ such) (IN as) (NP (NNS figs)))", ["B-PP", "I-PP", "B-NP"]),
            ("(PP (NN board) (NP (DT the) (NN ship)))", ["O", "B-NP", "I-NP"]),
            ("(PP (VBG concerning) (NP (PRP us)))", ["B-PP", "B-NP"]),
            ("(PP (TO to) (NP (PRP us)))", ["B-PP", "B-NP"]),
            ("(PRT (RP up))", ["B-PRT"]),
            ("(SBAR (RB even) (IN if) (S (NP (PRP we))))", ["B-SBAR", "I-SBAR", "B-NP"]),
            ("(SBAR (IN in) (NN order) (IN that))", ["B-SBAR", "I-SBAR", "I-SBAR"]),
            ("(SBAR (RB even) (WRB when))", ["O", "O"]),
            ("(UCP (JJ local) (CC and) (NN state))", ["B-UCP", "I-UCP", "I-UCP"]),
            ("(VP (VBZ is) (RB n't) (NP (DT a) (NN joke)))", ["B-VP", "O", "B-NP", "I-NP"]),
            ("(VP (JJ due) (PP (IN to) (NP (NN rain))))", ["B-VP", "B-PP", "B-NP"]),
            ("(WHADVP (WRB how) (RB often))", ["B-ADVP", "I-ADVP"]),
            ("(WHADVP (WRB how) (JJ big))", ["B-ADVP", "O"]),
            ("(WHADJP (WRB how) (JJ big))", ["B-ADJP", "I-ADJP"]),
            ("(WHNP (WDT which) (NNS roads))", ["B-NP", "I-NP"]),
            ("(WHPP (IN for) (WHNP (WP whom)))", ["B-PP", "B-NP"]),
        ],
    )
    def test_each_label_has_its_own_head_tags(self, tree, expected):
        assert chunks(tree) == expected

    @pytest.mark.parametrize("label", ["S", "SINV", "SQ", "SBARQ", "FRAG", "PRN", "RRC", "META"])
    def test_the_words_of_a_clause_a_fragment_or_an_unknown_label_are_outside(self, label):
        assert chunks(f"({label} (VBD was) (NP (PRP it)) (NN fun) (. ?))") == ["O", "B-NP", "O", "O"]

    def test_an_unknown_tag_heads_nothing(self):
        assert chunks("(NP (NN sea) (GW side))") == ["B-NP", "O"]

    def test_words_before_another_chunk_are_outside(self):
        tree = "(NP (DT the) (NAC (NN head) (PP (IN of) (NP (NN state)))) (NN visit))"
        assert chunks(tree) == ["O", "O", "B-PP", "B-NP", "B-NP"]

    def test_words_before_a_phrase_without_a_chunk_stay_inside_and_begin_a_chunk_of_their_own(self):
        tree = "(NP (DT the) (JJ old) (PRN (-LRB- -LRB-) (NNP Roman) (-RRB- -RRB-)) (JJ city) (NN wall))"
        assert chunks(tree) == ["B-NP", "I-NP", "O", "O", "O", "B-NP", "I-NP"]

    def test_a_chunk_deep_within_the_phrase_between_counts_as_one(self):
        tree = "(NP (DT the) (PRN (-LRB- -LRB-) (FRAG (NP (NNP Roman))) (-RRB- -RRB-)) (NN wall))"
        assert chunks(tree) == ["O", "O", "B-NP", "O", "B-NP"]

    def test_neighbouring_chunks_of_one_label_begin_anew(self):
        assert chunks("(VP (VBD gave) (NP (PRP us)) (NP (NN hope)))") == ["B-VP", "B-NP", "B-NP"]


class TestPossessives:
    def test_the_ending_begins_the_chunk_of_what_is_owned(self):
        tree = "(NP (NP (PRP$ our) (NN dog) (POS 's)) (JJ wet) (NN nose))"
        assert chunks(tree) == ["B-NP", "I-NP", "B-NP", "I-NP", "I-NP"]
        assert chains(tree)[2] == "I-NP/I-NP"

    def test_it_joins_a_noun_chunk_that_follows_in_another_constituent(self):
        tree = "(NP (NP (DT the) (NN Bank)) (PP (IN of) (NP (NNP Wales) (POS 's))) (NN notes))"
        assert chunks(tree) == ["B-NP", "I-NP", "B-PP", "B-NP", "B-NP", "I-NP"]

    def test_it_is_a_chunk_alone_where_no_noun_chunk_follows(self):
        assert chunks("(S (NP (NNP Ann) (POS 's)) (VP (VBD won)))") == ["B-NP", "B-NP", "B-VP"]

    def test_before_the_head_of_a_flat_noun_phrase_it_is_inside_the_chunk(self):
        assert chunks("(NP (NNP Ann) (POS 's) (NN hat))") == ["B-NP", "I-NP", "I-NP"]

    def test_it_may_end_the_tree(self):
        assert chunks("(NP (NNP Ann) (POS 's))") == ["B-NP", "B-NP"]

    def test_it_is_like_any_word_where_it_is_the_head_or_before_it(self):
        assert chunks("(ADJP (NN year) (POS 's) (JJ old))") == ["B-ADJP", "I-ADJP", "I-ADJP"]
        assert chunks("(VP (POS 's) (NP (PRP it)))") == ["B-VP", "B-NP"]

    def test_it_begins_a_noun_chunk_wherever_it_is_neither_head_nor_before_one(self):
        assert chunks("(S (NP (NN dog)) (POS 's) (NP (NN tail)))") == ["B-NP", "B-NP", "I-NP"]
        assert chunks("(S (POS 's) (VP (VBZ is)))") == ["B-NP", "B-VP"]

    def test_a_question_word_may_have_it(self):
        assert chunks("(WHNP (WHNP (WP who) (POS 's)) (NN hat))") == ["B-NP", "B-NP", "I-NP"]


def test_the_tokens_carry_words_and_tags_as_the_tree_has_them():
    tokens = chunk(read_tree("(PRN (-LRB- -LRB-) (NP (NNP C) (SYM \\/) (NNP D)) (-RRB- -RRB-))")).tokens
    assert [token.word for token in tokens] == ["(", "C", "/", "D", ")"]
    assert [token.pos for token in tokens] == ["-LRB-", "NNP", "SYM", "NNP", "-RRB-"]
