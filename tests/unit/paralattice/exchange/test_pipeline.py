"""Generation of the new sentences of a cluster."""

from collections import Counter
from statistics import fmean

from attrs import evolve
from rapidfuzz.distance import Levenshtein

from paralattice.exchange import generate_sentences
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import DELETION, Operation, SourcedToken, SpanEdit
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.choice import NewSentence, bold
from paralattice.exchange.ranking.choice import apart as _apart
from paralattice.exchange.ranking.signals import SIGNALS
from paralattice.exchange.rule_names import RULE_NAMES, RULES_OF_TREES
from paralattice.formats.trees import read_tree
from paralattice.lattice.records.sentence_table import pinc
from support.n_gram_scorer import scorer_of
from support.parsed_clusters import AURORA, PLAIN, WORDS

FRAGMENT = "(ROOT (FRAG {}))"


def read(sentences):
    """Read one sentence as planned; all others as fragments."""
    return [
        read_tree(
            PLAIN if " ".join(words) == WORDS else FRAGMENT.format(" ".join(f"(XX {word})" for word in words))
        )
        for words in sentences
    ]


def made(**options):
    given = ExchangeOptions(**{"distance": 4, **options})
    return generate_sentences([read_tree(tree) for tree in AURORA], read, given, 1)


def test_sentences_that_pass_all_rules_are_accepted_with_what_was_done():
    found = made()
    (entry,) = found.sentences
    assert " ".join(entry.candidate.words) == WORDS
    assert entry.candidate.sources == [0, 1]
    assert entry.distance == 4
    assert 0.6 <= entry.score <= 1


def test_every_candidate_is_accepted_or_refused_by_one_rule():
    found = made()
    assert found.made == len(found.sentences) + sum(found.refused.values())
    assert found.refused["whole"] > 0


def test_a_rule_that_is_left_out_refuses_nothing():
    found = made(without=["whole"])
    assert found.refused["whole"] == 0
    assert found.made == made().made


def test_an_observer_gets_each_refused_candidate_with_its_rule():
    seen = []
    trees = [read_tree(tree) for tree in AURORA]
    options = ExchangeOptions(distance=4)
    found = generate_sentences(
        trees, read, options, 1, observe=lambda rule, candidate: seen.append((rule.name, candidate))
    )
    counts = Counter(name for name, _ in seen)
    assert counts == {name: found.refused[name] for name in RULE_NAMES if found.refused[name]}
    assert WORDS not in {" ".join(candidate.words) for _, candidate in seen}


def test_only_as_many_candidates_are_compared_as_the_options_allow():
    found = made(tried=2, without=RULES_OF_TREES)
    assert found.parsed + found.refused["choice"] == 2


def test_only_candidates_that_would_be_chosen_are_parsed():
    found = made(distance=2, per_cluster=2, apart=6, without=RULES_OF_TREES)
    assert found.parsed == len(found.sentences) == 2 < found.refused["choice"]


def test_a_sentence_that_scores_too_low_is_refused():
    found = made(accept=1)
    assert found.sentences == []
    assert found.parsed == 0 < found.refused["score"]


def scored(*texts, **options):
    """Make sentences with a language model of some texts."""
    trees = [read_tree(tree) for tree in AURORA]
    return generate_sentences(trees, read, ExchangeOptions(distance=4, **options), 1, scorer_of(*texts))


def test_a_language_model_of_the_caller_adds_a_signal_that_lowers_no_score_of_a_probable_sentence():
    (plain,) = made().sentences
    (entry,) = scored(WORDS).sentences
    assert entry.signals == {**plain.signals, "language": 1}
    assert entry.score == plain.score


def test_a_sentence_that_is_less_probable_than_its_frame_scores_lower():
    frame = "Aurora , a small ship of 1962 , hit a rock after losing power ."
    (plain,) = made().sentences
    (entry,) = scored(*[frame] * 9, accept=0).sentences
    assert entry.signals["language"] < 0.5
    assert entry.score == plain.score * entry.signals["language"]
    assert not scored(*[frame] * 9, accept=(entry.score + plain.score) / 2).sentences


def all_good(sentences):
    """Read every sentence as if nothing were wrong with it."""
    return [read_tree("(ROOT (S (NP (NN x)) (VP (VBD y))))") for _ in sentences]


def test_chosen_sentences_keep_their_distance_from_each_other(monkeypatch):
    alike = dict.fromkeys(SIGNALS, 1.0)
    monkeypatch.setattr("paralattice.exchange.ranking.choice.signals_of", lambda *_: alike)
    found = generate_sentences(
        [read_tree(tree) for tree in AURORA],
        all_good,
        ExchangeOptions(per_cluster=50, distance=2, without=RULES_OF_TREES),
        1,
    )
    texts = [[word.lower() for word in entry.candidate.words] for entry in found.sentences]
    assert len(texts) > 2
    for place, text in enumerate(texts):
        assert all(Levenshtein.distance(text, other) >= 4 for other in texts[:place])


def test_two_sentences_are_chosen_for_one_that_stands_between_them():
    def entry(text, score):
        candidate = Candidate(
            0, (), tuple(SourcedToken(word, 0, place) for place, word in enumerate(text)), tuple
        )
        return NewSentence(candidate, score, {}, 5)

    # Two edits lie between neighbours.
    ranked = [entry("aabb", 0.9), entry("aaaa", 0.8), entry("abab", 0.7), entry("bbbb", 0.6)]
    options = ExchangeOptions(apart=3, per_cluster=3)
    assert _apart(ranked, options) == [ranked[1], ranked[3]]
    assert _apart(ranked, evolve(options, per_cluster=1)) == ranked[:1]
    assert _apart(ranked[:2], options) == ranked[:1]


def test_beyond_half_of_those_asked_for_only_sentences_are_kept_that_differ_enough():
    cut = Operation(DELETION, "time", 0, (SpanEdit(0, 1, ()),))

    def entry(text, difference, *operations):
        candidate = Candidate(0, operations, (SourcedToken(text, 0, 0),), tuple)
        return NewSentence(candidate, 0.5, {}, 5, difference)

    # Ranked by worth; those that leave nothing out come before the others.
    ranked = [entry("a", 0.9, cut), entry("b", 0.3), entry("c", 0.1), entry("d", 0.2), entry("e", 0.1, cut)]
    options = ExchangeOptions(per_cluster=3, difference=0.75)

    def kept(**changed):
        return "".join(sorted(one.text for one in bold(ranked, evolve(options, **changed))))

    assert kept() == "abc"
    assert kept(difference=0.3) == "abcd"
    assert kept(difference=0) == "abcde"
    assert kept(per_cluster=1) == "ab"
    assert kept(per_cluster=10) == "abcde"


def test_of_equally_good_sentences_those_are_chosen_that_leave_nothing_out(monkeypatch):
    alike = dict.fromkeys(SIGNALS, 1.0)
    monkeypatch.setattr("paralattice.exchange.ranking.choice.signals_of", lambda *_: alike)

    def deletions(most):
        options = ExchangeOptions(per_cluster=most, distance=2, difference=0, without=RULES_OF_TREES)
        found = generate_sentences([read_tree(tree) for tree in AURORA], all_good, options, 1)
        return [
            sum(operation.kind == DELETION for operation in entry.candidate.operations)
            for entry in found.sentences
        ]

    every = deletions(50)
    assert every == sorted(every)
    assert every[-1] > 0
    assert deletions(5) == [0] * 5


def test_the_more_difference_counts_the_farther_the_chosen_sentences_are():
    def difference(weight):
        options = ExchangeOptions(per_cluster=3, distance=2, difference=weight, without=RULES_OF_TREES)
        found = generate_sentences([read_tree(tree) for tree in AURORA], all_good, options, 1)
        texts = [tuple(read_tree(tree).words()) for tree in AURORA]
        return fmean(min(pinc(entry.candidate.words, text) for text in texts) for entry in found.sentences)

    assert difference(0) < difference(1)


def test_a_cluster_of_one_sentence_has_no_exchange_but_moves():
    alone = generate_sentences([read_tree(AURORA[0])], read, ExchangeOptions(), 1)
    assert alone.made >= 1
