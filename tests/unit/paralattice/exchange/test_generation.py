"""Generation of the new sentences of a cluster."""

import pytest
from attrs import evolve
from rapidfuzz.distance import Levenshtein

from paralattice.exchange import Reading, generate_sentences
from paralattice.exchange.candidates import Candidate
from paralattice.exchange.generation import NewSentence, _apart
from paralattice.exchange.operations import DELETION, SourcedToken
from paralattice.exchange.options import ExchangeOptions
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, WORDS

FRAGMENT = "(ROOT (FRAG {}))"


def reading(brackets: str) -> Reading:
    return Reading(read_tree(brackets), (5.0,), (5.0,), 1.0)


def read(sentences):
    """Read one sentence as planned; all others as fragments."""
    return [
        reading(
            PLAIN if " ".join(words) == WORDS else FRAGMENT.format(" ".join(f"(XX {word})" for word in words))
        )
        for words in sentences
    ]


def made(**options):
    return generate_sentences(
        [reading(tree) for tree in AURORA], read, ExchangeOptions(distance=4, **options), 1
    )


def test_sentences_that_pass_all_gates_are_accepted_with_what_was_done():
    found = made()
    (entry,) = found.sentences
    assert " ".join(entry.candidate.words) == WORDS
    assert entry.candidate.sources == [0, 1]
    assert entry.distance == 4
    assert 0.6 <= entry.score <= 1


def test_every_candidate_is_accepted_or_refused_by_one_gate():
    found = made()
    assert found.made == len(found.sentences) + sum(found.refused.values())
    assert found.refused["whole"] > 0


def test_only_as_many_candidates_are_parsed_as_the_options_allow():
    assert made(tried=2).parsed == 2


def test_a_sentence_that_scores_too_low_is_refused():
    found = made(accept=1)
    assert found.sentences == []
    assert found.refused["score"] == 1


def test_a_language_model_adds_its_signals_to_the_mean():
    plain = made().sentences[0]
    readings = [reading(tree) for tree in AURORA]
    found = generate_sentences(
        readings, read, ExchangeOptions(distance=4), 1, lambda texts: [[-1.0] * len(text) for text in texts]
    )
    (entry,) = found.sentences
    assert entry.signals == {**plain.signals, "least": 1, "losses": 1, "plain": 1}
    assert entry.score == pytest.approx(sum(entry.signals.values()) / len(entry.signals))


def test_a_sentence_that_a_language_model_finds_bad_is_refused():
    readings = [reading(tree) for tree in AURORA]

    def score(texts):
        return [[-90.0 if " ".join(text) == WORDS else 0.0] * len(text) for text in texts]

    options = ExchangeOptions(distance=4, accept=made().sentences[0].score - 0.05)
    assert generate_sentences(readings, read, options, 1, score).refused["score"] == 1


def all_good(sentences):
    """Read every sentence as if nothing were wrong with it."""
    return [reading("(ROOT (S (NP (NN x)) (VP (VBD y))))") for _ in sentences]


def test_chosen_sentences_keep_their_distance_from_each_other(monkeypatch):
    monkeypatch.setattr("paralattice.exchange.generation.AFTER_PARSING", ())
    monkeypatch.setattr("paralattice.exchange.generation.signals_of", lambda *_: {"all": 0.7})
    found = generate_sentences(
        [reading(tree) for tree in AURORA], all_good, ExchangeOptions(per_cluster=50, distance=2), 1
    )
    texts = [[word.lower() for word in entry.candidate.words] for entry in found.sentences]
    assert len(texts) > 2
    for place, text in enumerate(texts):
        assert all(Levenshtein.distance(text, other) >= 4 for other in texts[:place])


def test_two_sentences_are_chosen_for_one_that_stands_between_them():
    def entry(text, score):
        candidate = Candidate(
            0, (), tuple(SourcedToken(word, 0, place) for place, word in enumerate(text)), ()
        )
        return NewSentence(candidate, score, {}, 5)

    # Two edits lie between neighbours.
    ranked = [entry("aabb", 0.9), entry("aaaa", 0.8), entry("abab", 0.7), entry("bbbb", 0.6)]
    options = ExchangeOptions(apart=3, per_cluster=3)
    assert _apart(ranked, options) == [ranked[1], ranked[3]]
    assert _apart(ranked, evolve(options, per_cluster=1)) == ranked[:1]
    assert _apart(ranked[:2], options) == ranked[:1]


def test_of_equally_good_sentences_those_are_chosen_that_leave_nothing_out(monkeypatch):
    monkeypatch.setattr("paralattice.exchange.generation.AFTER_PARSING", ())
    monkeypatch.setattr("paralattice.exchange.generation.signals_of", lambda *_: {"all": 0.7})

    def deletions(most):
        options = ExchangeOptions(per_cluster=most, distance=2)
        found = generate_sentences([reading(tree) for tree in AURORA], all_good, options, 1)
        return [
            sum(operation.kind == DELETION for operation in entry.candidate.operations)
            for entry in found.sentences
        ]

    every = deletions(50)
    assert every == sorted(every)
    assert every[-1] > 0
    assert deletions(every.count(0)) == [0] * every.count(0)


@pytest.mark.parametrize("most", [1, 3])
def test_a_language_model_is_not_asked_for_what_could_not_be_chosen(monkeypatch, most):
    monkeypatch.setattr("paralattice.exchange.generation.AFTER_PARSING", ())
    # Short sentences are better without the model, and with it too.
    monkeypatch.setattr(
        "paralattice.exchange.generation.signals_of",
        lambda parsed, _: {str(number): 20 / (20 + len(parsed.candidate.words) ** 2) for number in range(8)},
    )
    found, asked = [], []
    for at_once in (1, 1000):
        monkeypatch.setattr("paralattice.exchange.generation._AT_ONCE", at_once)
        texts: set = set()

        def score(new, texts=texts):
            texts.update(new)
            return [[-2.0 - len(text) / 10] * len(text) for text in new]

        options = ExchangeOptions(per_cluster=most, distance=2, accept=0)
        made = generate_sentences([reading(tree) for tree in AURORA], all_good, options, 1, score)
        found.append([entry.candidate.words for entry in made.sentences])
        asked.append(len(texts))
    assert found[0] == found[1]
    assert len(found[0]) == most
    assert asked[0] < asked[1]


def test_a_cluster_of_one_sentence_has_no_exchange_but_moves():
    alone = generate_sentences([reading(AURORA[0])], read, ExchangeOptions(), 1)
    assert alone.made >= 1


@pytest.mark.parametrize(("gain", "refused"), [(3.0, 0), (9.0, 1)])
def test_a_sentence_that_a_language_model_would_correct_is_refused(gain, refused):
    bare, with_article = "(NN rock)", "(DT a) (NN rock)"
    readings = [reading(tree.replace(with_article, bare)) for tree in AURORA]
    planned = reading(PLAIN.replace(with_article, bare))

    def read_bare(sentences):
        known = {WORDS.replace("a rock", "rock"): planned}
        return [known.get(" ".join(words), read([words])[0]) for words in sentences]

    def score(texts):
        return [[-1.0] * (len(text) - 1) + [-1.0 + gain * ("the" in text)] for text in texts]

    found = generate_sentences(readings, read_bare, ExchangeOptions(distance=4), 1, score)
    assert found.refused["correction"] == refused
    assert len(found.sentences) == 1 - refused
