"""An empty folder for a corpus."""

import pytest


@pytest.fixture
def folder(tmp_path):
    """Return an empty folder for a corpus."""
    path = tmp_path / "corpus"
    path.mkdir()
    return path
