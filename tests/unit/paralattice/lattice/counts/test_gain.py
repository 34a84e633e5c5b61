import pytest

from paralattice.errors import BuildError
from paralattice.lattice import from_alignment, leave_one_out, reference_curve
from paralattice.lattice.building import separate_columns
from paralattice.lattice.counts.gain import CurveRow, EditGain, curve_table, edgain, edgain_ranges

# Of the first three words of each sentence every combination is a path when they are aligned.
SENTENCES = [list("abc"), list("axz"), list("ayc"), list("awz")]


def aligned(chosen):
    sentences = [SENTENCES[number] for number in chosen]
    width = len(chosen)
    columns = [[0, 1 + place, width + 1 + (words[2] == "z")] for place, words in enumerate(sentences)]
    return from_alignment(sentences, columns)


def apart(chosen):
    sentences = [SENTENCES[number] for number in chosen]
    return from_alignment(sentences, separate_columns(sentences))


def test_each_sentence_is_measured_against_all_the_others():
    seen = []

    def build(chosen):
        seen.append(list(chosen))
        return apart(chosen)

    gains = leave_one_out(SENTENCES, build)
    assert seen == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    assert gains == [EditGain(1, 1)] * 4


def test_a_lattice_with_more_paths_gains():
    sentences = [list("ab"), list("cd"), list("ad")]

    def build(chosen):
        columns = {0: [0, 2], 1: [1, 3], 2: [0, 3]}
        return from_alignment([sentences[n] for n in chosen], [columns[n] for n in chosen])

    assert leave_one_out(sentences, build)[2] == EditGain(1, 1)
    gains = [EditGain(3, 1), EditGain(2, 2), EditGain(1, 1)]
    assert [gain.difference for gain in gains] == [2, 0, 0]
    assert edgain(gains) == pytest.approx(2 / 3)


def test_values_are_counted_by_ranges_of_one():
    assert edgain_ranges([0, 0.5, 0.99, 1.0, 3.2]) == {0: 3, 1: 1, 2: 0, 3: 1}
    assert edgain_ranges([]) == {}


def test_the_curve_adds_one_reference_at_a_time_and_keeps_the_test_sentence_out():
    seen = []

    def build(chosen):
        seen.append(list(chosen))
        return aligned(chosen)

    curve = reference_curve(SENTENCES, build, seed=3)
    assert [len(chosen) for chosen in seen] == [1, 2, 3]
    assert seen[0] == seen[2][:1]
    assert seen[1] == seen[2][:2]
    assert len(set(seen[2])) == 3
    assert [gain.input for gain in curve] == sorted((gain.input for gain in curve), reverse=True)


def test_the_order_follows_from_the_seed():
    curves = {
        tuple(reference_curve([list("ab"), list("cdef"), list("a")], apart_of, seed)) for seed in range(20)
    }
    assert len(curves) > 1
    assert reference_curve(SENTENCES, apart, 4) == reference_curve(SENTENCES, apart, 4)


def apart_of(chosen):
    sentences = [[list("ab"), list("cdef"), list("a")][number] for number in chosen]
    return from_alignment(sentences, separate_columns(sentences))


def test_the_table_of_curves_has_means_and_sample_deviations():
    curves = [[EditGain(5, 5), EditGain(4, 3)], [EditGain(7, 7), EditGain(7, 7)]]
    assert curve_table(curves) == [
        CurveRow(1, 1.0, pytest.approx(2**0.5), 0.0, 0.0),
        CurveRow(2, 0.0, 0.0, 0.5, pytest.approx(0.5**0.5)),
    ]
    assert curve_table(curves[:1])[0] == CurveRow(1, 2.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("measure", [leave_one_out, lambda s, b: reference_curve(s, b, 1)])
def test_a_single_sentence_cannot_be_measured_against_others(measure):
    with pytest.raises(BuildError, match="two are needed"):
        measure([["a"]], apart)


MANY = [list(text) for text in ("abc", "abd", "xbc", "abc", "yyy", "abz")]


def apart_of_many(chosen):
    sentences = [MANY[number] for number in chosen]
    return from_alignment(sentences, separate_columns(sentences))


def test_of_many_sentences_as_many_are_left_out_as_asked_for_the_same_ones_for_a_seed():
    asked = []

    def build(chosen):
        asked.append(tuple(chosen))
        return apart_of_many(chosen)

    assert len(leave_one_out(MANY, build, 3, seed=5)) == 3
    assert {len(chosen) for chosen in asked} == {5}
    first = list(asked)
    leave_one_out(MANY, build, 3, seed=5)
    assert asked[3:] == first
    assert leave_one_out(MANY, apart_of_many, 6) == leave_one_out(MANY, apart_of_many)


def test_a_curve_may_end_before_the_sentences_do():
    whole = reference_curve(MANY, apart_of_many, 7)
    assert reference_curve(MANY, apart_of_many, 7, 3) == whole[:3]
