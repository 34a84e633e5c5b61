"""Arrays are read from a file as they were written."""

from __future__ import annotations

import numpy as np
import pytest

from paralattice.adapters.chart.storage import mapped, packed, quantised, scale_name, unpacked


def test_header_and_arrays_are_read_as_they_were_written(tmp_path):
    path = tmp_path / "arrays"
    arrays = {"one": np.arange(6, dtype=np.int8).reshape(2, 3), "other": np.array([0.5, -2], np.float32)}
    path.write_bytes(packed({"größe": 3}, arrays))
    header, found = unpacked(mapped(path))
    assert header == {"größe": 3}
    assert {name: array.tolist() for name, array in found.items()} == {
        name: array.tolist() for name, array in arrays.items()
    }
    assert found["other"].ctypes.data % 64 == 0


def test_a_file_of_another_kind_is_refused():
    with pytest.raises(ValueError, match="begins with other bytes"):
        unpacked(np.frombuffer(b"those arrays\n" + packed({}, {}), np.uint8))


def test_a_file_that_is_too_short_is_refused():
    data = packed({}, {"one": np.arange(100)})[:-8]
    with pytest.raises(ValueError):  # noqa: PT011 - numpy's or ours
        unpacked(np.frombuffer(data, np.uint8))


def test_matrices_have_8_bits_and_a_scale_for_each_row():
    found = quantised({"m": np.array([[1.0, -2.0], [0, 0]]), "v": np.array([3.0])})
    assert found["m"].tolist() == [[64, -127], [0, 0]]
    assert found[scale_name("m")][0] == pytest.approx(2 / 127)
    assert found["v"].tolist() == [3.0]
