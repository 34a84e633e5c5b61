"""Quirk et al. (2004) on real texts: sentence pairs of news on one event, and links by hand.

The texts lie beside the repository. The bounds are far from what is measured
(benchmarks/word_alignment.py): they say that the method works, not how well.
"""

import json
from statistics import fmean

import pytest

from paralattice.rewording.alignment.alignment_error import AlignmentError, alignment_error
from paralattice.rewording.alignment.shard_training import train_word_alignment
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.alignment.word_alignment import align_words
from paralattice.rewording.options import SentencePairOptions
from paralattice.rewording.sentence_pairs import extract_sentence_pairs, join_extractions
from support.paths import SHARED_DATA

DOCUMENTS = SHARED_DATA / "ecbplus" / "documents"
GOLD = sorted((SHARED_DATA / "wordalign").glob("*.jsonl"))


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the ECB+ documents are not beside the repository")
def test_pairs_of_news_pass_the_filters_and_are_as_close_as_those_of_the_paper():
    found = []
    for cluster in sorted(path for path in DOCUMENTS.iterdir() if path.is_dir()):
        texts = [path.read_text("utf-8").split("\n") for path in sorted(cluster.iterdir())]
        sentences = [words for lines in texts for line in lines if (words := line.split())]
        found.append(extract_sentence_pairs(sentences, SentencePairOptions(relative_distance=0.5)))
    joined = join_extractions(found)
    counts = joined.counts
    assert counts.compared == sum(
        (counts.identical, counts.lengths, counts.distances, counts.duplicates, counts.kept)
    )
    assert counts.kept > 100
    # The paper: 5.17 and 18.6 words.
    assert 3 < fmean(pair.distance for pair in joined.pairs) < 8
    assert 12 < fmean(len(words) for pair in joined.pairs for words in (pair.first, pair.second)) < 30
    for pair in joined.pairs:
        shorter, longer = sorted((len(pair.first), len(pair.second)))
        assert shorter * 3 >= longer * 2
        assert pair.distance <= 12


@pytest.mark.skipif(not GOLD, reason="no links by hand are beside the repository")
def test_the_alignment_comes_near_to_links_by_hand():
    gold = [json.loads(line) for path in GOLD for line in path.read_text("utf-8").splitlines()]
    pairs = [tuple([word.lower() for word in row[side]] for side in ("source", "target")) for row in gold]
    turned = [(second, first) for first, second in pairs]
    _, model = train_word_alignment([*pairs, *turned])
    total = AlignmentError()
    for row, one, other in zip(gold, align_words(model, pairs), align_words(model, turned), strict=True):
        links = symmetrise(one, [(i, j) for j, i in other], "intersection")
        total += alignment_error(links, map(tuple, row["sure"]), map(tuple, row["possible"]))
    # Table 1 has 0.1158, with 139,000 pairs to train on.
    assert total.aer < 0.2
