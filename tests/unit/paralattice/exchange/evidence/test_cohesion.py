"""Whether the sentences of a cluster describe one event."""

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.exchange import ParsedCluster
from paralattice.exchange.evidence.cohesion import linked_share, names_alone
from support.paths import SHARED_DATA

CLUSTERS = SHARED_DATA / "ecbplus" / "clusters"
FERRY = [
    "The ferry Aurora hit a rock near Lundvik on Friday .",
    "The Aurora struck a rock near Lundvik .",
    "On Friday , the Aurora hit a rock , police in Lundvik said .",
    "The Aurora hit a rock on Friday , and Ida Berg was hurt .",
]
HOTEL = [
    "The rooms were small and the breakfast was cold .",
    "Breakfast in the hotel was good .",
    "Ida Berg liked the pool .",
    "My bathroom smelt of smoke .",
]


def referents_of(sentences):
    trees = shared_parser(ParseOptions()).trees([tuple(each.split()) for each in sentences])
    return ParsedCluster.of_trees(trees).referents


def heads(referents, word):
    return [each.place for each in referents.mentions.values() if each.base == word]


def test_sentences_about_one_event_are_linked():
    referents = referents_of(FERRY)
    assert (referents.linked, referents.one_event) == (1, True)
    assert referents.same(*heads(referents, "rock")[:2])


def test_where_sentences_have_several_events_names_alone_are_joined():
    referents = referents_of([*FERRY, *HOTEL])
    assert referents.linked == 5 / 8
    assert not referents.one_event
    assert not referents.same(*heads(referents, "rock")[:2])
    assert referents.same(*heads(referents, "lundvik")[:2])
    assert referents.same(*heads(referents, "berg"))


def test_no_sentences_are_not_linked():
    assert linked_share([], 0) == 0


def test_a_group_whose_first_phrase_is_no_name_keeps_its_names():
    ship, aurora, again = (0, 1), (1, 2), (2, 3)
    groups = names_alone({ship: ship, aurora: ship, again: ship}, {ship: False, aurora: True, again: True})
    assert groups == {ship: ship, aurora: aurora, again: aurora}


@pytest.mark.skipif(not CLUSTERS.is_dir(), reason=f"{CLUSTERS} is absent")
def test_two_news_stories_in_one_cluster_are_noticed():
    def smallest(topic):
        texts = [file.read_text("utf-8").splitlines() for file in CLUSTERS.glob(f"ecb{topic}*.txt")]
        return min((text for text in texts if len(text) > 6), key=len)

    one, other = smallest("05"), smallest("14")
    assert referents_of(one).one_event
    assert referents_of(other).one_event
    assert not referents_of([*one, *other]).one_event
