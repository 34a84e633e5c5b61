"""Gathering the sentences with a key term."""

import pytest

from paralattice.clustering import Member, gather_clusters
from paralattice.clustering.options import ClusterOptions
from paralattice.errors import ClusterError, OptionError
from paralattice.formats.corpora.key_terms import KeyTerm

DOCUMENTS = [
    ["A small plane hit the tower .", "Three people were injured .", "The pilot , Fasulo , died ."],
    ["Fasulo's plane crashed .", "Injuries were light .", "The towers stand ."],
    [],
]


def places(*forms, documents=DOCUMENTS, **options):
    term = KeyTerm("name", forms)
    (cluster,) = gather_clusters(documents, [term], ClusterOptions(**options))
    return [(member.document, member.sentence) for member in cluster.members]


def test_a_term_is_found_in_all_forms_of_the_word_and_whatever_its_case():
    assert places("tower") == places("TOWERS") == [(0, 0), (1, 2)]
    assert places("fasulo") == [(0, 2), (1, 0)]


def test_a_star_stands_for_any_ending():
    assert places("injur*") == [(0, 1), (1, 1)]
    assert places("pl*") == [(0, 0), (1, 0)]
    assert places("plan") == []


def test_the_words_of_a_phrase_follow_each_other():
    assert places("small plane") == [(0, 0)]
    assert places("plane small") == []
    assert places("Fasulo's plane") == [(1, 0)]
    assert places("small plane hit the tower right there") == []


def test_one_of_several_forms_is_enough_and_a_sentence_comes_once():
    assert places("plane", "tower", "small") == [(0, 0), (1, 0), (1, 2)]


def test_a_sentence_may_be_in_several_clusters_or_in_none():
    clusters = gather_clusters(DOCUMENTS, [KeyTerm("a", ("plane",)), KeyTerm("b", ("tower",))])
    members = [{(m.document, m.sentence) for m in cluster.members} for cluster in clusters]
    assert members[0] & members[1] == {(0, 0)}
    assert (1, 1) not in members[0] | members[1]


def test_letters_are_the_same_however_they_are_composed():
    documents = [["Orle\u0301ans is a town ."], ["In Orl\u00e9ans it rained ."]]
    assert places("Orl\u00e9ans", documents=documents) == places("Orle\u0301ans", documents=documents)
    assert len(places("Orl\u00e9ans", documents=documents)) == 2


REPRINTS = [
    ["Police said that the old ferry sank in the lake on Monday morning .", "The ferry was old ."],
    ["The ferry was new .", "Police said that the old ferry sank in the lake on Monday ."],
    ["Police said that the old ferry sank in the lake on Monday morning !"],
]


def test_near_duplicates_are_marked_with_the_first_of_them():
    (cluster,) = gather_clusters(REPRINTS, [KeyTerm("ferry", ("ferry",))])
    repeats = {(m.document, m.sentence): m.repeats for m in cluster.members}
    assert repeats == {(0, 0): None, (0, 1): None, (1, 0): None, (1, 1): (0, 0), (2, 0): (0, 0)}
    assert cluster.dropped == ()


def test_near_duplicates_are_dropped_where_that_is_asked_for():
    options = ClusterOptions(drop_duplicates=True)
    (cluster,) = gather_clusters(REPRINTS, [KeyTerm("ferry", ("ferry",))], options)
    assert [(m.document, m.sentence) for m in cluster.members] == [(0, 0), (0, 1), (1, 0)]
    assert cluster.dropped == (Member(1, 1, (0, 0)), Member(2, 0, (0, 0)))


def test_a_sentence_whose_original_is_not_in_the_cluster_stays():
    # The word that was changed is the key term.
    documents = [
        ["The old boat sank in the lake near the border on Monday ."],
        ["The old ferry sank in the lake near the border on Monday ."],
    ]
    options = ClusterOptions(drop_duplicates=True)
    (cluster,) = gather_clusters(documents, [KeyTerm("ferry", ("ferry",))], options)
    assert cluster.members == (Member(1, 0, None),)


def test_clusters_that_are_too_large_are_named():
    with pytest.raises(ClusterError, match=r"more than 1 sentences hold a key term: x \(2\)"):
        gather_clusters(DOCUMENTS, [KeyTerm("x", ("tower",))], ClusterOptions(least=1, most=1))


@pytest.mark.parametrize(
    "values",
    [{"least": 0}, {"least": 3, "most": 2}, {"similar": 0}, {"similar": 1.1}, {"suggest_overlap": 2}],
)
def test_options_that_make_no_sense_are_refused(values):
    with pytest.raises(OptionError):
        ClusterOptions(**values)


def test_words_are_stemmed_as_their_language_has_it():
    documents = [["Les élèves lavaient leurs chevaux .", "Le cheval boit .", "On lavait ."]]
    assert places("laver", documents=documents, language="fr") == [(0, 0), (0, 2)]
    assert places("laver", documents=documents) == []
