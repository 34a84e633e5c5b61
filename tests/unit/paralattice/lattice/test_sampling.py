import hashlib
import random
from collections import Counter

import pytest

from paralattice.errors import SampleError
from paralattice.lattice import (
    Arc,
    Sample,
    WordLattice,
    accepts,
    derive_seed,
    from_alignment,
    minimise,
    sample,
)
from paralattice.lattice.building import separate_columns
from paralattice.lattice.options import SAMPLERS, SampleOptions
from paralattice.lattice.sampling import below, draw, uniforms

# One short way that three sentences take, and four long ways that two sentences open up.
SENTENCES = [["l", "end"]] * 3 + [["r", "a", "s", "c", "end"], ["r", "b", "s", "d", "end"]]
COLUMNS = [[0, 1]] * 3 + [[2, 3, 4, 5, 1], [2, 6, 4, 7, 1]]
SHORT = ("l", "end")
LONG = [("r", first, "s", second, "end") for first in "ab" for second in "cd"]
SHARES = {  # of the short way, and of each long one
    "arc-uniform": (1 / 2, 1 / 8),
    "arc-count": (3 / 5, 1 / 10),
    "path-uniform": (1 / 5, 1 / 5),
}
PINNED = ["l end", "r a s d end", "l end", "l end", "l end", "l end", "l end", "r a s c end"]
CHI_SQUARE_4 = 18.47  # what chance exceeds once in a thousand times, with 4 degrees of freedom


def lattice_of_five():
    return from_alignment(SENTENCES, COLUMNS)


def chi_square(counts, shares, total):
    return sum((counts[key] - total * share) ** 2 / (total * share) for key, share in shares.items())


def drawn_counts(sampler, draws, seed):
    options = SampleOptions(sampler=sampler, draws=draws)
    return Counter(path.words for path in draw(lattice_of_five(), options, random.Random(seed)))


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_each_sampler_draws_sentences_in_its_own_proportions_and_no_others(sampler):
    counts = drawn_counts(sampler, draws=4000, seed=17)
    for other, (short, long) in SHARES.items():
        shares = {SHORT: short, **dict.fromkeys(LONG, long)}
        value = chi_square(counts, shares, 4000)
        assert (value < CHI_SQUARE_4) == (other == sampler), (other, value)
    assert sum(counts.values()) == 4000


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_path_is_its_states_and_spells_its_words(sampler):
    lattice = lattice_of_five()
    labels = {(arc.source, arc.target): arc.label for arc in lattice.arcs}
    for path in draw(lattice, SampleOptions(sampler=sampler), random.Random(3)):
        assert (path.states[0], path.states[-1]) == (lattice.start, lattice.accept)
        spelt = [labels[step] for step in zip(path.states, path.states[1:], strict=False)]
        assert tuple(filter(None, spelt)) == path.words
        assert accepts(lattice, path.words)


def test_uniform_paths_are_drawn_among_more_than_a_float_can_count():
    places = 1200
    first = [word for place in range(places) for word in (f"l{place}", f"m{place}")]
    second = [word for place in range(places) for word in (f"r{place}", f"m{place}")]
    columns = [[3 * place + side for place in range(places) for side in sides] for sides in ((0, 2), (1, 2))]
    lattice = from_alignment([first, second], columns)
    options = SampleOptions(sampler="path-uniform", draws=10)
    paths = draw(lattice, options, random.Random(5))
    left = [sum(word.startswith("l") for word in path.words) for path in paths]
    assert len({path.words for path in paths}) == 10
    # A binomial of 12,000 fair choices: six standard deviations are 329.
    assert abs(sum(left) - 6000) < 329


def test_samples_are_one_a_draw_and_say_what_is_novel_repeated_and_chosen():
    samples = sample(lattice_of_five(), SENTENCES, SampleOptions(draws=60, keep=2), "five", "V1")
    assert len(samples) == 60
    seen = set()
    for entry in samples:
        assert entry.novel == (list(entry.words) not in SENTENCES)
        assert entry.duplicate == (entry.words in seen)
        seen.add(entry.words)
        assert not entry.chosen or (entry.novel and not entry.duplicate)
    assert {entry.words for entry in samples if entry.novel} == {LONG[1], LONG[2]}
    assert sum(entry.chosen for entry in samples) == 2


def test_all_are_chosen_where_there_are_fewer_than_asked_for():
    samples = sample(lattice_of_five(), SENTENCES, SampleOptions(draws=60, keep=10), "five", "V1")
    assert {entry.words for entry in samples if entry.chosen} == {LONG[1], LONG[2]}


def test_nothing_is_novel_in_a_lattice_of_one_sentence():
    lattice = from_alignment([["a", "b"]], [[0, 1]])
    samples = sample(lattice, [("a", "b")], SampleOptions(draws=3), "one", "V1")
    expected = Sample(("a", "b"), (0, 1, 2, 3), novel=False, duplicate=False, chosen=False)
    repeated = Sample(("a", "b"), (0, 1, 2, 3), novel=False, duplicate=True, chosen=False)
    assert samples == [expected, repeated, repeated]


def test_each_novel_sentence_is_as_likely_as_any_other_to_be_chosen():
    options = SampleOptions(draws=200, keep=2, sampler="arc-uniform")
    lattice = lattice_of_five()
    chosen = Counter(
        entry.words
        for number in range(1500)
        for entry in sample(lattice, [], options, f"cluster {number}", "V1")
        if entry.chosen
    )
    # All five come up in 200 draws, though some four times as often as others; 2 of 5 are chosen.
    shares = dict.fromkeys([SHORT, *LONG], 1 / 5)
    assert sum(chosen.values()) == 3000
    assert chi_square(chosen, shares, 3000) < CHI_SQUARE_4


def test_a_seed_repeats_its_samples_and_another_cluster_version_or_seed_has_others():
    lattice = lattice_of_five()

    def words(seed, cluster, version):
        return [entry.words for entry in sample(lattice, [], SampleOptions(seed=seed), cluster, version)]

    assert words(1, "a", "V1") == words(1, "a", "V1")
    others = [words(1, "a", "V1"), words(2, "a", "V1"), words(1, "b", "V1"), words(1, "a", "V2")]
    assert len(set(map(tuple, others))) == 4


def test_a_run_means_the_same_sentences_on_every_machine():
    samples = sample(lattice_of_five(), SENTENCES, SampleOptions(seed=2006, draws=8), "milan", "V1")
    assert [" ".join(entry.words) for entry in samples] == PINNED


def test_seeds_are_the_digest_of_an_unambiguous_text():
    digest = hashlib.sha256(b'[2006,"a \\u00e9\\"b","V1"]').digest()
    assert derive_seed(2006, 'a é"b', "V1") == int.from_bytes(digest, "big")
    assert derive_seed(1, 'a","b', "c") != derive_seed(1, "a", 'b","c')


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 1 << 53, (1 << 53) + 1, 10**60])
def test_integers_below_a_bound_stay_below_it_and_reach_both_halves(bound):
    rng = random.Random(9)
    values = [below(bound, rng) for _ in range(200)]
    assert all(0 <= value < bound for value in values)
    if bound > 1:
        assert min(values) < bound / 2 <= max(values)


def test_integers_below_a_bound_are_equally_likely():
    rng = random.Random(23)
    counts = Counter(below(5, rng) for _ in range(10_000))
    assert chi_square(counts, dict.fromkeys(range(5), 1 / 5), 10_000) < CHI_SQUARE_4


def test_sampling_by_counts_needs_arcs_that_know_their_sentences():
    lattice = minimise(from_alignment([["a", "b"], ["a", "c"]], [[0, 1], [0, 2]]))
    with pytest.raises(SampleError, match="do not know their sentences"):
        draw(lattice, SampleOptions(sampler="arc-count"), random.Random(1))


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_state_that_leads_nowhere_is_reported(sampler):
    lattice = WordLattice(start=0, accept=2, states=3, arcs=(Arc(0, 1, "a", (0,)),))
    with pytest.raises(SampleError, match=r"leads nowhere|has no path"):
        draw(lattice, SampleOptions(sampler=sampler), random.Random(1))


def test_sentences_are_drawn_by_chance_from_parallel_equal_words_too():
    sentences = [["a", "x"], ["a", "y"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    words = {entry.words for entry in sample(lattice, sentences, SampleOptions(), "ab", "V1")}
    assert words == {("a", "x"), ("a", "y")}


@pytest.mark.parametrize("count", [0, 1, 7, 312, 1_000])
def test_floats_drawn_at_once_are_those_drawn_one_by_one(count):
    once, one_by_one = random.Random(5), random.Random(5)
    assert uniforms(count, once).tolist() == [one_by_one.random() for _ in range(count)]
    assert once.random() == one_by_one.random()
