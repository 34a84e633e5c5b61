"""The files around the code: checks, metadata, issue forms and versions agree with one another."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import paralattice

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


def yaml(name):
    return YAML(typ="safe").load((ROOT / name).read_text(encoding="utf-8"))


def program(name):
    found = shutil.which(name, path=PROGRAMS)
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def test_pre_commit_runs_the_checks_of_make():
    recipe = re.search(r"^checks:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    made = [shlex.split(line.replace("$(BIN)/", "")) for line in recipe[1].splitlines()]
    (repository,) = yaml(".pre-commit-config.yaml")["repos"]
    assert [shlex.split(hook["entry"]) for hook in repository["hooks"]] == made


def test_pre_commit_downloads_nothing():
    (repository,) = yaml(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}


def test_pre_commit_accepts_its_configuration():
    subprocess.run([program("pre-commit"), "validate-config"], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("citation-file-format", "CITATION.cff"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/bug.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/feature.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
    ],
)
def test_a_file_for_other_programs_is_valid(schema, file):
    words = ["check-jsonschema", "--builtin-schema", f"vendor.{schema}", "--default-filetype", "yaml", file]
    done = subprocess.run(
        [PROGRAMS / words[0], *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_citation_is_of_this_version():
    assert yaml("CITATION.cff")["version"] == paralattice.__version__


def test_the_addresses_of_the_project_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml("CITATION.cff")
    assert set(project["urls"]) == {"Homepage", "Documentation", "Source", "Changelog", "Issues"}
    assert project["urls"]["Source"] == citation["repository-code"]
    assert project["urls"]["Documentation"] == citation["url"]


def test_every_development_package_has_a_pinned_version():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(line.partition("==")[0]) for line in lines if "==" in line}
    needed = {normal(re.match(r"[\w.-]+", line)[0]) for name in ("dev", "docs") for line in groups[name]}
    assert needed <= pinned


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()
