"""Operations on word lattices of growing size, against pynini: ``python benchmarks/lattices.py``.

The lattices are those of progressive alignment (V1); what is counted, determinised and minimised must
have the same size, and as many sentences, as pynini's.
"""

from __future__ import annotations

import argparse
import math
import random

from corpora import drawn_sentences
from measuring import Row, best_of, compare, table

from paraphrase.align import align
from paraphrase.lattice import (
    Lattice,
    Reference,
    count_distinct,
    count_paths,
    determinise,
    minimise,
)
from paraphrase.lattice.sampling import draw
from paraphrase.options import SAMPLERS, SampleOptions

LIMIT = 1_000_000
LARGEST = 1300
"""So many sentences make a lattice of 20,000 states and more."""


def automaton(lattice):
    """Return the lattice as pynini's, without words of its own: only numbers."""
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
    """Determinise and minimise by ours; return states, and sentences."""
    made = minimise(determinise(lattice, LIMIT))
    return made.states, math.log(count_paths(made))


def smallest_of_pynini(made):
    """Determinise and minimise by pynini; return states, and sentences."""
    import pynini

    found = pynini.determinize(made.copy().rmepsilon())
    found.minimize()
    return found.num_states(), _log_paths(found)


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

    # Paths are sums in the log semiring, where every arc weighs one.
    back = pynini.shortestdistance(pynini.arcmap(made, map_type="to_log64"), reverse=True)
    return -float(back[made.start()])


def rows(sizes, rounds):
    """Return the comparisons."""
    sentences = drawn_sentences(max(sizes))
    found: list[Row] = []
    for size in sizes:
        lattice = align([sentence.words for sentence in sentences[:size]]).lattice
        found += _rows_of(lattice, f"{size} sentences, {lattice.states:,} states", rounds)
    return found


def _rows_of(lattice: Lattice, size: str, rounds: int) -> list[Row]:
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
            ("determinised and minimised", size, "pynini"),
            lambda: smallest(lattice),
            theirs(lambda: smallest_of_pynini(made)),
            rounds,
            # An arc without a word stands before our accepting state, which pynini's has no need of.
            lambda a, b: a[0] - b[0] in (0, 1) and math.isclose(a[1], b[1], rel_tol=1e-5),
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
    for topic, work in (
        ("sentences counted", lambda: count_distinct(lattice, LIMIT)),
        ("edit distance of a sentence", lambda: reference.distance(words)),
        ("nearest path of a sentence", lambda: reference.nearest(words)),
    ):
        work()
        found.append(Row(topic, size, "", best_of(work)[0]))
    return found


def arc_words(lattice):
    """Yield sentences of the lattice, drawn at random."""
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
