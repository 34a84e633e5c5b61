"""The loops that networks share compute what their names say."""

from __future__ import annotations

import numpy as np

from paralattice.adapters.loops import rows


def test_powers_of_e_are_exact_to_the_seventh_digit():
    powers = np.linspace(-87, 0, 4001).astype(np.float32)
    found = np.array([rows.exp(power) for power in powers])
    assert np.allclose(found, np.exp(powers.astype(np.float64)), rtol=3e-7, atol=0)


def test_a_row_becomes_whole_numbers_up_to_127_with_their_scale():
    row = np.array([0.5, -2, 1, 0] * 8, np.float32)
    whole = np.empty(32, np.int8)
    scale = rows.quantise(row, whole)
    assert np.abs(whole).max() == 127
    assert np.allclose(whole * scale, row, atol=scale / 2)
