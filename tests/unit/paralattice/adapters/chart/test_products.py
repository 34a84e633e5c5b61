"""Products by PyTorch's C library."""

import subprocess
import sys

import numpy as np
import pytest

from paralattice.adapters.chart import products
from paralattice.adapters.chart.products import whole_product


@pytest.mark.parametrize("shape", [(1, 384, 3), (4, 1536, 384), (300, 384, 1152)])
def test_products_are_exact_with_and_without_the_processors_instructions(monkeypatch, shape):
    rows, inner, columns = shape
    rng = np.random.default_rng(3)
    one = rng.integers(-127, 128, (rows, inner)).astype(np.int8)
    other = rng.integers(-127, 128, (columns, inner)).astype(np.int8)
    one[0], other[:2] = 127, [[127], [-127]]
    expected = one.astype(np.int64) @ other.T.astype(np.int64)
    for suits in (products._suits_wholes(), False):
        monkeypatch.setattr(products, "_suits_wholes", lambda suits=suits: suits)
        assert (whole_product(one, other) == expected).all()


def test_shapes_that_do_not_fit_are_an_error():
    with pytest.raises(RuntimeError, match="_int_mm"):
        products._product(
            "_int_mm", np.ones((2, 3), np.int8), np.ones((4, 5), np.int8), np.ones((2, 5), np.int32)
        )


def test_a_sentence_is_parsed_without_the_modules_of_pytorch():
    script = "import sys, paralattice; paralattice.parse(['A dog barks.']); sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
