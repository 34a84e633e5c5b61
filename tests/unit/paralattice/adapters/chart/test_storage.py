"""A parser's file holds its weights in 8 bits, those of pieces in 4, and is mapped into memory."""

from __future__ import annotations

import numpy as np
import pytest

from paralattice.adapters.chart.storage import (
    FORMAT,
    PIECES,
    EncoderSize,
    Inventory,
    ParserWeights,
    quantised,
    read_parser_weights,
    weights_in,
)
from paralattice.errors import ParseError
from support.chart_models import small_model


@pytest.fixture(scope="module")
def weights():
    return small_model().weights()


@pytest.fixture
def file(tmp_path, weights):
    path = tmp_path / "parser.weights"
    path.write_bytes(weights.to_bytes())
    return path


def test_a_file_holds_the_weights_but_for_the_rounding(file):
    model = small_model()
    found = read_parser_weights(file)
    assert (found.size, found.inventory) == (model.size, model.inventory)
    assert set(found.names()) == set(model.state_dict())
    for name, value in model.state_dict().items():
        own = value.numpy()
        size = 7 if name == PIECES else 127
        step = np.abs(own).max(axis=-1, keepdims=True) / size if own.ndim == 2 else 0
        assert (np.abs(own - found.real(name)) <= step / 2 + 1e-7).all(), name


def test_weights_of_pieces_have_a_scale_for_each_block():
    table = np.zeros((2, 64), np.float32)
    table[1, [0, 1, 31, 32, 63]] = [70, -19, 4, 0.7, -0.31]
    weights = ParserWeights(EncoderSize(), Inventory((), (), ()), quantised({PIECES: table}))
    assert weights.arrays[PIECES].nbytes == 64
    assert np.allclose(weights.real(PIECES)[1, [0, 1, 31, 32, 63]], [70, -20, 0, 0.7, -0.3])
    assert not weights.real(PIECES)[0].any()


def test_rounded_weights_are_rounded_to_themselves(file):
    found = read_parser_weights(file)
    again = quantised({name: found.real(name) for name in found.names()})
    for name, values in found.arrays.items():
        assert np.allclose(again[name], values, rtol=1e-6, atol=0), name


def test_widths_that_are_no_multiples_of_a_block_are_refused():
    with pytest.raises(ParseError, match="multiples of 32"):
        EncoderSize(width=48)
    with pytest.raises(ParseError, match="multiples of 32"):
        EncoderSize(inner=1000)


def test_what_is_read_is_written_again_byte_for_byte(file):
    assert read_parser_weights(file).to_bytes() == file.read_bytes()


def test_weights_are_part_of_the_mapped_file(file):
    found = read_parser_weights(file).arrays["encoder.pieces.weight"]
    base = found
    while getattr(base, "base", None) is not None and not isinstance(base, np.memmap):
        base = base.base
    assert isinstance(base, np.memmap)
    assert found.ctypes.data % 64 == 0


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no parser", b"paralattice chart parser\n9\n{}"])
def test_a_damaged_file_is_refused_by_name(tmp_path, content):
    path = tmp_path / "parser.weights"
    path.write_bytes(content)
    with pytest.raises(ParseError, match=r"parser\.weights"):
        read_parser_weights(path)


@pytest.mark.parametrize("change", [lambda data: data[: len(data) // 2], lambda data: data + b"more"])
def test_a_file_of_another_length_is_refused(weights, change):
    data = np.frombuffer(change(weights.to_bytes()), np.uint8)
    with pytest.raises(ParseError, match="not a chart parser, or damaged"):
        weights_in(data)


def test_a_file_of_another_version_is_refused(weights):
    data = weights.to_bytes().replace(b'"format": %d' % FORMAT, b'"format": 7')
    with pytest.raises(ParseError, match="format 7 cannot be read"):
        weights_in(np.frombuffer(data, np.uint8))
