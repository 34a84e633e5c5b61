"""Properties of trees, their brackets, their chunks and the table of features."""

from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.corpus import Sentence, Token
from paralattice.formats.features import write_features
from paralattice.formats.retoken import retoken
from paralattice.formats.trees import (
    _any_trees,
    _plain_trees,
    escape_word,
    read_tree,
    read_trees,
    unescape_word,
    write_tree,
)
from paralattice.syntax.chunking import chunk
from paralattice.syntax.heads import HEAD_TAGS
from paralattice.syntax.tree import Tree

TAGS = ["NN", "JJ", "RB", "VB", "MD", "IN", "CC", "CD", "DT", "POS", "UH", "-LRB-", ",", "XX"]
LABELS = [*HEAD_TAGS, "S", "PRN", "FRAG", "QP", "X", "NX"]
characters = st.characters(blacklist_categories=["Cs"]).filter(lambda c: not (c.isspace() and c.isascii()))
words = st.one_of(st.text(characters, min_size=1), st.text("-LRSCB()[]{}\\/*", min_size=1))
table_words = words.filter(lambda word: word.splitlines() == [word])
preterminals = st.builds(lambda tag, word: Tree(tag, word=word), st.sampled_from(TAGS), words)
trees = st.recursive(
    preterminals,
    lambda children: st.builds(
        Tree, st.sampled_from(LABELS), st.lists(children, min_size=1, max_size=5).map(tuple)
    ),
    max_leaves=25,
)
table_values = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"]))
elements = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"], blacklist_characters="/"), min_size=1
)
tokens = st.builds(Token, table_words, table_values, table_values, st.lists(elements, max_size=4).map(tuple))


def same(one, other):
    if (one.label, one.word, len(one.children)) != (other.label, other.word, len(other.children)):
        return False
    return all(same(a, b) for a, b in zip(one.children, other.children, strict=True))


@given(words)
def test_an_escaped_word_is_unescaped_to_itself(word):
    assert unescape_word(escape_word(word)) == word


@given(trees)
def test_a_written_tree_is_read_as_itself(tree):
    assert same(read_tree(write_tree(tree)), tree)


pieces = st.sampled_from(["(", ")", "(", ")", " ", "NP", "sea", "(NN sea)", "(-NONE- *)", "NP-SBJ", "-LRB-"])


@settings(max_examples=1000)
@given(st.lists(pieces, max_size=12).map(" ".join))
def test_the_quick_reader_reads_what_the_other_reads_or_leaves_it_to_that(text):
    plain = _plain_trees(text)
    if plain is not None:
        exact = _any_trees([text], "")
        assert len(plain) == len(exact)
        assert all(map(same, plain, exact))


@given(trees)
def test_the_quick_reader_reads_written_trees(tree):
    assert _plain_trees(write_tree(tree)) is not None


@given(trees, st.sampled_from(["{}", "({})", "( {}\n)", "\n(({}) )"]))
def test_brackets_around_a_tree_and_line_ends_change_nothing(tree, around):
    text = around.format(write_tree(tree)).replace(" (", "\n (")
    (read,) = read_trees(text.split("\n"))
    assert same(read, tree)


@given(trees)
def test_chunking_keeps_words_and_tags_in_order(tree):
    sentence = chunk(tree)
    assert sentence.words == tree.words()
    assert tuple(token.pos for token in sentence.tokens) == tree.tags()


@given(trees)
def test_a_root_around_a_tree_changes_no_feature(tree):
    assert chunk(Tree("ROOT", (tree,))) == chunk(Tree("", (tree,))) == chunk(tree)


@given(trees)
def test_a_chunk_goes_on_only_after_a_word_of_a_chunk_with_the_same_label(tree):
    before = "O"
    for token in chunk(tree).tokens:
        if token.iob.startswith("I-"):
            assert before[1:] == token.iob[1:]
        before = token.iob


@given(trees)
def test_the_elements_of_a_chain_go_on_from_the_word_before(tree):
    before = ()
    for token in chunk(tree).tokens:
        inside = [element for element in token.chain if element.startswith("I-")]
        # Constituents that the word does not begin come first, and the word before is in all of them.
        assert list(token.chain[: len(inside)]) == inside
        assert [element[2:] for element in before[: len(inside)]] == [element[2:] for element in inside]
        before = token.chain


@given(trees)
def test_a_tree_retokened_with_its_own_words_stays_the_same_object(tree):
    if all(not character.isspace() for word in tree.words() for character in word):
        assert retoken(tree, " ".join(tree.words()), exact=True) is tree
        assert retoken(tree, "".join(tree.words()), exact=False) is tree


@given(st.lists(st.lists(tokens, min_size=1, max_size=4).map(lambda some: Sentence(tuple(some))), max_size=4))
def test_a_written_table_has_the_values_of_every_token(sentences):
    table = write_features(sentences)
    rows = [row.split("\t") for row in table.splitlines() if row]
    assert rows == [
        [str(number), str(place), token.word, token.pos, token.iob, "/".join(token.chain)]
        for number, sentence in enumerate(sentences)
        for place, token in enumerate(sentence.tokens)
    ]
