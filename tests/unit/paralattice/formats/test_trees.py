import pytest

from paralattice.errors import FormatError
from paralattice.formats.trees import read_tree, read_trees, write_tree
from paralattice.syntax.tree import Tree


def normal(brackets):
    """Return the tree as it is written after it has been read."""
    return write_tree(read_tree(brackets))


def refusal(*lines):
    with pytest.raises(FormatError) as caught:
        read_trees(lines, "news.mrg")
    return caught.value


def place(error):
    return error.file, error.line, error.column


class TestReading:
    def test_a_tree_has_labels_children_tags_and_words(self):
        tree = read_tree("(NP (DT the) (NN sea))")
        assert (tree.label, tree.word) == ("NP", None)
        assert [(child.label, child.word, child.children) for child in tree.children] == [
            ("DT", "the", ()),
            ("NN", "sea", ()),
        ]

    def test_a_tree_may_span_lines_and_a_line_may_hold_several(self):
        lines = ["(NP (DT the)\n", "\n", "    (NN sea))(NP\n", "(NN\n", "air)) (INTJ (UH oh))\n"]
        assert [tree.words() for tree in read_trees(lines)] == [("the", "sea"), ("air",), ("oh",)]

    def test_a_text_without_trees_has_none(self):
        assert read_trees(["", "  \t\n"]) == []

    def test_a_tree_may_be_one_word(self):
        tree = read_tree("(UH Hello)")
        assert (tree.label, tree.word) == ("UH", "Hello")

    @pytest.mark.parametrize("text", ["( (S (NN a)))", "((S (NN a)))", "( ( (S (NN a)) ) )", "(S (NN a))"])
    def test_brackets_without_a_label_around_a_tree_are_dropped(self, text):
        assert normal(text) == "(S (NN a))"

    def test_a_label_of_the_root_is_kept(self):
        assert read_tree("(ROOT (S (NN a)))").label == "ROOT"

    def test_brackets_without_a_label_around_several_trees_become_a_node_without_label(self):
        tree = read_tree("( (S (NN a)) (. .) )")
        assert tree.label == ""
        assert [child.label for child in tree.children] == ["S", "."]
        assert write_tree(tree) == "( (S (NN a)) (. .))"

    def test_a_no_break_space_may_be_part_of_a_word(self):
        assert read_tree("(CD 10\u00a0000)").words() == ("10\u00a0000",)

    def test_a_very_deep_tree_is_read_and_written(self):
        text = "(NP " * 5000 + "(NN end)" + ")" * 5000
        assert normal(text) == text

    @pytest.mark.parametrize("count", [0, 2])
    def test_one_tree_is_asked_for_and_no_other_number_accepted(self, count):
        with pytest.raises(FormatError, match=f"the text holds {count}"):
            read_tree("(NN a) " * count)


class TestLabels:
    @pytest.mark.parametrize(
        ("written", "label"),
        [
            ("NP-SBJ", "NP"),
            ("NP-SBJ-1", "NP"),
            ("NP=2", "NP"),
            ("ADVP-LOC=1", "ADVP"),
            ("ADVP|PRT", "ADVP"),
            ("PRP$", "PRP$"),
            ("-LRB-", "-LRB-"),
            ("-RRB-", "-RRB-"),
            ("``", "``"),
            (":", ":"),
            ("=", "="),
        ],
    )
    def test_functions_indices_and_alternatives_are_cut_off(self, written, label):
        assert read_tree(f"({written} x)").label == label
        assert read_tree(f"({written} (NN x))").label == label

    def test_empty_elements_go_with_the_nodes_they_leave_without_children(self):
        text = "(S (NP-SBJ (-NONE- *-1)) (VP (VB Go) (SBAR (-NONE- 0) (S (-NONE- *T*-2)))) (. .))"
        assert normal(text) == "(S (VP (VB Go)) (. .))"


class TestWords:
    @pytest.mark.parametrize(
        ("written", "word"),
        [
            ("-LRB-", "("),
            ("-RRB-", ")"),
            ("-LSB-", "["),
            ("-RSB-", "]"),
            ("-LCB-", "{"),
            ("-RCB-", "}"),
            ("b-RRB-", "b)"),
            ("re-LRB-a-RRB-d", "re(a)d"),
            ("1\\/2", "1/2"),
            ("\\*\\*", "**"),
            ("1/2", "1/2"),
            ("\\-LRB-", "-LRB-"),
            ("C:\\dir", "C:\\dir"),
            ("-LB-", "-LB-"),
        ],
    )
    def test_words_are_unescaped(self, written, word):
        assert read_tree(f"(NN {written})").word == word

    @pytest.mark.parametrize(
        ("word", "written"),
        [
            ("(", "-LRB-"),
            ("[x]", "-LSB-x-RSB-"),
            ("{", "-LCB-"),
            ("1/2", "1/2"),
            ("*", "*"),
            ("-LRB-", "\\-LRB-"),
            ("a\\b", "a\\\\b"),
        ],
    )
    def test_words_are_escaped_on_writing(self, word, written):
        assert write_tree(Tree("NN", word=word)) == f"(NN {written})"

    @pytest.mark.parametrize("word", ["-LRB(", "-LRB-LRB-", "\\(", "\\-RRB-", "--(", "-(-", "\\/", "-LRB-("])
    def test_a_word_that_looks_escaped_survives(self, word):
        assert read_tree(write_tree(Tree("NN", word=word))).word == word


class TestRefusals:
    def test_a_tree_that_is_never_closed_is_named_by_its_beginning(self):
        error = refusal("(NP (NN a))", "  (NP (NN b)", "(NP (NN c))")
        assert place(error) == ("news.mrg", 2, 3)
        assert "never closed" in error.message

    @pytest.mark.parametrize(
        ("line", "column", "message"),
        [
            ("(NP (NN a)))", 12, "closing bracket"),
            ("  # a note", 3, "'#' is outside brackets"),
            ("(NP (NN a)) yes", 13, "'yes' is outside brackets"),
            ("(NP (DT the) sea)", 14, "'sea' has no tag"),
            ("((NN a) sea)", 9, "'sea' has no tag"),
            ("(NP (DT) (NN sea))", 5, "'DT' is empty"),
            ("(NP () (NN sea))", 5, "the node is empty"),
            ("(NP the (NN sea))", 9, "mixes the word 'the' and children"),
            ("(NN the sea)", 9, "two words, 'the' and 'sea'"),
            ("(NP ((DT the)) (NN sea))", 5, "no label"),
            ("( ((NN a) (NN b)) )", 3, "no label"),
            ("(NP (NN a)) (NP (-NONE- *))", 13, "holds no word"),
        ],
    )
    def test_what_is_wrong_is_named_with_line_and_column(self, line, column, message):
        error = refusal("(UH oh)", line)
        assert place(error) == ("news.mrg", 2, column)
        assert message in error.message

    @pytest.mark.parametrize(
        "tree",
        [
            Tree("NN", word=""),
            Tree("NN", word="two words"),
            Tree("", word="a"),
            Tree("N(N", word="a"),
            Tree("NP"),
            Tree("S", (Tree("NP"),)),
            Tree("S", (Tree("", (Tree("NN", word="a"),)),)),
        ],
    )
    def test_a_tree_that_could_not_be_read_back_is_not_written(self, tree):
        with pytest.raises(FormatError, match="cannot be written"):
            write_tree(tree)
