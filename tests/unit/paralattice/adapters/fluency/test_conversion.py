"""A GGUF file becomes weights in 8 bits."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from paralattice.adapters.fluency.conversion import convert
from paralattice.errors import ModelError
from support.tiny_llama import MERGES, PIECES, SIZES, tensors, write_gguf


def test_weights_are_those_of_the_file_but_for_the_rounding(tmp_path):
    found = convert(write_gguf(tmp_path / "tiny.gguf"), {"name": "tiny"})
    given = tensors()
    mixed = np.concatenate([given[f"blk.1.attn_{part}.weight"] for part in "qkv"])
    scales = found.scale("1.mixed")[:, None]
    assert (np.abs(found.arrays["1.mixed"] * scales - mixed) <= scales / 2 + 1e-6).all()
    assert np.array_equal(found.arrays["2.inner_norm"], given["blk.2.ffn_norm.weight"])


def test_the_header_has_dimensions_and_pieces(tmp_path):
    found = convert(write_gguf(tmp_path / "tiny.gguf"), {})
    assert (found.size.layers, found.size.heads, found.size.groups) == (3, 4, 2)
    assert found.size.base == SIZES["base"]
    assert found.vocabulary.pieces == tuple(PIECES)
    assert found.vocabulary.merges == tuple(MERGES)
    assert found.vocabulary.start == PIECES.index("<|endoftext|>")


def test_a_damaged_file_is_refused_by_name(tmp_path):
    path = tmp_path / "broken.gguf"
    path.write_bytes(write_gguf(tmp_path / "tiny.gguf").read_bytes()[:5000])
    with pytest.raises(ModelError, match=r"broken\.gguf"):
        convert(path, {})


@pytest.mark.parametrize(
    ("change", "named"), [({"architecture": "mamba"}, "mamba"), ({"pre": "other"}, "other")]
)
def test_another_kind_of_model_is_refused(tmp_path, change, named):
    with pytest.raises(ModelError, match=named):
        convert(write_gguf(tmp_path / "tiny.gguf", **change), {})


def test_without_the_package_that_reads_it_the_message_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(ModelError, match=r"paralattice\[fluency\]"):
        convert(tmp_path / "any.gguf", {})
