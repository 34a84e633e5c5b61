"""The package as users install it: a wheel in an environment of its own, outside the repository."""

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.paths import TESTS


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel; other packages are those of this environment.

    Attributes
    ----------
    programs
        The folder of its console scripts and of ``python``.
    """

    programs: Path

    def environment(self, **changes):
        """Return variables for its programs; loops are not compiled, which would take long."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return {**kept, "NUMBA_DISABLE_JIT": "1", **changes}


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Build the wheel and install it, once for all tests of the process."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=TESTS.parent, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    programs = folder / "venv/bin"
    python = str(programs / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    # A line in a .pth file adds the folder, but not the .pth file of this repository that lies in it.
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    (site / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    celery = Path(sys.executable).with_name("celery").read_text(encoding="utf-8").split("\n", 1)[1]
    (programs / "celery").write_text(f"#!{python}\n{celery}", encoding="utf-8")
    (programs / "celery").chmod(0o755)
    return Installed(programs)
