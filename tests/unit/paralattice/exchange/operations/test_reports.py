"""Verbs of saying that the cluster has in one role."""

import pytest

from paralattice.exchange.model.operation import EXCHANGE
from support.parsed_clusters import AURORA, parsed_cluster, results

SAID = AURORA[3]
TOLD = SAID.replace("(VBD said)", "(VBD told) (NP (NNS reporters))")


def worded(*trees):
    return results(parsed_cluster(*trees), 0, EXCHANGE, "wording")


def test_what_one_speaker_said_and_told_somebody_is_told_to_them():
    assert worded(SAID, TOLD) == ["The harbour master told reporters that the tired crew waited for help ."]
    assert worded(TOLD, SAID) == ["The harbour master said that the tired crew waited for help ."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(NN harbour) (NN master)", "(JJ young) (NNS captains)"),
        ("(VBD waited) (PP (IN for) (NP (NN help)))", "(VBD sang) (NP (JJ old) (NNS songs))"),
        ("(VBD told) (NP (NNS reporters))", "(VBD claimed)"),
        ("(VBD told) (NP (NNS reporters))", "(VBD announced) (NP (NNP Monday))"),
        ("(VBD told) (NP (NNS reporters))", "(VBZ says)"),
    ],
    ids=["another speaker", "other words", "a stance", "a time", "another tense"],
)
def test_another_speech_gives_no_verb(old, new):
    assert worded(SAID, TOLD.replace(old, new)) == []


def test_a_verb_of_another_kind_is_not_replaced_for_its_role():
    adopted = AURORA[2].replace("(VBD left)", "(VBD adopted)").replace("(NN ship)", "(NN rule)")
    dropped = adopted.replace("(VBD adopted)", "(VBD dropped)")
    assert worded(adopted, dropped) == []
