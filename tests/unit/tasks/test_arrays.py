"""Arrays survive the way through JSON, whatever their shape and the machine's order of bytes."""

import json

import numpy as np
import pytest

from tasks.arrays import decode_array, encode_array

ARRAYS = {
    "scores": np.array([[0, 3, -7], [0, 0, 2**31 - 1], [0, 0, -(2**31)]], dtype=np.int32),
    "no rows": np.zeros((0, 5), dtype=np.int32),
    "one": np.array([[4]], dtype=np.int32),
    "big-endian": np.array([[1, -2]], dtype=">i4"),
    "transposed": np.arange(6, dtype=np.int32).reshape(2, 3).T,
}


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_survives_the_way_through_json(name):
    array = ARRAYS[name]
    back = decode_array(json.loads(json.dumps(encode_array(array))))
    assert back.dtype == np.int32
    assert back.shape == array.shape
    assert np.array_equal(back, array)


def test_an_array_that_came_back_can_be_written():
    back = decode_array(encode_array(ARRAYS["scores"]))
    back[0, 0] = 9
    assert back[0, 0] == 9


def test_many_zeros_take_little_room():
    assert len(json.dumps(encode_array(np.zeros((500, 500), dtype=np.int32)))) < 10_000
