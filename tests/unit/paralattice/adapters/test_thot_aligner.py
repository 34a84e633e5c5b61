"""Word alignment by another library, behind our own interface."""

import sys

import pytest

from paralattice.adapters.thot_aligner import ALIGNERS, directions_of_thot
from paralattice.errors import OptionError, RewordError
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.options import WordAlignmentOptions

TEXTS = [
    ("the ship sank in the bay", "the boat sank in the bay"),
    ("a ship was lost", "a boat was lost"),
    ("the town was quiet", "the city was quiet"),
    ("the ship reached the town", "the boat reached the city"),
]
PAIRS = [(a.split(), b.split()) for a, b in TEXTS]


@pytest.mark.parametrize("name", ALIGNERS)
@pytest.mark.parametrize("doubled", [True, False])
def test_every_aligner_links_words_that_stand_for_each_other(name, doubled):
    pytest.importorskip("thot")
    options = WordAlignmentOptions(symmetrisation="intersection")
    both = list(directions_of_thot(PAIRS, name, options, doubled))
    found = [symmetrise(one, other, "intersection") for one, other in both]
    assert len(found) == len(PAIRS)
    right = sum(link in links for links, link in zip(found, [(1, 1), (1, 1), (1, 1), (4, 4)], strict=True))
    assert right >= 3
    assert all(
        i < len(a) and j < len(b) for (a, b), links in zip(PAIRS, found, strict=True) for i, j in links
    )
    assert list(directions_of_thot(PAIRS, name, options, doubled)) == both


def test_pairs_that_the_library_cannot_take_have_no_links_and_the_others_keep_theirs():
    pytest.importorskip("thot")
    endless = (["word"] * 201, ["word"])
    options = WordAlignmentOptions()
    plain = list(directions_of_thot(PAIRS, "thot-hmm", options))
    mixed = list(directions_of_thot([endless, *PAIRS[:2], ([], ["x"]), *PAIRS[2:]], "thot-hmm", options))
    assert mixed[0] == mixed[3] == ([], [])
    assert [*mixed[1:3], *mixed[4:]] == plain


def test_an_unknown_aligner_and_a_missing_library_are_told(monkeypatch):
    with pytest.raises(OptionError, match="unknown aligner 'giza'"):
        list(directions_of_thot(PAIRS, "giza", WordAlignmentOptions()))
    monkeypatch.setitem(sys.modules, "thot.alignment", None)
    monkeypatch.setitem(sys.modules, "thot", None)
    with pytest.raises(RewordError, match=r"pip install .paralattice\[aligners\]"):
        list(directions_of_thot(PAIRS, "thot-hmm", WordAlignmentOptions()))
