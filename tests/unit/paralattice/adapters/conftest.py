from __future__ import annotations

from pathlib import Path

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import Parser, load_parser, shared_parser
from support.paths import SHARED_DATA


@pytest.fixture(scope="session")
def parser() -> Parser:
    return shared_parser(ParseOptions())


@pytest.fixture(scope="session")
def shift_reduce() -> Parser:
    return load_parser(ParseOptions(parser="shift-reduce"))


@pytest.fixture(scope="session")
def treebank() -> Path:
    folder = SHARED_DATA / "treebank"
    if not folder.is_dir():
        pytest.skip("the treebank is not beside the repository")
    return folder
