from __future__ import annotations

from pathlib import Path

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import Parser, shared_parser
from support.paths import SHARED_DATA
from support.stanza_models import write_stanza_models


@pytest.fixture(scope="session")
def parser() -> Parser:
    return shared_parser(ParseOptions())


@pytest.fixture(scope="session")
def stanza_models(tmp_path_factory, synthetic_trees) -> dict[str, Path]:
    """Files of a small parser, tagger and word vectors of stanza's classes."""
    return write_stanza_models(tmp_path_factory.mktemp("stanza"), synthetic_trees(20))


@pytest.fixture(scope="session")
def treebank() -> Path:
    folder = SHARED_DATA / "treebank"
    if not folder.is_dir():
        pytest.skip("the treebank is not beside the repository")
    return folder
