"""Loads the public names of packages at first use (PEP 562)."""

import ast
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def load_at_first_use(package: str) -> None:
    """Load each public name of a package when it is first used.

    The package imports its names below ``if TYPE_CHECKING:``, where type checkers and import-linter
    see them, each as ``from package.module import Name as Name``, and calls this below ``else:``.

    Parameters
    ----------
    package
        Name of the package, its ``__name__``.

    Notes
    -----
    A name must differ from the names of the package's modules, except those of :func:`make_callable`: Python
    binds a loaded module in its package, where it would hide the name.
    """
    module = sys.modules[package]

    @cache
    def sources() -> dict[str, str]:
        """Return the module of each public name."""
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        return {alias.name: str(node.module) for node in imports for alias in node.names if alias.asname}

    def load(name: str) -> Any:
        if name == "__all__":
            return sorted(sources())
        if name not in sources():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(sources()[name]), name)
        # A callable subpackage of that name is bound by now, and stays.
        return vars(module).setdefault(name, value)

    vars(module).update(__getattr__=load, __dir__=lambda: sorted({*vars(module), *sources()}))


def make_callable(package: str, function: str) -> None:
    """Let a package be called like one of its functions, which is loaded at the first call.

    Python binds a loaded subpackage as an attribute of its parent.  A public function of the parent that
    has the same name would be hidden by it, now or later; so the subpackage takes its place.

    Parameters
    ----------
    package
        Name of the package, its ``__name__``.
    function
        A public name of the package.
    """

    class CallablePackage(ModuleType):
        def __call__(self, *arguments: Any, **named: Any) -> Any:
            return getattr(self, function)(*arguments, **named)

    sys.modules[package].__class__ = CallablePackage
