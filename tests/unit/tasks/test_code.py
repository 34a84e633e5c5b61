"""Results are named by the code that makes them: what is declared is what is imported."""

import re
import shutil
from pathlib import Path

import pytest

from paralattice.methods import METHODS, method_of
from paralattice.methods.method import Material
from support.imports import file_of, imported
from support.paths import ROOT
from tasks.cluster.inputs import Inputs
from tasks.code import CODE, code_of, run_code
from workers.source_digest import code_digest
from workers.task_names import CLUSTER, STAGES, TASKS

FEATURES = ("paralattice.formats.features", "paralattice.formats.typed_json")
# What a method gets from its material, and the modules that make it.
MATERIAL = {
    "cluster": (),
    "words": (),
    "scores": (),
    "trees": (*FEATURES, "paralattice.formats.trees"),
    "encoded": ("paralattice.align.encoding", *FEATURES),
    "read": ("paralattice.adapters.parser",),
    "wordings": (),
}
# They get what they compute with from the method that is named in the key.
GIVEN = frozenset({"tasks.cluster.inputs", "paralattice.facade.material"})
# No result depends on them: options are in the keys, and the rest looks up, carries or reports.
NEUTRAL = re.compile(
    r"paralattice(\.errors|\.lazy|\.digests|\.compiling|\.run_options)?|(.*\.)?options|workers(\..*)?"
    r"|paralattice\.methods(\.registry|\.method|\.code)?|tasks|tasks\.(task|code|cluster\.jobs|items\.item_task)"
)
STAGE_MODULES = {
    "merge": ("tasks.cluster.align", "tasks.cluster.merge"),
    "exchange": ("tasks.cluster.align", "tasks.cluster.merge"),
    # The sentences of most methods are drawn by their base class.
    "sample": ("tasks.cluster.sample", "paralattice.lattice.sampling"),
}


def used(starts, leaves=GIVEN):
    """Return the modules that decide results; a package's own file only gathers names."""
    found = imported(starts, leaves | {name for name in _all_modules() if NEUTRAL.fullmatch(name)})
    return {name for name in found if not NEUTRAL.fullmatch(name) and file_of(name).name != "__init__.py"}


def _all_modules():
    for package in ("paralattice", "tasks", "workers"):
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name.removesuffix(".__init__")


def within(module, places):
    return any(f"{module}.".startswith(f"{place}.") for place in places)


def undeclared(modules, places):
    return sorted(module for module in modules if not within(module, places))


def idle(modules, places):
    """Return places in which nothing is used; folders of tables have no modules."""
    code = [place for place in places if not place.endswith(".data")]
    return sorted(place for place in code if not any(within(module, [place]) for module in modules))


def modules_of(task):
    if task in STAGE_MODULES:
        return STAGE_MODULES[task]
    return (f"tasks.{'cluster' if task in STAGES else 'items'}.{task}",)


@pytest.mark.parametrize("task", sorted(CODE))
def test_a_task_declares_what_it_imports_and_nothing_else(task):
    modules = used(modules_of(task))
    assert undeclared(modules, CODE[task]) == []
    assert idle(modules, CODE[task]) == []


def method_modules(method):
    own = type(method).__module__
    texts = [file_of(name).read_text("utf-8") for name in imported([own]) if ".methods." in name]
    asked = {name for text in texts for name in re.findall(r"\bmaterial\.(\w+)", text)}
    return used([own, *(module for name in asked for module in MATERIAL[name])])


@pytest.mark.parametrize("name", sorted(METHODS))
def test_a_method_declares_what_it_imports_and_nothing_else(name):
    method = METHODS[name]
    modules = method_modules(method)
    assert undeclared(modules, method.code) == []
    assert idle(modules, method.code) == []


def test_all_that_a_material_gives_is_known():
    assert MATERIAL.keys() == {name for name in vars(Material) if not name.startswith("_")}
    given = used(module for modules in MATERIAL.values() for module in modules)
    assert used([Inputs.__module__], frozenset()) <= given | {Inputs.__module__}


def test_every_task_that_stores_something_has_its_code():
    assert CODE.keys() == TASKS - {CLUSTER, "align"}


@pytest.fixture
def copy(monkeypatch, tmp_path):
    """Return a function that reads the digests of a run of V1, pang and V6 after a change of a file."""
    for package in ("paralattice", "tasks", "workers"):
        left_out = shutil.ignore_patterns("*.weights", "__pycache__", "*.nb?")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=left_out)
    monkeypatch.setattr("paralattice.__file__", str(tmp_path / "paralattice/__init__.py"))

    def digests(changed=""):
        for cached in (code_of, code_digest):
            cached.cache_clear()
        if changed:
            path: Path = tmp_path / changed
            path.write_text(path.read_text("utf-8") + "\n# changed\n", "utf-8")
        return run_code(("V1", "pang", "V6"), parsed=True)

    yield digests
    monkeypatch.undo()
    for cached in (code_of, code_digest):
        cached.cache_clear()


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("paralattice/exchange/rules/parse.py", {"exchange"}),
        ("paralattice/align/progressive.py", {"shen", "pang", "exchange"}),
        ("paralattice/judging/means.py", set()),
        ("paralattice/align/options.py", set()),
        ("paralattice/lattice/counts/gain.py", {"pang", "exchange", "build", "sample"}),
        ("paralattice/syntax/heads.py", {"chunk", "exchange"}),
        ("paralattice/adapters/chart/search.py", {"parse", "exchange"}),
        ("paralattice/english/data/stop_words.tsv", {"shen", "pang", "exchange", "sample"}),
    ],
)
def test_a_change_touches_only_what_it_computes(changed, again, copy):
    before = copy()
    after = copy(changed)
    assert before.keys() == {"parse", "chunk", "shen", "pang", "exchange", "build", "sample"}
    assert {name for name in before if before[name] != after[name]} == again


def test_what_is_declared_exists():
    assert all(len(code_of(task, method_of("V6"))) == 12 for task in CODE)
    with pytest.raises(FileNotFoundError):
        code_digest(("paralattice.absent",))
