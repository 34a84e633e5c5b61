"""Two copies of one version are told apart by a digest of what workers run."""

import shutil
from pathlib import Path

import pytest

import paralattice
from workers.source_digest import _PACKAGES, code_digest


@pytest.mark.parametrize("changed", ["tasks/cluster/parse.py", "paralattice/english/data/nouns.tsv"])
def test_the_digest_of_the_code_changes_with_any_of_its_files(changed, monkeypatch, tmp_path):
    root = Path(paralattice.__file__).parents[1]
    for name in _PACKAGES:
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pt", "__pycache__"))
    monkeypatch.setattr(paralattice, "__file__", str(tmp_path / "paralattice/__init__.py"))
    fresh = code_digest.__wrapped__
    assert fresh() == code_digest()
    file = tmp_path / changed
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    assert fresh() != code_digest()
