"""The best tree of a chart is the best of all trees, and its lead no more than it wins by."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paralattice.adapters.chart.pieces import _windows, span_places
from paralattice.adapters.chart.search import best_tree, place


def cross(one, other):
    (a, b), (c, d) = one, other
    return a < c < b < d or c < a < d < b


def nested_sets(words):
    """Return all sets of spans that do not cross: all trees."""
    spans = [(begin, end) for begin in range(words) for end in range(begin + 1, words + 1)]
    for size in range(len(spans) + 1):
        for chosen in combinations(spans, size):
            if not any(cross(*pair) for pair in combinations(chosen, 2)):
                yield chosen


@st.composite
def charts(draw):
    words = draw(st.integers(1, 4))
    spans = words * (words + 1) // 2
    scores = draw(st.lists(st.integers(-40, 40), min_size=spans, max_size=spans, unique=True))
    leads = draw(st.lists(st.integers(1, 40), min_size=spans, max_size=spans))
    return words, np.array(scores, np.float32) / 4, np.array(leads, np.float32) / 4


@given(charts())
def test_the_best_tree_is_the_best_of_all(chart):
    words, scores, leads = chart
    chosen, lead = best_tree(scores, np.zeros_like(scores), leads, words)
    sums = {spans: sum(float(scores[place(*span, words)]) for span in spans) for spans in nested_sets(words)}
    best = max(sums.values())
    assert float(scores[chosen == 1].sum()) == best
    # What is worse than the best by less than the lead is the best tree itself.
    begins, ends = np.triu_indices(words + 1, 1)
    own = {(int(begins[span]), int(ends[span])) for span in np.nonzero(chosen == 1)[0]}
    assert all(best - total >= lead - 1e-6 for spans, total in sums.items() if set(spans) != own)
    # Another label in the same tree costs at least as much.
    assert all(leads[chosen == 1] >= lead - 1e-6)


@given(charts())
def test_every_word_is_below_spans_that_split_it_off(chart):
    words, scores, leads = chart
    chosen, _ = best_tree(scores, np.zeros_like(scores), leads, words)
    assert (chosen > 0).sum() == 2 * words - 1
    assert all(chosen[place(word, word + 1, words)] for word in range(words))


@given(st.lists(st.integers(1, 12), min_size=1, max_size=300), st.integers(12, 60))
def test_windows_of_a_long_sentence_take_each_word_once_and_fit(sizes, most):
    windows = _windows(sizes, most)
    taken = [word for window in windows for word in range(window.first, window.stop)]
    assert taken == list(range(len(sizes)))
    for window in windows:
        assert window.begin <= window.first < window.stop <= window.end
        assert sum(sizes[window.begin : window.end]) <= most


def test_spans_are_numbered_by_where_they_begin_and_then_end():
    begins, ends = span_places([3, 1])
    assert list(zip(begins.tolist(), ends.tolist(), strict=True)) == [
        *((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
        (4, 5),
    ]
    assert [place(begin, end, 3) for begin, end in zip(begins[:6], ends[:6], strict=True)] == list(range(6))
