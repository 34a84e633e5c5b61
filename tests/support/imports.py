"""The modules of this program that a module imports, directly or not, at its start or in a function."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from support.paths import ROOT

_OURS = ("paralattice", "tasks", "workers")


def imported(starts: Iterable[str], leaves: frozenset[str] = frozenset()) -> set[str]:
    """Return the modules that some modules import, and these; imports of leaves are not followed."""
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += () if name in leaves else _imports(name)
    return found


@cache
def file_of(name: str) -> Path | None:
    """Return the file of a module or package; ``None`` if there is none."""
    path = ROOT.joinpath(*name.split("."))
    files = path.with_suffix(".py"), path / "__init__.py"
    return next((file for file in files if file.exists()), None)


@cache
def _imports(name: str) -> tuple[str, ...]:
    tree = ast.parse(file_of(name).read_text("utf-8"))
    return tuple(module for module, what in _statements(tree) for module in _sources(module, what))


def _statements(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield modules with the names that are imported from them, except for type checkers alone."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING":
            continue
        if isinstance(part, ast.ImportFrom):
            yield from ((part.module, alias.name) for alias in part.names)
        elif isinstance(part, ast.Import):
            yield from ((alias.name, "") for alias in part.names)
        yield from _statements(part)


def _sources(module: str, name: str) -> Iterator[str]:
    """Yield the module that a name comes from: a package may load its names from modules at first use."""
    if module.partition(".")[0] not in _OURS:
        return
    if file_of(f"{module}.{name}"):
        yield f"{module}.{name}"
    elif name in (lazy := _lazy_names(module)):
        yield lazy[name]
    else:
        yield module


@cache
def _lazy_names(package: str) -> dict[str, str]:
    file = file_of(package)
    if file.name != "__init__.py":
        return {}
    imports = [
        node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)
    ]
    return {alias.name: node.module for node in imports for alias in node.names if alias.asname}
