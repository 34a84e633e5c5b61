"""The documents name things that exist, their examples run, and the site is built without a warning."""

import ast
import doctest
import importlib
import importlib.util
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
# Decisions and the changelog tell how things were.
TEXTS = sorted(
    str(path.relative_to(ROOT))
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/howto/*.md"),
        *TUTORIALS,
        *(ROOT / name / "README.md" for name in ("benchmarks", "examples")),
    )
    if path.name != "CHANGELOG.md"
)
PACKAGES = ("paralattice", "workers", "tasks", "orchestrator")
FOLDERS = (*PACKAGES, "tests", "docs", "benchmarks", "examples", "deploy", ".github")


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


# test_trying.py and test_serving.py of tests/browser do what the tutorial of the pages says.
EXECUTED = [
    "howto/aligning.md",
    "howto/from-collatex.md",
    *(f"tutorials/{path.name}" for path in TUTORIALS if path.stem != "serve"),
]


@pytest.mark.parametrize("name", EXECUTED)
def test_every_example_prints_what_the_document_says(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / name), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted >= 8


def test_there_is_a_tutorial_for_each_system():
    assert {path.stem for path in TUTORIALS} >= {
        "lattices",
        "groups",
        "matching",
        "rewording",
        "exchange",
        "serve",
    }


def test_the_example_of_the_readme_runs(tmp_path):
    (example,) = re.findall(r"^```python\n(.*?)^```", text_of("README.md"), re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert len(done.stdout.splitlines()) > 3


@pytest.mark.parametrize("name", TEXTS)
def test_paths_in_a_document_exist(name):
    words = re.findall(r"`([\w./*{},-]+)`", text_of(name))
    paths = {word for word in words if word.startswith(tuple(f"{folder}/" for folder in FOLDERS))}
    # NAME stands for any name.
    missing = {path for path in paths if "NAME" not in path and not any(ROOT.glob(path))}
    tests = {word for word in words if re.fullmatch(r"test_\w+\.py", word)}
    missing |= {test for test in tests if not any((ROOT / "tests").rglob(test))}
    assert missing == set()


@pytest.mark.parametrize("name", TEXTS)
def test_names_of_code_in_a_document_exist(name):
    pattern = rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)(?:\(\))?`"
    found = re.findall(pattern, text_of(name))
    assert [dotted for dotted in found if not exists(dotted) and not re.search(r"\.[A-Z]+$", dotted)] == []


@pytest.mark.parametrize("name", TEXTS)
def test_imports_in_a_document_work(name):
    for example in re.findall(r"^```python\n(.*?)^```", text_of(name), re.MULTILINE | re.DOTALL):
        for node in ast.walk(ast.parse(example)):
            if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] in PACKAGES:
                assert [one.name for one in node.names if not exists(f"{node.module}.{one.name}")] == []


def exists(dotted):
    """Return whether a dotted name is that of a module, or of something in one."""
    module, rest = dotted, []
    while not has_module(module):
        module, _, last = module.rpartition(".")
        rest.insert(0, last)
    value = importlib.import_module(module)
    for part in rest:
        if not hasattr(value, part) and part not in getattr(value, "__annotations__", ()):
            return False
        value = getattr(value, part, None)
    return True


def has_module(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_the_page_of_rules_has_the_rules_as_they_are():
    with_rules = runpy.run_path(str(ROOT / "docs" / "rules.py"))["with_rules"]
    page = text_of("docs/rules.md")
    assert with_rules(page) == page, "run: make rules"


def test_the_architecture_lists_the_item_tasks():
    from workers.task_names import ITEM_TASKS

    section = text_of("docs/architecture.md").partition("## Item tasks")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert sorted(listed) == sorted(ITEM_TASKS)


def test_the_picture_of_the_architecture_is_that_of_the_contracts():
    drawn = runpy.run_path(str(ROOT / "docs" / "diagram.py"))["draw"](ROOT)
    assert text_of("docs/images/architecture.svg") == drawn, "run: make diagram"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The documentation site, built with warnings as errors."""
    for module in ("material", "mkdocstrings_handlers.python"):
        pytest.importorskip(module, reason="the site needs: pip install --group docs")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_site_loads_nothing_from_another_host(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    loads = re.compile(r'<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?//|<link\b[^>]*>')
    for page in pages:
        for tag in loads.findall(page.read_text(encoding="utf-8")):
            # Names the page's own address, and loads nothing.
            assert "//" not in tag or 'rel="canonical"' in tag, (page, tag)
    imports = re.compile(r"(?:@import|url\()[\"' ]*(?:https?:)?//")
    for sheet in site.rglob("*.css"):
        assert not imports.search(sheet.read_text(encoding="utf-8")), sheet


@pytest.mark.slow
def test_the_site_has_a_page_for_every_package_of_the_library(site):
    names = {path.stem for path in (ROOT / "paralattice").iterdir() if not path.name.startswith((".", "_"))}
    assert {path.stem for path in (site / "api").glob("*.html")} - {"index"} == names - {"py"}


@pytest.mark.slow
def test_the_site_has_the_help_of_every_command(site):
    from orchestrator.cli import cli

    page = (site / "commands.html").read_text(encoding="utf-8")
    assert [name for name in cli.commands if f"orchestrator {name}" not in page] == []


def test_a_recording_has_each_command_with_what_it_printed_and_says_what_is_cut(tmp_path):
    recording = runpy.run_path(str(ROOT / "docs" / "first_minutes.py"))
    step = recording["Step"]
    steps = [step("Numbers:", "seq 1 9", 2, 1), step("", "orchestrator sample corpus", 9)]
    numbers, slip = recording["recorded"](steps, tmp_path, Path(sys.executable).parent)
    assert re.sub(r"[\d.]+ s$", "S s", numbers, flags=re.MULTILINE) == (
        "\nNumbers:\n\n```\n$ seq 1 9\n1\n2\n# ... 6 lines ...\n9\n# S s\n```\n"
    )
    assert "Did you mean 'samples'?" in slip


def test_the_recording_on_the_site_has_the_commands_of_its_script():
    recording = runpy.run_path(str(ROOT / "docs" / "first_minutes.py"))
    page = text_of("docs/first-minutes.md")
    assert page.startswith(recording["HEAD"])
    commands = [line.removeprefix("$ ") for line in page.splitlines() if line.startswith("$ ")]
    assert commands == [step.command for step in recording["STEPS"]]
