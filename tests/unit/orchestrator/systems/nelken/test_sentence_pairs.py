"""Matched sentences as pairs that the training of rewording reads."""

import json

import numpy as np

from orchestrator.systems.nelken.matching import Matched, sentence_pairs
from orchestrator.systems.quirk.training.inputs import read_pair_file
from paralattice.sentences import Matches


def test_likely_matches_of_different_sentences_become_pairs_of_their_event(tmp_path):
    found = Matches(np.array([[0, 0], [0, 1], [1, 1]]), np.array([0.9, 0.3, 0.8]))
    result = Matched(
        "storm/monday storm/tuesday", ["A gale blew.", "It rained."], ["A storm blew.", "It rained."], found
    )
    lines = list(sentence_pairs([result], 0.6))
    assert [json.loads(line)["probability"] for line in lines] == [0.9]
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(lines), "utf-8")
    assert read_pair_file(file) == [["A gale blew.", "A storm blew.", "storm"]]
