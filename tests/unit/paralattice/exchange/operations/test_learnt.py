"""Words that change as a model of rewording has learnt it."""

from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.operations.learnt import learnt_wordings
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, candidate

STRUCK = AURORA[1].replace("(VBD hit)", "(VBD struck)")
VESSEL = AURORA[2].replace("(NN ship)", "(NN vessel)")


def worded(wordings, *trees):
    """Return what learnt replacements make of the first of some sentences."""
    cluster = ParsedCluster.of_trees(map(read_tree, trees), wordings)
    return [
        " ".join(candidate(cluster, 0, [each]).words)
        for each in learnt_wordings(cluster, cluster.sentences[0])
    ]


def test_a_verb_gives_way_to_one_that_the_cluster_has():
    hit = ("hit", "struck", ("VBD",))
    assert worded([hit], AURORA[0], STRUCK) == ["The ferry Aurora struck a rock near Lundvik on Friday ."]
    assert worded([hit], AURORA[0]) == []
    assert worded([(*hit[:2], ("NN",))], AURORA[0], STRUCK) == []


def test_the_cluster_must_have_a_new_word_as_the_same_part_of_speech():
    verb = AURORA[1].replace("(VBD hit)", "(VBD vesseled)")
    ship = ("ship", "vessel", ("NN",))
    assert worded([ship], AURORA[2], VESSEL) == [
        "The crew left the vessel in boats , the harbour master said ."
    ]
    assert worded([ship], AURORA[2], verb) == []


def test_a_noun_in_a_compound_and_a_name_stay():
    harbour = ("harbour", "port", ("NN", "NNP"))
    port = AURORA[0].replace("(NN rock)", "(NN port)")
    assert worded([harbour], AURORA[3], port) == []
    assert worded([("aurora", "port", ("NNP",))], AURORA[0], port) == []


def test_an_article_must_suit_the_new_word():
    island = AURORA[2].replace("(NN ship)", "(NN island)")
    assert worded([("rock", "island", ("NN",))], AURORA[0], island) == []
    reef = AURORA[2].replace("(NN ship)", "(NN reef)")
    assert worded([("rock", "reef", ("NN",))], AURORA[0], reef) == [
        "The ferry Aurora hit a reef near Lundvik on Friday ."
    ]


def test_a_verb_with_a_clause_or_a_preposition_stays():
    announced = AURORA[2].replace("(VBD said)", "(VBD announced)")
    assert worded([("said", "announced", ("VBD",))], AURORA[3], announced) == []
    stayed = AURORA[2].replace("(VBD left)", "(VBD stayed)")
    assert worded([("waited", "stayed", ("VBD",))], AURORA[3], stayed) == []


def test_an_adverb_on_which_words_depend_stays():
    soon = AURORA[2].replace(
        "(VBD left)", "(ADVP (RB as) (RB soon) (PP (IN as) (ADJP (JJ possible)))) (VBD left)"
    )
    alone = AURORA[2].replace("(VBD left)", "(ADVP (RB soon)) (VBD left)")
    shortly = AURORA[0].replace("(VBD hit)", "(ADVP (RB shortly)) (VBD hit)")
    row = ("soon", "shortly", ("RB",))
    assert worded([row], soon, shortly) == []
    assert worded([row], alone, shortly) == [
        "The crew shortly left the ship in boats , the harbour master said ."
    ]
