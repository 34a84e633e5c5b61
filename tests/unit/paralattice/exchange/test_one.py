"""The one sentence of a cluster: filled from others, trimmed, within its limit, or one of the given."""

import json
import os
import subprocess
import sys

import pytest

from paralattice.exchange import tell_event
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.options import ExchangeOptions
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, WORDS, flat, parsed_cluster

SHIP = AURORA[1].replace(" (PP (IN after) (S (VP (VBG losing) (NP (NN power)))))", "")
LINDAU = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (NNP Lindau))) (. .)))"
HIT = "(ROOT (S (NP (PRP It)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Lundvik)))) (. .)))"


def as_fragments(sentences):
    return [read_tree(f"(ROOT (FRAG {' '.join(f'(XX {word})' for word in words)}))") for words in sentences]


def as_planned(sentences):
    """Read one sentence as planned; all others as fragments."""
    unread = as_fragments(sentences)
    pairs = zip(sentences, unread, strict=True)
    return [read_tree(PLAIN) if " ".join(words) == WORDS else other for words, other in pairs]


def told(*trees, words=30, read=as_fragments):
    return tell_event(Facts(parsed_cluster(*trees), ExchangeOptions()), read, words)


def text(made):
    return " ".join(made.candidate.words)


def test_the_sentence_that_covers_most_is_the_frame_and_is_filled_from_others():
    made = told(AURORA[0], AURORA[0], SHIP, SHIP, read=as_planned)
    assert (text(made), made.reason) == (WORDS, "")
    assert made.candidate.sources == [0, 2]


def test_what_the_parser_does_not_read_as_planned_is_refused():
    made = told(*AURORA)
    assert made.reason == "no other sentence is better"
    assert made.candidate.operations == ()


def test_the_limit_counts_words_without_punctuation():
    made = told(*AURORA, words=9, read=as_planned)
    assert sum(word.isalnum() for word in made.candidate.words) == 9


@pytest.mark.parametrize(
    ("trees", "words", "reason", "number"),
    [
        (AURORA[:1], 30, "the cluster has one sentence", 0),
        ([LINDAU, AURORA[0]], 30, "the sentences of the cluster share no words", 1),
        (["(ROOT (NP (NN ship)))", "(ROOT (NP (DT the) (NN ship)))"], 30, "no sentence passes the rules", 0),
        ([HIT, HIT], 30, "no sentence passes the rules", 0),
        (AURORA, 2, "no sentence passes the rules", 2),
    ],
)
def test_otherwise_the_best_of_the_given_sentences_is_returned_with_the_reason(trees, words, reason, number):
    made = told(*trees, words=words)
    assert (made.reason, made.candidate.frame) == (reason, number)
    assert made.candidate.operations == ()


def test_the_score_does_not_depend_on_the_process():
    script = (
        "import json, sys\n"
        "from paralattice.exchange import tell_event\n"
        "from paralattice.exchange.evidence.facts import Facts\n"
        "from paralattice.exchange.options import ExchangeOptions\n"
        "from paralattice.formats.trees import read_tree\n"
        "from support.parsed_clusters import parsed_cluster\n"
        "trees = json.loads(sys.argv[1])\n"
        "facts = Facts(parsed_cluster(*trees), ExchangeOptions())\n"
        "unread = read_tree('(ROOT (FRAG (XX a)))')\n"
        "print(tell_event(facts, lambda sentences: [unread] * len(sentences), 30).score)\n"
    )
    scores = {
        subprocess.run(
            [sys.executable, "-c", script, json.dumps([AURORA[0], AURORA[1], SHIP, LINDAU, HIT])],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(scores) == 1
    assert float(scores.pop()) > 2


def test_a_given_sentence_is_returned_as_it_is():
    sold = flat("Vik/NNP Ferries/NNP ( vik.com ) sold a ship ./.")
    made = told(sold)
    assert made.candidate.words == ("Vik", "Ferries", "(", "vik.com", ")", "sold", "a", "ship", ".")
    assert len(made.candidate.governors) == len(made.candidate.words)
