"""Suggested key terms."""

import math

from paralattice.clustering import suggest_terms
from paralattice.clustering.options import ClusterOptions
from paralattice.clustering.suggesting import NAME, NOUN, tags_by_form

NAMES, NOUNS = {"Dorval", "Kessel"}, {"ferry", "ferries", "lake", "captain", "storm"}


def tagger(texts):
    return [[(token, tag_of(token)) for token in text.split()] for text in texts]


def tag_of(token):
    if token in NAMES:
        return "NNP"
    return "NN" if token in NOUNS else "VB"


def event(*sentences):
    """Return two documents that have the same sentences."""
    return [list(sentences), list(sentences)]


FERRY = event(
    "The ferry Dorval sank",
    "Two ferries sank",
    "Dorval is a ferry",
    "The captain sank",
    "In the lake it sank",
)
STORM = event("A storm rose", "The storm fell", "The captain saw the storm", "The captain fell", "It sank")


def suggested(events, **options):
    options = ClusterOptions(**{"suggest_least": 2, **options})
    return suggest_terms(events, tagger, options)


def test_names_and_nouns_are_suggested_with_counts_and_weight_the_best_first():
    ferry, storm = suggested([FERRY, STORM], suggest_overlap=0.5)
    assert [(s.form, s.kind, s.sentences, s.documents) for s in ferry] == [
        ("ferry", NOUN, 6, 2),
        ("lake", NOUN, 2, 2),
        ("captain", NOUN, 2, 2),
    ]
    assert ferry[0].weight == 6 * math.log(3 / 1)
    assert [s.form for s in storm] == ["storm", "captain"]


def test_what_is_tagged_as_a_name_is_called_one():
    (terms,) = suggested([FERRY], suggest_overlap=1.0)
    assert {s.form: s.kind for s in terms}["Dorval"] == NAME


def test_what_other_events_have_too_weighs_less():
    (ferry, _) = suggested([FERRY, STORM], suggest_overlap=1.0)
    weights = {s.form: s.weight for s in ferry}
    assert weights["lake"] == 2 * math.log(3)
    assert weights["captain"] == 2 * math.log(3 / 2)
    assert weights["Dorval"] == 4 * math.log(3)


def test_one_event_alone_ranks_by_frequency():
    (terms,) = suggested([FERRY], suggest_overlap=1.0)
    assert [s.form for s in terms][:2] == ["ferry", "Dorval"]
    assert all(s.weight > 0 for s in terms)


def test_of_terms_with_nearly_the_same_sentences_the_better_is_suggested():
    (terms,) = suggested([FERRY])
    assert "Dorval" not in [s.form for s in terms]


def test_verbs_are_not_suggested():
    (terms,) = suggested([event("It sank", "They sank", "We sank")])
    assert terms == []


def test_a_term_must_be_in_several_documents_and_neither_in_few_nor_in_many_sentences():
    one = [["The ferry sank", "A ferry sank", "Our ferry sank"], ["The lake is blue"]]
    assert suggested([one]) == [[]]
    assert "ferry" not in [s.form for s in suggested([FERRY], suggest_most=5)[0]]
    assert "lake" not in [s.form for s in suggested([FERRY], suggest_least=3)[0]]


def test_no_more_are_suggested_than_asked_for_and_for_the_events_asked_for():
    options = ClusterOptions(suggest_least=2, suggested=1)
    (storm,) = suggest_terms([FERRY, STORM], tagger, options, wanted=[1])
    assert [s.form for s in storm] == ["storm"]


def test_an_event_without_sentences_has_no_terms():
    assert suggested([[[], []], FERRY])[0] == []


def test_without_a_tagger_words_are_names_and_nouns_by_their_form():
    sentences = [("La", "ville", "de", "Lorvain", "ferme", "l'", "école", "."), ("Lorvain", "dort")]
    assert tags_by_form(sentences, "fr") == [
        ("XX", "NN", "XX", "NNP", "NN", "XX", "NN", "XX"),
        ("NN", "NN"),
    ]
