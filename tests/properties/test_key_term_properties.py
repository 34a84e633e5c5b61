"""Near duplicates and clusters against plain definitions."""

from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.clustering import gather_clusters
from paralattice.clustering.duplicates import near_duplicates
from paralattice.formats.corpora.key_terms import KeyTerm

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), max_size=9)


def common(first, second):
    """Return the length of the longest common subsequence, by the textbook."""
    row = [0] * (len(second) + 1)
    for word in first:
        previous = 0
        for j, other in enumerate(second, 1):
            previous, row[j] = row[j], previous + 1 if word == other else max(row[j], row[j - 1])
    return row[-1]


def plain_duplicates(sentences, similar):
    result = []
    for index, words in enumerate(sentences):
        originals = [other for other in range(index) if result[other] == other]
        near = [
            other
            for other in originals
            if words == sentences[other]
            or 2 * common(words, sentences[other]) >= (similar - 1e-9) * (len(words) + len(sentences[other]))
        ]
        # What is the same word for word goes where its twin went.
        twin = next((result[other] for other in range(index) if sentences[other] == words), None)
        result.append(twin if twin is not None else min(near, default=index))
    return result


@given(st.lists(WORDS, max_size=12), st.sampled_from([0.3, 0.5, 2 / 3, 0.8, 0.9, 1.0]))
def test_near_duplicates_are_those_of_the_definition(sentences, similar):
    assert near_duplicates(sentences, similar) == plain_duplicates(sentences, similar)


@settings(max_examples=60)
@given(st.lists(st.lists(WORDS.map(" ".join), max_size=4), max_size=4), st.sampled_from("abcdef"))
def test_a_cluster_has_all_sentences_with_the_word_in_order(documents, word):
    (cluster,) = gather_clusters(documents, [KeyTerm("x", (word,))])
    expected = [
        (i, j)
        for i, document in enumerate(documents)
        for j, text in enumerate(document)
        if word in text.split()
    ]
    assert [(m.document, m.sentence) for m in cluster.members] == expected
