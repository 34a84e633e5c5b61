"""Compiled operations on lattices against the plainest ways to do them."""

import random
from dataclasses import replace
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.lattice import (
    Arc,
    WordLattice,
    count_distinct,
    count_paths,
    determinise,
    is_deterministic,
    minimise,
)
from paralattice.lattice.counts.big_counts import from_integers, to_integers
from paralattice.lattice.counts.counting import paths_to_accept
from paralattice.lattice.options import SAMPLERS, SampleOptions
from paralattice.lattice.sampling import below, draw
from paralattice.lattice.table import leads_onwards, problem_of, table_of

LIMIT = 10_000


@st.composite
def lattices(draw, longest=9, labels="abc"):
    """Draw a lattice whose states are all on paths, with parallel arcs and shortcuts."""
    accept = draw(st.integers(1, longest))
    # Drawing each choice by itself would take most of the time of these tests.
    rng = random.Random(draw(st.integers(0, 2**32)))
    steps = {(state, state + 1) for state in range(accept)}
    steps |= {tuple(sorted(rng.sample(range(accept + 1), 2))) for _ in range(rng.randrange(2 * accept))}
    arcs = []
    for source, target in sorted(steps):
        words = set(rng.choices(labels, k=rng.randint(1, 3)))
        words |= {""} if target == accept and rng.random() < 0.5 else set()
        arcs += [
            Arc(source, target, word, tuple(sorted(rng.sample(range(9), rng.randint(1, 4)))))
            for word in sorted(words)
        ]
    return WordLattice(0, accept, accept + 1, tuple(arcs))


def plain_paths(lattice):
    paths = [0] * lattice.accept + [1]
    for arc in reversed(lattice.arcs):
        paths[arc.source] += paths[arc.target]
    return paths


def plain_draw(lattice, options, rng):
    """Walk state by state, arc by arc."""
    leaving, paths = lattice.leaving(), plain_paths(lattice)
    by_rank = options.sampler == "path-uniform"

    def weigh(arc):
        return {"arc-uniform": 1, "arc-count": len(arc.sentences), "path-uniform": paths[arc.target]}[
            options.sampler
        ]

    ranks = [below(paths[0], rng) if by_rank else 0 for _ in range(options.draws)]
    found = []
    for rank in ranks:
        words, states = [], [0]
        while leaving[states[-1]]:
            arcs = leaving[states[-1]]
            totals = list(accumulate(map(weigh, arcs)))
            if not by_rank and len(arcs) > 1:
                rank = int(rng.random() * totals[-1])
            place = next(place for place, total in enumerate(totals) if total > rank or len(arcs) == 1)
            rank -= totals[place] - weigh(arcs[place])
            words += [arcs[place].label] if arcs[place].label else []
            states.append(arcs[place].target)
        found.append((tuple(words), tuple(states)))
    return found


def assert_draws_are_the_plain_ones(lattice, sampler, seed, draws=30):
    options = SampleOptions(sampler=sampler, draws=draws)
    ours, plain = random.Random(seed), random.Random(seed)
    assert draw(lattice, options, ours) == plain_draw(lattice, options, plain)
    assert ours.getstate() == plain.getstate()


@given(lattices(), st.sampled_from(SAMPLERS), st.integers(0, 2**32))
def test_the_draws_and_what_they_take_from_the_generator_are_those_of_plain_walks(lattice, sampler, seed):
    assert_draws_are_the_plain_ones(lattice, sampler, seed)


@settings(max_examples=12)
@given(lattices(longest=250), st.sampled_from(SAMPLERS), st.integers(0, 2**32))
def test_the_draws_are_those_of_plain_walks_among_paths_without_number(lattice, sampler, seed):
    assert paths_to_accept(lattice) == plain_paths(lattice)
    assert_draws_are_the_plain_ones(lattice, sampler, seed, draws=5)


@pytest.mark.parametrize("places", [39, 40, 41, 63, 64, 65, 127, 128, 129, 700])
def test_numbers_of_paths_at_the_edges_of_machine_words_are_exact(places):
    arcs = [Arc(place, place + 1, word, (0,)) for place in range(places) for word in "ab"]
    lattice = WordLattice(0, places, places + 1, tuple(arcs))
    assert count_paths(lattice) == 2**places
    assert paths_to_accept(lattice) == [2 ** (places - state) for state in range(places + 1)]
    one_less = WordLattice(0, places, places + 1, (*arcs[:-3], *arcs[-2:]))
    assert count_paths(one_less) == 2**places - 2 ** (places - 1)
    for made in (lattice, one_less):
        assert_draws_are_the_plain_ones(made, "path-uniform", seed=places)


@given(st.lists(st.integers(0, 2**192 - 1)))
def test_integers_come_back_from_their_limbs(numbers):
    assert to_integers(from_integers(numbers, 3)) == numbers


def plain_determinised(lattice):
    """Determinise, with subsets called in the order of their least states, then of their being met."""
    leaving, accept = lattice.leaving(), lattice.accept
    met, arcs = {(0,): 0}, []
    for least in range(lattice.states):
        for subset in sorted((held for held in met if held[0] == least), key=lambda held: met[held]):
            moves = {"": {accept}} if len(subset) > 1 and subset[-1] == accept else {}
            for state in subset:
                for arc in leaving[state]:
                    moves.setdefault(arc.label, set()).add(arc.target)
            for label, targets in moves.items():
                members = tuple(sorted(targets))
                # A state alone comes before all subsets in which it is the least.
                met.setdefault(members, len(met) if len(members) > 1 else -1)
                arcs.append((subset, members, label))
    called = {held: name for name, held in enumerate(sorted(met, key=lambda held: (held[0], met[held])))}
    made = sorted((called[source], called[target], label) for source, target, label in arcs)
    return WordLattice(0, len(called) - 1, len(called), tuple(Arc(*arc) for arc in made))


@given(lattices())
def test_determinising_numbers_the_states_as_plain_subset_construction_does(lattice):
    made = plain_determinised(lattice)
    assert determinise(lattice, LIMIT) == made
    assert count_distinct(lattice, LIMIT) == plain_paths(made)[0]
    labels = {(arc.source, arc.label) for arc in lattice.arcs}
    assert is_deterministic(lattice) == (len(labels) == len(lattice.arcs))


def plain_minimised(lattice):
    """Merge states that lead to the same, from the accepting one backwards."""
    leaving, classes, merged = lattice.leaving(), {}, {}
    for state in reversed(range(lattice.states)):
        leads_to = frozenset((arc.label, merged[arc.target]) for arc in leaving[state])
        merged[state] = classes.setdefault(leads_to, len(classes))
    last = len(classes) - 1
    arcs = [
        Arc(last - source, last - target, label)
        for leads_to, source in classes.items()
        for label, target in leads_to
    ]
    return WordLattice(0, last, last + 1, tuple(sorted(arcs)))


@given(lattices())
def test_minimising_merges_and_numbers_states_as_the_plain_way_does(lattice):
    made = determinise(lattice, LIMIT)
    assert minimise(made) == plain_minimised(made)


def is_plainly_a_lattice(arcs, states):
    steps = [arc[:3] for arc in arcs]
    return (
        all(source < target < states for source, target, _ in steps)
        and all(label or target == states - 1 for _, target, label in steps)
        and steps == sorted(set(steps))
        and {source for source, _, _ in steps} == set(range(states - 1))
        and {target for _, target, _ in steps} == set(range(1, states))
    )


@given(
    lattices(), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from("ab")), max_size=3)
)
def test_a_table_is_well_formed_where_looking_at_arc_after_arc_finds_nothing(lattice, more):
    arcs = [*lattice.arcs, *(Arc(*arc) for arc in more)]
    for held in (sorted(arcs), arcs, arcs[1:]):
        table = table_of(held, lattice.states)
        assert (leads_onwards(table) and not problem_of(table)) == is_plainly_a_lattice(held, lattice.states)


@given(lattices())
def test_arcs_come_back_from_their_table(lattice):
    users = np.array([user for arc in lattice.arcs for user in arc.sentences])
    made = WordLattice.of_table(replace(table_of(lattice.arcs, lattice.states), sentences=users))
    assert made == lattice
    assert made.table.users() == [arc.sentences for arc in lattice.arcs]
