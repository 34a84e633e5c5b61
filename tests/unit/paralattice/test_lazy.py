"""Packages give their public names, each the one of its module, and load nothing before."""

import importlib
import pkgutil
import subprocess
import sys

import pytest

PACKAGES = [
    f"paralattice.{name}" for name in ("align", "clustering", "lattice", "ngrams", "results", "sentences")
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_stands_for_the_same_whatever_has_been_loaded(package):
    module = importlib.import_module(package)
    before = {name: getattr(module, name) for name in module.__all__}
    for found in pkgutil.iter_modules(module.__path__, f"{package}."):
        importlib.import_module(found.name)
    assert {name: getattr(module, name) for name in module.__all__} == before
    assert not set(module.__all__) & {found.name for found in pkgutil.iter_modules(module.__path__)}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_lists_its_names(package):
    module = importlib.import_module(package)
    assert set(module.__all__) <= set(dir(module))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"module 'paralattice.align' has no attribute 'no_such_name'"):
        assert importlib.import_module("paralattice.align").no_such_name


def test_importing_the_packages_loads_no_numerical_library():
    program = f"import sys, {', '.join(PACKAGES)}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
