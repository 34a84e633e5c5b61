"""Packages whose public names are loaded at first use (PEP 562)."""

from __future__ import annotations

import ast
import sys
from functools import cache
from importlib import import_module
from inspect import getsource
from typing import Any


def load_at_first_use(package: str) -> None:
    """Let a package load each of its public names when it is first asked for.

    The package imports its names below ``if TYPE_CHECKING:``, where type checkers and import-linter
    see them, and calls this in the branch that runs.

    Parameters
    ----------
    package
        Name of the package, its ``__name__``.

    Notes
    -----
    A name must differ from those of the package's modules: Python binds a module in its package as soon
    as it is loaded, and the name would then stand for the module.
    """
    module = sys.modules[package]

    @cache
    def sources() -> dict[str, str]:
        tree = ast.parse(getsource(module))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        return {alias.name: str(node.module) for node in imports for alias in node.names}

    def load(name: str) -> Any:
        if name not in module.__all__:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(sources()[name]), name)
        setattr(module, name, value)
        return value

    vars(module).update(__getattr__=load, __dir__=lambda: sorted({*vars(module), *module.__all__}))
