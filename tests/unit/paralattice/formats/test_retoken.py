import pytest

from paralattice.errors import ParseError
from paralattice.formats.retoken import retoken
from paralattice.formats.trees import read_tree, write_tree
from paralattice.syntax.tree import Tree

SAID = read_tree("(S (`` ``) (NP (NN Rain)) (, ,) ('' '') (NP (PRP he)) (VP (VBD said)) (: --) (. .))")


def words(tree, text, exact):
    return list(retoken(tree, text, exact).words())


class TestTokenByToken:
    def test_a_tree_of_the_same_words_is_returned_as_it_is(self):
        tree = read_tree("(NP (DT the) (NN sea))")
        assert retoken(tree, " the  sea\n", exact=True) is tree

    def test_the_tree_gets_the_sentences_quotation_marks(self):
        assert words(SAID, "“ Rain , ” he said -- .", exact=True) == [
            "“",
            "Rain",
            ",",
            "”",
            "he",
            "said",
            "--",
            ".",
        ]

    @pytest.mark.parametrize("mark", ["``", "''", '"', "“", "”"])
    def test_double_quotation_marks_are_one(self, mark):
        for other in ("``", "''", '"', "“", "”"):
            assert words(Tree("``", word=mark), other, exact=True) == [other]

    @pytest.mark.parametrize("mark", ["`", "'", "\u2018", "\u2019"])
    def test_single_quotation_marks_are_one_within_words_too(self, mark):
        for other in ("`", "'", "\u2018", "\u2019"):
            assert words(Tree("POS", word=f"{mark}s"), f"{other}s", exact=True) == [f"{other}s"]

    def test_a_bracket_and_its_name_are_one(self):
        assert words(Tree("-LRB-", word="("), "-LRB-", exact=True) == ["-LRB-"]
        assert words(Tree("LS", word="-LRB-a)"), "(a-RRB-", exact=True) == ["(a-RRB-"]

    def test_the_structure_and_the_tags_stay(self):
        tree = retoken(SAID, '" Rain , " he said -- .', exact=True)
        assert write_tree(tree) == (
            "(S (`` \") (NP (NN Rain)) (, ,) ('' \") (NP (PRP he)) (VP (VBD said)) (: --) (. .))"
        )

    def test_a_very_deep_tree_gets_its_words(self):
        tree = read_tree("(NP " * 5000 + "(NNS cats) (POS ')" + ")" * 5000)
        assert words(tree, "cats \u2019", exact=True) == ["cats", "\u2019"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("“ Snow , ” he said -- .", "word 2 of the tree is 'Rain', of the sentence 'Snow'"),
            ("“ Rain , ” he said — .", "word 7 of the tree is '--', of the sentence '—'"),
            ("“ rain , ” he said -- .", "word 2 of the tree is 'Rain', of the sentence 'rain'"),
            ("“ Rain , ” he said --", "the sentence ends before word 8 of the tree, '.'"),
            ("“ Rain , ” he said -- . !", "the tree ends before word 9 of the sentence, '!'"),
            ("“Rain , ” he said -- .", "word 1 of the tree is '``', of the sentence '“Rain'"),
        ],
    )
    def test_the_first_word_that_differs_is_named(self, text, message):
        with pytest.raises(ParseError) as caught:
            retoken(SAID, text, exact=True)
        assert str(caught.value) == message


class TestCharacterByCharacter:
    def test_the_trees_tokenisation_wins_and_the_sentences_spelling(self):
        assert words(SAID, "“Rain,” he said--.", exact=False) == [
            "“",
            "Rain",
            ",",
            "”",
            "he",
            "said",
            "--",
            ".",
        ]

    def test_white_space_does_not_count(self):
        tree = read_tree("(VP (MD cannot) (VP (VB rain)))")
        assert words(tree, "\u00a0can\u00a0not  rain\n", exact=False) == ["cannot", "rain"]

    def test_two_single_marks_may_be_one_double_mark(self):
        tree = read_tree("(NP (NNS dogs) (POS ') ('' ''))")
        assert words(tree, "dogs\u2019”", exact=False) == ["dogs", "\u2019", "”"]
        assert words(tree, "dogs'''", exact=False) == ["dogs", "'", "''"]

    def test_a_bracket_and_its_name_are_one(self):
        tree = read_tree("(PRN (-LRB- -LRB-) (NN x) (-RRB- -RRB-))")
        assert words(tree, "-LRB- x)", exact=False) == ["-LRB-", "x", ")"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "“Rein,” he said--.",
                "word 2 of the tree is 'Rain', where the sentence continues with 'Rein,”hesaid--.'",
            ),
            ("“Rain,” he said--", "word 8 of the tree is '.', where the sentence continues with 'nothing'"),
            ("“Rain,” he said--. Oh", "the tree ends after word 8, the sentence continues with 'Oh'"),
            ("", "word 1 of the tree is '``', where the sentence continues with 'nothing'"),
        ],
    )
    def test_the_first_word_that_differs_is_named(self, text, message):
        with pytest.raises(ParseError) as caught:
            retoken(SAID, text, exact=False)
        assert str(caught.value) == message

    def test_a_word_cannot_end_within_a_mark(self):
        tree = read_tree("(NP (NNS dogs) (POS ') ('' '))")
        assert words(tree, "dogs''", exact=False) == ["dogs", "'", "'"]
        with pytest.raises(ParseError, match="word 2 of the tree"):
            retoken(tree, "dogs”", exact=False)

    def test_a_word_of_white_space_alone_is_in_no_sentence(self):
        with pytest.raises(ParseError, match="word 2 of the tree is"):
            retoken(read_tree("(NP (NN a) (NN \u00a0))"), "a", exact=False)
