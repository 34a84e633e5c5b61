"""Sums that run side by side, as instructions for the compiler.

A compiler may not change the order in which floats are added, so it turns the sums of an ordinary loop into
slow code.  Here the order is fixed by the instructions, alike on every processor, and sums stay in registers.
Nothing is fused.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils as _cgutils
from numba.extending import intrinsic

cgutils: Any = _cgutils

LANES = 16
"""Number of sums that run side by side."""

_ROWS = 8
"""Number of rows of a product that are computed together."""

_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_ZEROS = ir.Constant(_VECTOR, [0.0] * LANES)


def _type_total_of(_context: Any, row: Any) -> Any:
    return types.float32(row), _build_total


total_of = cast(Callable[[Any], Any], intrinsic(_type_total_of))
"""Return the sum of a contiguous row of floats of 32 bits whose length is a multiple of the lanes."""


def _build_total(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    row = _Matrix(context, builder, signature.args[0], arguments[0])
    sums = cgutils.alloca_once_value(builder, _ZEROS)
    with _steps(builder, row.sizes[0], LANES) as start:
        _add(builder, sums, row.vector(start))
    return reduce(builder.fadd, _lanes_of(builder, builder.load(sums)), ir.Constant(ir.FloatType(), 0.0))


def _type_largest_of(_context: Any, row: Any) -> Any:
    return types.float32(row), _build_largest


largest_of = cast(Callable[[Any], Any], intrinsic(_type_largest_of))
"""Return the largest absolute value of a row as for :func:`total_of`."""


def _build_largest(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    def larger(one: Any, other: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", one, other), one, other)

    row = _Matrix(context, builder, signature.args[0], arguments[0])
    best = cgutils.alloca_once_value(builder, _ZEROS)
    with _steps(builder, row.sizes[0], LANES) as start:
        value = row.vector(start)
        builder.store(larger(larger(value, builder.fneg(value)), builder.load(best)), best)
    return reduce(larger, _lanes_of(builder, builder.load(best)))


def _type_multiply(_context: Any, ones: Any, others: Any, out: Any) -> Any:
    return types.none(ones, others, out), _build_product


multiply = cast(Callable[[Any, Any, Any], Any], intrinsic(_type_multiply))
"""Write the product of two matrices of floats of 32 bits, of shapes (n, k) and (k, m).

Rows of ``others`` and ``out`` must be contiguous, and m a multiple of the lanes.
"""


def _build_product(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    pairs = zip(signature.args, arguments, strict=True)
    ones, others, out = (_Matrix(context, builder, kind, value) for kind, value in pairs)
    index = ones.sizes[0].type
    last = builder.sub(ones.sizes[0], index(1))
    sums = [cgutils.alloca_once(builder, _VECTOR) for _ in range(_ROWS)]
    with _steps(builder, ones.sizes[0], _ROWS) as first:
        # The last row is computed several times if their number does not divide by the step.
        rows = [_least(builder, builder.add(first, index(step)), last) for step in range(_ROWS)]
        with _steps(builder, out.sizes[1], LANES) as column:
            for place in sums:
                builder.store(_ZEROS, place)
            with _steps(builder, ones.sizes[1], 1) as inner:
                vector = others.vector(inner, column)
                for row, place in zip(rows, sums, strict=True):
                    _add(builder, place, builder.fmul(_spread(builder, ones.number(row, inner)), vector))
            for row, place in zip(rows, sums, strict=True):
                builder.store(builder.load(place), out.place(row, column), align=4)
    return context.get_dummy_value()


class _Matrix:
    """An array's memory; positions are given by row and column."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        fields = context.make_array(kind)(context, builder, value)
        self._builder = builder
        self._data = builder.bitcast(fields.data, ir.IntType(8).as_pointer())
        self._steps = cgutils.unpack_tuple(builder, fields.strides)
        self.sizes = cgutils.unpack_tuple(builder, fields.shape)

    def _byte(self, position: tuple[Any, ...]) -> Any:
        offset = self._steps[0].type(0)
        for number, step in zip(position, self._steps, strict=True):
            offset = self._builder.add(offset, self._builder.mul(number, step))
        return self._builder.gep(self._data, [offset])

    def place(self, *position: Any) -> Any:
        """Return where the numbers from a position on lie."""
        return self._builder.bitcast(self._byte(position), _VECTOR.as_pointer())

    def vector(self, *position: Any) -> Any:
        """Return as many numbers as there are lanes, from a position on."""
        return self._builder.load(self.place(*position), align=4)

    def number(self, *position: Any) -> Any:
        """Return the number at a position."""
        return self._builder.load(self._builder.bitcast(self._byte(position), ir.FloatType().as_pointer()))


@contextmanager
def _steps(builder: Any, stop: Any, step: int) -> Iterator[Any]:
    """Build a loop from 0 to before ``stop``; yield its counter."""
    with cgutils.for_range_slice(builder, stop.type(0), stop, stop.type(step)) as (counter, _):
        yield counter


def _lanes_of(builder: Any, vector: Any) -> list[Any]:
    return [builder.extract_element(vector, ir.IntType(32)(lane)) for lane in range(LANES)]


def _add(builder: Any, place: Any, vector: Any) -> None:
    builder.store(builder.fadd(builder.load(place), vector), place)


def _least(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_signed("<", one, other), one, other)


def _spread(builder: Any, number: Any) -> Any:
    """Return a vector that has a number in every lane."""
    index = ir.IntType(32)
    alone = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), number, index(0))
    return builder.shuffle_vector(alone, alone, ir.Constant(ir.VectorType(index, LANES), [0] * LANES))
