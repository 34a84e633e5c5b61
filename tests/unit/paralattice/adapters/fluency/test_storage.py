"""A language model's file is read as it was written."""

from __future__ import annotations

import numpy as np
import pytest

from paralattice.adapters.fluency.storage import read_llama_weights
from paralattice.errors import ModelError
from support.tiny_llama import write_weights


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write_weights(tmp_path_factory.mktemp("models"))


def test_what_is_read_is_written_again_byte_for_byte(file):
    assert read_llama_weights(file).to_bytes() == file.read_bytes()


def test_weights_are_part_of_the_mapped_file(file):
    base = read_llama_weights(file).arrays["pieces"]
    while getattr(base, "base", None) is not None and not isinstance(base, np.memmap):
        base = base.base
    assert isinstance(base, np.memmap)


@pytest.mark.parametrize(
    "change", [lambda data: data[: len(data) // 2], lambda data: b"x" + data, lambda _: b""]
)
def test_a_damaged_file_is_refused_by_name(file, tmp_path, change):
    path = tmp_path / "damaged.weights"
    path.write_bytes(change(file.read_bytes()))
    with pytest.raises(ModelError, match=r"damaged\.weights"):
        read_llama_weights(path)


def test_a_file_of_another_version_says_to_download_it_again(file, tmp_path):
    path = tmp_path / "old.weights"
    path.write_bytes(file.read_bytes().replace(b'"format": 1', b'"format": 0'))
    with pytest.raises(ModelError, match="download the model again"):
        read_llama_weights(path)
