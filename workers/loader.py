"""Celery's loader without the current folder: nothing that lies there is imported or read.

Celery's own loader imports the modules of tasks with the current folder first on the path, and
reads settings from a ``celeryconfig.py`` in it.
"""

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from celery.loaders.base import BaseLoader


class Loader(BaseLoader):  # type: ignore[misc]
    """Imports modules from the path alone; the settings come from :mod:`workers.app`."""

    def import_from_cwd(
        self, module: str, imp: Callable[..., Any] | None = None, package: str | None = None
    ) -> Any:
        """Return a module; in spite of Celery's name, the current folder is not searched."""
        return (imp or self.import_module)(module, package=package)

    def find_module(self, module: str) -> ModuleType:
        """Return a module, without the current folder."""
        return importlib.import_module(module)

    def read_configuration(self, env: str = "CELERY_CONFIG_MODULE") -> dict[str, Any]:
        """Return no settings: neither ``celeryconfig.py`` nor the variable is read."""
        del env
        return {}
