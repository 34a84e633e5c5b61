"""The distributions of a release."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest
from packaging.metadata import Metadata

import paralattice
from support.paths import ROOT

pytestmark = pytest.mark.slow


def built(folder, source=ROOT):
    """Build both distributions with a fixed time; return the files of source and wheel."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", folder]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=source, check=True, capture_output=True, env=environment)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    return built(tmp_path_factory.mktemp("dist"))


def test_two_builds_are_equal(distributions, tmp_path):
    again = built(tmp_path)
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in distributions]


def test_the_wheel_of_the_unpacked_source_is_the_wheel(distributions, tmp_path):
    source, wheel = distributions
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    (tmp_path / "dist").mkdir()
    assert built(tmp_path / "dist", folder)[1].read_bytes() == wheel.read_bytes()


def test_the_wheel_has_metadata_types_licences_and_all_data(distributions):
    with zipfile.ZipFile(distributions[1]) as wheel:
        names = set(wheel.namelist())
        (path,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Metadata.from_email(wheel.read(path))
    assert str(metadata.version) == paralattice.__version__
    assert metadata.description.startswith("# Paralattice")
    # PyPI has no files beside the page.
    assert re.findall(r"\]\((?!https:).*?\)", metadata.description) == []
    version = f"https://github.com/paralattice/paralattice/blob/v{paralattice.__version__}/LICENSE"
    assert f"]({version})" in metadata.description
    assert {"paralattice/py.typed", *tracked_data()} <= names
    licences = {name.partition("/licenses/")[2] for name in names if "/licenses/" in name}
    assert licences == set(metadata.license_files)


def tracked_data():
    """Return the tracked files of the packages; the wheel needs all of them."""
    packages = ["paralattice", "workers", "tasks", "orchestrator"]
    listed = subprocess.run(
        ["git", "ls-files", *packages], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(listed.stdout.splitlines())
