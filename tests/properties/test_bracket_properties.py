"""Labelled brackets against a slow and plain count."""

from hypothesis import given
from hypothesis import strategies as st

from paralattice.measures.brackets import score_brackets
from paralattice.syntax.tree import Tree

TAGS = ["NN", "VB", ",", ".", "``", "-LRB-", "HYPH"]
LABELS = ["S", "NP", "VP", "ADVP", "PRT", "ROOT", "TOP"]


@st.composite
def trees_over(draw, words):
    """Draw a tree over these words: neighbours are joined at random until one node is left."""
    nodes = [Tree(draw(st.sampled_from(TAGS)), word=word) for word in words]
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(nodes) - 1))
        stop = draw(st.integers(start + 1, len(nodes)))
        nodes[start:stop] = [Tree(draw(st.sampled_from(LABELS)), tuple(nodes[start:stop]))]
    return Tree("ROOT", tuple(nodes))


pairs = (
    st.integers(1, 7)
    .map(lambda count: [f"w{number}" for number in range(count)])
    .flatmap(lambda words: st.tuples(trees_over(words), trees_over(words)))
)


def naive(gold, found):
    """Return matched, found and gold brackets, by sets of words and by crossing off."""
    left_out = {leaf.word for leaf in gold.preterminals() if leaf.label in {",", ".", ":", "``", "''"}}

    def spans(tree):
        if tree.is_preterminal:
            return []
        inside = [span for child in tree.children for span in spans(child)]
        words = frozenset(tree.words()) - left_out
        label = "ADVP" if tree.label == "PRT" else tree.label
        return inside + ([(label, words)] if words and label not in {"ROOT", "TOP"} else [])

    wanted, made = spans(gold), spans(found)
    rest, matched = list(wanted), 0
    for span in made:
        if span in rest:
            rest.remove(span)
            matched += 1
    return matched, len(made), len(wanted)


@given(pairs)
def test_brackets_are_counted_as_the_plain_count_does(pair):
    gold, found = pair
    score = score_brackets(gold, found)
    expected = naive(gold, found)
    assert (score.matched, score.found, score.gold) == expected
    assert score.exact == (expected[0] == expected[1] == expected[2])


@given(pairs)
def test_every_tree_agrees_with_itself_and_a_match_is_never_more_than_either_side(pair):
    gold, found = pair
    assert score_brackets(gold, gold).f1 == 1
    score = score_brackets(gold, found)
    assert 0 <= score.matched <= min(score.found, score.gold)
    assert 0 <= score.f1 <= 1
