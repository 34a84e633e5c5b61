"""Edits of a sentence: weights, combination, abstention."""

import math
import random
from dataclasses import replace
from itertools import count, islice

import msgspec
import pytest
from attrs import evolve

from paralattice.errors import RewordError
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.ngrams import train_language_model
from paralattice.ngrams.coded_text import CodedText
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.rewording.decoding.decoder import ReplacementTable
from paralattice.rewording.decoding.edit_weights import EditWeights, features, fit_weights
from paralattice.rewording.decoding.edits import Edit, combine_edits, find_edits, in_part_of_speech
from paralattice.rewording.decoding.phrasal_rewording import Rewording, RewordingModel, reword_by_phrases
from paralattice.rewording.decoding.rewriter import Rewriter
from paralattice.rewording.decoding.tuning import tune_weights
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.entities import EntityClasses
from paralattice.rewording.words.truecaser import Truecaser, proper_names
from support.n_gram_scorer import scorer_of

CASED = [
    "The old boat left the harbour on 4 May .",
    "The old ship left the harbour on 5 May .",
    "An old vessel reached the town , Brekke said .",
    "The ship reached Port Edrin .",
    "People in the city saw the ship .",
]


def entry(source, target, scores=(0.5, 0.5, 0.5, 0.5), counts=(4, 3, 3)):
    return PhraseEntry(tuple(source.split()), tuple(target.split()), scores, counts=counts)


ENTRIES = [
    entry("boat", "ship"),
    entry("old boat", "old ship"),
    entry("harbour", "quay", (0.01, 0.01, 0.01, 0.01), (2, 2, 0)),
    entry("town", "city"),
    entry("edrin", "brekke"),
]


@pytest.fixture(scope="module")
def model():
    entities = EntityClasses()
    sentences = [text.split() for text in CASED]
    weights = EditWeights()
    return RewordingModel(
        ReplacementTable(ENTRIES, weights.static),
        train_language_model((entities.mask(words).words for words in sentences), LanguageModelOptions(3)),
        Truecaser.of_text(CodedText(sentences)),
        entities,
        {},
        weights,
    )


def reworded(model, text, **options):
    return [" ".join(one.words) for one in reword_by_phrases(text.split(), model, DecodeOptions(**options))]


def test_a_likely_edit_rewords_a_sentence_and_the_rest_stays(model):
    found = reworded(model, "The old boat left the harbour on 6 May .")
    assert found[0] == "The old ship left the harbour on 6 May ."


def test_edits_that_come_to_the_same_words_make_one_rewording(model):
    found = reworded(model, "The old boat left the harbour on 6 May .", best=9)
    assert found == ["The old ship left the harbour on 6 May ."]


def test_without_a_likely_edit_there_is_no_rewording_unless_forced(model):
    assert reworded(model, "The harbour was closed .") == []
    assert reworded(model, "The harbour was closed .", force=True, best=1) == ["The quay was closed ."]
    assert reworded(model, "Nothing is known .", force=True) == []
    assert reworded(model, "") == []


def test_a_language_model_of_the_caller_leaves_out_rewordings_unless_one_is_forced(model):
    words = ["The", "old", "boat", "left", "the", "harbour", "on", "6", "May", "."]
    plain, checked = Rewriter(model), Rewriter(model, score=scorer_of(*[" ".join(words)] * 999))
    options = DecodeOptions(likely=0.75)
    assert plain.reword(words, options)
    assert checked.reword(words, options) == []
    forced = evolve(options, force=True)
    assert checked.reword(words, forced) == plain.reword(words, forced)


def test_an_edit_fits_neighbours_that_the_language_model_has_seen_beside_it(model):
    assert reworded(model, "People saw the boat .") == ["People saw the ship ."]
    # Nothing has followed "ship" but "left", "reached" and the full stop.
    assert reworded(model, "The boat hooted .") == []
    assert reworded(model, "The boat hooted .", contexts=1) == ["The ship hooted ."]


def test_names_are_not_dropped(model):
    assert reworded(model, "The Boat left Port Edrin .", force=True, contexts=0) == []


def test_scores_are_odds_and_edits_name_what_was_learnt(model):
    (best, *_) = reword_by_phrases(["The", "boat", "left", "."], model, DecodeOptions(contexts=0))
    (edit,) = best.edits
    assert best.score == best.replacement_score == pytest.approx(edit.score)
    assert edit.learnt == (("boat",), ("ship",))
    assert best.language_score == pytest.approx(
        model.language_model.log_probability(["the", "ship", "left", "."])
    )
    assert msgspec.convert(msgspec.to_builtins(best), Rewording) == best


def test_the_next_rewording_takes_the_place_of_one_that_a_language_model_leaves_out(model):
    words = ["The", "old", "boat", "left", "the", "town", "."]
    plain = Rewriter(model).reword(words, DecodeOptions(best=9, contexts=0))
    first, second = (one.words for one in plain[:2])

    def score(sentences):
        return [[-99.0 if one == first else -9.0] for one in sentences]

    (found,) = Rewriter(model, score=score).reword(words, DecodeOptions(best=1, contexts=0))
    assert found.words == second


def test_the_lattice_has_the_likely_edits_beside_the_sentence(model):
    words = ["The", "old", "boat", "left", "the", "town", "."]
    lattice = Rewriter(model).lattice(words, DecodeOptions(contexts=0))
    new = {edge.words for edge in lattice.edges if edge.words != lattice.words[edge.start : edge.end]}
    assert new == {("ship",), ("old", "ship"), ("city",)}
    assert sum(edge.score == 0 for edge in lattice.edges) == len(lattice.words)


def edit(start, odds, contexts=2):
    return Edit(start, start + 1, ("new",), 0.0, odds, contexts)


@pytest.mark.parametrize(("text", "broken"), [("the extra mile", True), ("the extra hour", False)])
def test_an_edit_that_breaks_a_collocation_is_less_likely(model, text, broken):
    sentences = [["the", "extra", "mile"]] * 20 + [["the", word, "hour"] for word in ("extra", "further")]
    table = ReplacementTable([entry("extra", "further")], EditWeights().static)
    trained = train_language_model(sentences, LanguageModelOptions(3))
    (found,) = find_edits(model.entities.mask(text.split()), table, trained, EditWeights())
    otherwise = EditWeights().static(entry("extra", "further")) + EditWeights().in_context(found.change)
    assert (found.odds < otherwise - 0.1) == broken


def test_parts_of_compounds_with_a_hyphen_stay(model):
    assert reworded(model, "The boat - left .", contexts=0) == []
    assert reworded(model, "The old boat left .", contexts=0) != []


def test_an_edit_suits_the_article_before_it(model):
    table = ReplacementTable([entry("old", "new"), entry("old", "aged")], EditWeights().static)
    for article, wanted in (("The", ["aged", "new"]), ("An", ["aged"])):
        masked = model.entities.mask([article, "old", "ship", "left", "."])
        found = find_edits(masked, table, model.language_model, EditWeights())
        assert sorted(one.words[0] for one in found) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("She answered the man .", ["replied", "wrote"]),
        # "Replied him" is no English.
        ("She answered him .", ["wrote"]),
    ],
)
def test_a_verb_without_object_does_not_stand_before_a_pronoun(model, text, wanted):
    table = ReplacementTable([entry("answered", "replied"), entry("answered", "wrote")], EditWeights().static)
    found = find_edits(model.entities.mask(text.split()), table, model.language_model, EditWeights())
    assert [one.words[0] for one in found] == wanted


@pytest.mark.parametrize(
    ("text", "found"),
    [("A crowd of people came .", 0), ("The crowds of people came .", 0), ("Some people came .", 1)],
)
def test_a_new_word_does_not_repeat_a_word_near_by(model, text, found):
    table = ReplacementTable([entry("people", "crowd")], EditWeights().static)
    masked = model.entities.mask(text.split())
    assert len(list(find_edits(masked, table, model.language_model, EditWeights()))) == found


def tagged(tags):
    """Return a tagger that gives each sentence these tags, and the sentences that it was given each time."""
    asked = []

    def tag(sentences):
        asked.append([" ".join(words) for words in sentences])
        return [tags.split()] * len(sentences)

    return tag, asked


@pytest.mark.parametrize(("tags", "wanted"), [("CD NNS DT JJ NN .", 1), ("CD NNS DT NN NN .", 0)])
def test_an_edit_is_made_under_the_tags_of_its_replacement_only(model, tags, wanted):
    whole = PhraseEntry(("the", "whole"), ("the", "entire"), (0.5,) * 4, counts=(4, 3, 3), tags=("JJ",))
    table = ReplacementTable([whole], EditWeights().static)
    words = ["3", "June", "the", "whole", "town", "."]
    masked = model.entities.mask(words)
    edits = list(find_edits(masked, table, model.language_model, EditWeights()))
    tag, asked = tagged(tags)
    (found,) = in_part_of_speech([edits], [masked], table, tag)
    assert len(found) == wanted
    assert asked == [[" ".join(words)]]


def test_a_sentence_is_not_tagged_for_edits_that_are_made_under_any_tag(model):
    tag, asked = tagged("")
    words = ["The", "old", "boat", "left", "the", "harbour", "on", "6", "May", "."]
    with_tagger = Rewriter(model, tag=tag).reword(words)
    assert with_tagger == Rewriter(model).reword(words) != []
    assert asked == []


@pytest.fixture
def tag_model(model):
    """A model with a likely and an unlikely replacement that depend on a tag."""
    likely = PhraseEntry(("boat",), ("ship",), (0.5,) * 4, counts=(4, 3, 3), tags=("NN",))
    unlikely = PhraseEntry(("harbour",), ("town",), (0.001,) * 4, counts=(2, 2, 0), tags=("NN",))
    return replace(model, table=ReplacementTable([likely, unlikely], EditWeights().static))


def test_sentences_are_tagged_together_and_reworded_as_if_alone(tag_model):
    texts = ["The old boat left .", "", "Nothing is known .", "The boat reached Port Edrin ."]
    tag, asked = tagged("DT NN NN NN NN NN")
    rewriter = Rewriter(tag_model, tag=tag)
    found = list(rewriter.reword_all(text.split() for text in texts))
    assert asked == [[texts[0], texts[3]]]
    assert found == [rewriter.reword(text.split()) for text in texts]
    assert [len(rewordings) for rewordings in found] == [1, 0, 0, 1]


def test_sentences_are_read_as_their_rewordings_are_asked_for(tag_model):
    rewriter = Rewriter(tag_model, tag=tagged("DT NN NN NN NN NN")[0])
    found = rewriter.reword_all(["The", "old", "boat", "left", "."] for _ in count())
    assert [len(rewordings) for rewordings in islice(found, 130)] == [1] * 130


def test_a_sentence_is_not_tagged_for_unlikely_edits_unless_one_is_forced(tag_model):
    words = ["The", "harbour", "was", "closed", "."]
    tag, asked = tagged("DT NN VBD VBN .")
    rewriter = Rewriter(tag_model, tag=tag)
    assert rewriter.reword(words) == []
    assert asked == []
    assert rewriter.reword(words, DecodeOptions(force=True)) != []
    assert len(asked) == 1


def test_combinations_come_in_order_of_their_worth_and_edits_do_not_touch():
    edits = [edit(0, 2.0), edit(2, 1.0), edit(5, 3.0), edit(9, -4.0)]
    options = DecodeOptions(likely=0.5, edits=2, best=9)
    found = [[one.start for one in group] for group in combine_edits(edits, options)]
    assert found == [[0, 5], [2, 5], [5], [0], [2]]
    forced = combine_edits(edits, DecodeOptions(likely=0.5, edits=1, best=9, force=True))
    assert [group[0].start for group in forced] == [5, 0, 2, 9]


def test_features_are_bounded_and_an_edit_of_mean_features_has_the_constant_odds():
    row = features(entry("a", "b", (0.0, 1.0, 1.0, 1.0), (1, 1, 0)), -99.0)
    assert row == [0.0, 0.0, -6.0, 0.0, 0.0, 0.0, 0.0, -4.0, 1.0]
    weights = EditWeights(inverse=0.0, language=0.0, constant=0.7)
    assert weights.static(entry("a", "b", (1.0,) * 4, (1, 1, 3))) == pytest.approx(0.7 + weights.synonym)


@pytest.mark.parametrize(("events", "ratio"), [(2, 6), (1, 18)])
def test_the_odds_of_words_that_only_pairs_relate_are_a_sixth_and_less_if_one_event_shows_them(events, ratio):
    weights = EditWeights(synonym=0.0, close=0.0)
    related, unrelated = (
        weights.static(entry("a", "b", (0.5,) * 4, (2, events, relation))) for relation in (2, 0)
    )
    assert math.exp(related - unrelated) == pytest.approx(ratio)


def test_samples_move_the_weights_and_none_leave_them():
    prior = EditWeights()
    assert fit_weights([], [], prior) == prior
    draw = random.Random(3)
    rows = [[draw.uniform(-3, 0), *[0.0] * 7, 1.0] for _ in range(600)]
    right = [draw.random() < 1 / (1 + math.exp(-(3 * row[0] + 4))) for row in rows]
    found = fit_weights(rows, right, prior)
    assert found.direct == pytest.approx(3, abs=0.8)
    assert found.constant == pytest.approx(4, abs=1)
    assert found.lexical == pytest.approx(prior.lexical)


@pytest.mark.parametrize(
    "values", [None, {}, {**EditWeights().to_dict(), "direct": "x"}, {**EditWeights().to_dict(), "more": 1}]
)
def test_weights_that_are_not_whole_are_refused(values):
    with pytest.raises(RewordError):
        EditWeights.from_dict(values)
    assert EditWeights.from_dict(EditWeights().to_dict()) == EditWeights()


def test_an_edit_is_right_if_a_sentence_that_lacks_the_old_words_has_the_new_ones(model):
    boat = ["the", "boat", "left", "the", "harbour", "."]
    pairs = [
        (boat, ["the", "ship", "left", "the", "harbour", "."]),
        (boat, ["the", "boat", "sank", "."]),
        (["the", "town", "slept", "."], ["the", "village", "slept", "."]),
    ]
    tuned = tune_weights(pairs, ENTRIES[:4], model.language_model)
    # boat -> ship is right; town -> city is wrong; one sentence lacks the harbour, and has no quay.
    assert (tuned.edits, tuned.right) == (3, 1)
    assert tuned.weights != EditWeights()


def test_weights_depend_on_the_share_of_paraphrases_and_not_on_their_number(model):
    boat, ship = ["the", "boat", "left", "."], ["the", "ship", "left", "."]
    others = [[name, "left", "."] for name in ("edrin", "she", "he")]
    one_of_four = tune_weights(
        [(boat, other) for other in (ship, *others)], ENTRIES[:1], model.language_model
    )
    one_of_one = tune_weights([(boat, ship)], ENTRIES[:1], model.language_model)
    assert one_of_four.right == one_of_one.right == 1
    assert one_of_four.weights.constant < EditWeights().constant < one_of_one.weights.constant


def test_a_sample_that_counts_as_three_moves_the_weights_like_three():
    prior, row = EditWeights(), [-1.0, -1.0, -1.0, -1.0, 0.0, 1.0, 0.0, 0.5, 1.0]
    thrice, once = fit_weights([row] * 3, [1.0] * 3, prior), fit_weights([row], [1.0], prior)
    # The sum of three products is rounded elsewhere than one product, as the processor's sums have it.
    counted = fit_weights([row], [1.0], prior, [3.0]).to_dict()
    assert counted == pytest.approx(thrice.to_dict(), rel=1e-12)
    assert thrice.to_dict() != pytest.approx(once.to_dict(), rel=1e-3)


def test_held_out_pairs_do_not_say_what_synonyms_are_worth():
    prior, row = EditWeights(), [-1.0, -1.0, -1.0, -1.0, 0.0, 1.0, 0.0, 0.5, 1.0]
    found = fit_weights([row] * 9, [0.0] * 9, prior)
    assert (found.synonym, found.close) == pytest.approx((prior.synonym, prior.close), abs=1e-4)
    assert found.constant < prior.constant


def test_edits_are_found_wherever_a_phrase_occurs(model):
    masked = model.entities.mask(["boat", "and", "boat"])
    found = [one.start for one in find_edits(masked, model.table, model.language_model, EditWeights())]
    assert found == [0, 2]


def test_names_are_words_written_with_a_capital_within_sentences():
    assert proper_names(CodedText(text.split() for text in CASED)) == {"may", "port", "edrin"}
