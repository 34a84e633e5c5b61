"""Operations on word lattices of growing size, against pynini: ``python benchmarks/lattices.py``.

The lattices are those of progressive alignment (V1); the minimised automata must have the same size and as
many sentences as pynini's.  Both sides start with a lattice in memory: pynini's automaton, and our lattice
with the arrays that the compiled loops use; other rows measure building and reading.  Both sides return the
smallest automaton as an object, and in another row all its arcs as Python tuples.  Samples are lists of
words; ours also have the states of their paths.
"""

from __future__ import annotations

import argparse
import json
import math
import random

from corpora import drawn_sentences
from measuring import Row, best_of, compare, table

from paralattice.align import align
from paralattice.lattice import (
    Reference,
    WordLattice,
    count_distinct,
    count_paths,
    determinise,
    from_alignment,
    minimise,
    read_lattice_record,
    statistics,
    write_lattice,
)
from paralattice.lattice.options import SAMPLERS, SampleOptions
from paralattice.lattice.sampling import draw

LIMIT = 1_000_000
LARGEST = 1300
"""Number of sentences whose lattice has more than 20,000 states."""


def automaton(lattice):
    """Return the lattice as a pynini automaton whose labels are numbers."""
    import pynini

    numbers = {
        label: number
        for number, label in enumerate(dict.fromkeys(("", *(arc.label for arc in lattice.arcs))))
    }
    made = pynini.Fst()
    made.add_states(lattice.states)
    made.set_start(lattice.start)
    made.set_final(lattice.accept)
    one = pynini.Weight.one(made.weight_type())
    for arc in lattice.arcs:
        made.add_arc(arc.source, pynini.Arc(numbers[arc.label], numbers[arc.label], one, arc.target))
    return made


def smallest(lattice):
    """Determinise and minimise; return the number of states and the logarithm of that of sentences."""
    made = minimise(determinise(lattice, LIMIT))
    return made.states, math.log(count_paths(made))


def smallest_of_pynini(made):
    """Determinise and minimise with pynini; return the same as :func:`smallest`."""
    import pynini

    found = pynini.determinize(made.copy().rmepsilon())
    found.minimize()
    return found.num_states(), _log_paths(found)


def listed(lattice):
    """Return the arcs of the smallest automaton."""
    return minimise(determinise(lattice, LIMIT)).arcs


def listed_by_pynini(made):
    """Return the arcs of pynini's smallest automaton."""
    import pynini

    found = pynini.determinize(made.copy().rmepsilon())
    found.minimize()
    return [(state, arc.nextstate, arc.ilabel, ()) for state in found.states() for arc in found.arcs(state)]


def drawn_by_pynini(made, words):
    """Return the words of 100 paths."""
    import pynini

    found = pynini.randgen(made, npath=100, seed=1, select="uniform").paths()
    sentences = []
    while not found.done():
        sentences.append([words[number] for number in found.olabels()])
        found.next()
    return sentences


def _log_paths(made):
    import pynini

    # In the log semiring with weight one on every arc, the sum over paths counts them.
    back = pynini.shortestdistance(pynini.arcmap(made, map_type="to_log64"), reverse=True)
    return -float(back[made.start()])


def rows(sizes, rounds):
    """Return the comparisons."""
    sentences = drawn_sentences(max(sizes))
    found: list[Row] = []
    for size in sizes:
        words = [sentence.words for sentence in sentences[:size]]
        aligned = align(words)
        named = f"{size} sentences, {aligned.lattice.states:,} states"
        found += _rows_of_making(words, aligned, named)
        found += _rows_of(aligned.lattice, named, rounds)
    return found


def _rows_of_making(words, aligned, size: str) -> list[Row]:
    figures = statistics(aligned.lattice, aligned.columns, words, LIMIT)
    record = json.loads(write_lattice(aligned.lattice, figures))
    return _own_rows(
        size,
        ("built from its columns", lambda: from_alignment(words, aligned.columns)),
        ("built from its columns, arcs as tuples", lambda: from_alignment(words, aligned.columns).arcs),
        ("read from its record", lambda: read_lattice_record(record)),
    )


def _own_rows(size: str, *works) -> list[Row]:
    found = []
    for topic, work in works:
        work()
        found.append(Row(topic, size, "", best_of(work)[0]))
    return found


def _rows_of(lattice: WordLattice, size: str, rounds: int) -> list[Row]:
    try:
        made = automaton(lattice)
    except ImportError:
        made = None

    def theirs(work):
        def called():
            if made is None:
                raise ImportError("pynini is not installed", name="pynini")
            return work()

        return called

    found = [
        compare(
            ("paths counted", size, "pynini (logarithm)"),
            lambda: math.log(count_paths(lattice)),
            theirs(lambda: _log_paths(made)),
            rounds,
            lambda a, b: math.isclose(a, b, rel_tol=1e-5),
        ),
        compare(
            ("determinised, minimised, sentences counted", size, "pynini"),
            lambda: smallest(lattice),
            theirs(lambda: smallest_of_pynini(made)),
            rounds,
            # Our automaton may have one more state, behind an arc without a word.
            lambda a, b: a[0] - b[0] in (0, 1) and math.isclose(a[1], b[1], rel_tol=1e-5),
        ),
        compare(
            ("determinised, minimised, arcs as tuples", size, "pynini"),
            lambda: listed(lattice),
            theirs(lambda: listed_by_pynini(made)),
            rounds,
        ),
    ]
    words = list(dict.fromkeys(("", *(arc.label for arc in lattice.arcs))))
    for sampler in SAMPLERS:
        options = SampleOptions(sampler=sampler)
        found.append(
            compare(
                (f"100 samples, {sampler}", size, "pynini (uniform over arcs)"),
                lambda options=options: draw(lattice, options, random.Random(1)),
                theirs(lambda: drawn_by_pynini(made, words)),
                rounds,
            )
        )
    words = next(arc_words(lattice))
    reference = Reference(lattice)
    return found + _own_rows(
        size,
        ("sentences counted", lambda: count_distinct(lattice, LIMIT)),
        ("edit distance of a sentence", lambda: reference.distance(words)),
        ("nearest path of a sentence", lambda: reference.nearest(words)),
    )


def arc_words(lattice):
    """Yield random sentences of the lattice."""
    for drawn in draw(lattice, SampleOptions(draws=5), random.Random(2)):
        yield drawn.words


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[18, 79, 300, 1000, LARGEST])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(table(rows(arguments.sizes, arguments.rounds)))


if __name__ == "__main__":
    main()
