"""Words that a hyphen joins."""

import pytest

from paralattice.english.compounds import hyphened


@pytest.mark.parametrize(
    ("tagged", "joined"),
    [
        ("an/DT eight/CD round/NN fight/NN", ["round"]),
        ("a/DT 5.9/CD magnitude/NN quake/NN", ["magnitude"]),
        ("a/DT third/JJ quarter/NN goal/NN", ["quarter"]),
        ("third/JJ quarter/NN goals/NNS fell/VBD", ["quarter"]),
        ("the/DT 27/CD year/NN old/JJ pilot/NN", ["year", "old"]),
        ("the/DT 27/CD year-old/JJ pilot/NN", ["year-old"]),
        ("the/DT 27/CD year/NN -/HYPH old/JJ pilot/NN", ["year"]),
        ("two/CD police/NN officers/NNS", []),
        ("two/CD prison/NN guards/NNS today/NN", []),
        ("a/DT total/NN of/IN 31/CD fire/NN apparatus/NN", []),
        ("the/DT third/JJ quarter/NN Sunday/NNP", []),
        ("in/IN the/DT third/JJ quarter/NN of/IN it/PRP", []),
        ("until/IN 9/CD a.m./NN Friday/NNP", []),
        ("at/IN 9/CD :/: 30/CD sharp/NN time/NN", []),
        ("May/NNP 5/CD morning/NN leave/NN", []),
        ("a/DT two/CD -/HYPH million/CD -/HYPH crown/NN loan/NN", []),
        ("a/DT 93.3/CD scoring/NN average/NN", []),
        ("a/DT 40/CD mph/NN zone/NN", []),
    ],
)
def test_a_number_or_ordinal_is_joined_with_what_it_counts_before_a_noun(tagged, joined):
    words, tags = zip(*(pair.split("/") for pair in tagged.split()), strict=True)
    assert [words[place] for place in hyphened(words, tags)] == joined
