"""The files around the code are valid for the programs that read them, and name this version."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import paralattice
from support.paths import ROOT


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("citation-file-format", ["CITATION.cff"]),
        ("compose-spec", ["compose.yaml"]),
        ("github-issue-forms", [".github/ISSUE_TEMPLATE/bug.yml", ".github/ISSUE_TEMPLATE/feature.yml"]),
        ("github-issue-config", [".github/ISSUE_TEMPLATE/config.yml"]),
    ],
)
def test_a_file_for_other_programs_is_valid(schema, files):
    program = Path(sys.executable).with_name("check-jsonschema")
    words = [program, "--builtin-schema", f"vendor.{schema}", "--default-filetype", "yaml", *files]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_all_files_name_the_same_version():
    paths = [ROOT / "CITATION.cff", ROOT / "compose.yaml", *ROOT.glob("deploy/kubernetes/*.yaml")]
    texts = "".join(path.read_text(encoding="utf-8") for path in paths)
    place = r"^version: |newTag: |image: paralattice:|\bparalattice-(?=\d)"
    named = re.findall(rf"(?:{place})([^\s-]+)", texts, re.M)
    assert len(named) > 1
    assert set(named) == {paralattice.__version__}


def test_every_development_package_has_a_pinned_version():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M)
    needed = [re.match(r"[\w.-]+", line)[0] for line in groups["dev"] + groups["docs"]]
    assert {normal(name) for name in needed} <= {normal(name) for name in pinned}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()
