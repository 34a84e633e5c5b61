from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.adapters.inference import split_on_failure
from paralattice.adapters.interface import NoResultError


@given(st.lists(st.booleans(), max_size=40))
def test_only_the_items_that_fail_have_no_result(broken):
    def work(part):
        if any(flag for _, flag in part):
            raise NoResultError("broken")
        return [position * 10 for position, _ in part]

    results = split_on_failure(work, list(enumerate(broken)))
    assert len(results) == len(broken)
    for position, (flag, result) in enumerate(zip(broken, results, strict=True)):
        assert isinstance(result, NoResultError) if flag else result == position * 10


def test_a_batch_without_failure_is_worked_once():
    parts = []

    def work(part):
        parts.append(list(part))
        return list(part)

    assert split_on_failure(work, [1, 2, 3]) == [1, 2, 3]
    assert parts == [[1, 2, 3]]


def test_one_failure_costs_batches_that_grow_with_the_logarithm():
    calls = []

    def work(part):
        calls.append(len(part))
        if 13 in part:
            raise ValueError
        return list(part)

    split_on_failure(work, list(range(64)))
    assert len(calls) == 13


def test_an_interruption_passes():
    def work(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        split_on_failure(work, [1])
