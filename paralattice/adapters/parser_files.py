"""Finds, digests and downloads the files of a parser.

A parser is ``default``, bundled with this package; ``stanza:PACKAGE``, an official
English constituency model of stanza (Qi et al. 2020) in stanza's resources folder; or the absolute path of
a folder that ``orchestrator parser train`` wrote.  Only the download imports stanza and torch.
"""

import hashlib
import importlib.util
import json
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs

from paralattice.adapters.engines import load_engine
from paralattice.adapters.inference import stanza_silenced
from paralattice.adapters.interface import CHART
from paralattice.adapters.options import DEVICES, ParseOptions
from paralattice.digests import cached_file_digest, forget_digests
from paralattice.errors import ParseError

MODELS = Path(__file__).parent / "models"
CHECKSUMS = MODELS / "SHA256SUMS"
"""Checksums of the bundled files, for ``sha256sum --check``."""

DESCRIPTION = "model.json"
"""The description in a model's folder: its files and its training."""

_BUNDLED = {"default": {CHART: "en_gum.weights"}}
_PREFIX = "stanza:"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """An installed parser.

    Attributes
    ----------
    name
        Its name, as in the option ``parser``.
    files
        Its model files, sorted.
    size
        Size of the files in bytes.
    """

    name: str
    files: tuple[Path, ...]
    size: int


def model_files(parser: str) -> dict[str, Path]:
    """Return the files of a parser by their settings, such as ``pos_model_path``.

    Raises
    ------
    ParseError
        A file is missing (the message names it and, if it can be downloaded, the command); or the
        description of a folder is missing or cannot be read, or a file there has another digest.
    """
    if parser in _BUNDLED:
        files = {setting: MODELS / name for setting, name in _BUNDLED[parser].items()}
        remedy = "reinstall Paralattice"
    elif parser.startswith(_PREFIX):
        package = _package(parser)
        remedy = f"run `orchestrator parser download {package}`"
        files = _official_files(package, remedy)
    else:
        remedy = f"{DESCRIPTION} names it, so the folder is not complete"
        files = _folder_files(Path(parser))
    for path in files.values():
        if not path.is_file():
            raise ParseError(f"parser {parser!r}: {path} is missing; {remedy}")
    return files


def read_description(folder: Path) -> dict[str, Any]:
    """Return the content of ``model.json`` in a model's folder.

    Raises
    ------
    ParseError
        The file is missing or cannot be read.
    """
    path = folder / DESCRIPTION
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ParseError(f"{folder} is not the folder of a parser: it has no {DESCRIPTION}") from None
    except (OSError, ValueError) as error:
        raise ParseError(f"{path} cannot be read: {error}") from error
    files = content.get("files") if isinstance(content, dict) else None
    if not isinstance(files, dict) or CHART not in files:
        raise ParseError(f"{path} does not say which file is the parser ('files': {{'{CHART}': NAME}})")
    description: dict[str, Any] = content
    return description


def _folder_files(folder: Path) -> dict[str, Path]:
    description = read_description(folder)
    files, digests = description["files"], description.get("sha256")
    for name in files.values():
        # A downloaded model must not name files outside its folder.
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ParseError(f"{folder / DESCRIPTION}: {name!r} is not the name of a file in this folder")
    if not isinstance(digests, dict):
        raise ParseError(f"{folder / DESCRIPTION}: 'sha256' must give a digest for each file's name")
    for name in files.values():
        path = folder / name
        if path.is_file() and digests.get(name) != cached_file_digest(path):
            raise ParseError(
                f"{path} was changed or damaged (its SHA-256 is not the one in {DESCRIPTION}): "
                "copy the folder again, or train the parser again"
            )
    return {setting: folder / name for setting, name in sorted(files.items())}


def parser_digest(options: ParseOptions) -> str:
    """Return the hexadecimal SHA-256 digest of a parser's files and device.

    Equal digests, equal options and equal code give equal trees.  The digest does not cover a transformer
    that an official model names.

    Raises
    ------
    ParseError
        A file is missing, see :func:`model_files`, or a bundled one was changed or damaged.
    """
    if options.parser in _BUNDLED and (damaged := damaged_files()):
        raise ParseError(f"{MODELS / damaged[0]} was changed or damaged; reinstall Paralattice")
    return _digest(tuple(sorted(model_files(options.parser).items())), options.device)


@lru_cache(maxsize=8)
def _digest(files: tuple[tuple[str, Path], ...], device: str) -> str:
    digest = hashlib.sha256(b"paralattice parser\n")
    for setting, path in files:
        digest.update(f"{setting} {cached_file_digest(path)}\n".encode())
    if device != DEVICES[0]:
        digest.update(f"{device}\n".encode())
    return digest.hexdigest()


def damaged_files() -> list[str]:
    """Return the names of bundled model files that are missing or changed."""
    lines = CHECKSUMS.read_text(encoding="ascii").splitlines()
    shipped = {name: digest for digest, name in (line.split(maxsplit=1) for line in lines)}
    return [
        name
        for name, digest in shipped.items()
        if not (MODELS / name).is_file() or cached_file_digest(MODELS / name) != digest
    ]


def _package(parser: str) -> str:
    package = parser.removeprefix(_PREFIX)
    if not _NAME.fullmatch(package):
        raise ParseError(f"parser {parser!r}: {package!r} cannot be the name of a stanza package")
    return package


def resources_folder() -> Path:
    """Return stanza's resources folder: ``STANZA_RESOURCES_DIR``, or the one in the user's cache."""
    chosen = os.environ.get("STANZA_RESOURCES_DIR")
    if chosen:
        return Path(chosen)
    cache = platformdirs.user_cache_dir("stanza", "StanfordNLP", _resources_version())
    return Path(cache) / "resources"


@lru_cache(maxsize=1)
def _resources_version() -> str:
    # Importing stanza takes seconds.
    spec = importlib.util.find_spec("stanza")
    if spec is None or spec.origin is None:
        raise ParseError("stanza is not installed")
    text = Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")
    match = re.search(r"__resources_version__\s*=\s*['\"]([^'\"]+)['\"]", text)
    if match is None:
        raise ParseError("this version of stanza does not say which models it takes")
    return match[1]


def _official_files(package: str, remedy: str) -> dict[str, Path]:
    english = _english_resources(remedy)
    if package not in english.get("constituency", {}):
        known = ", ".join(sorted(english.get("constituency", {}))) or "none"
        raise ParseError(f"stanza has no English constituency package {package!r}: it has {known}")
    tagger = english.get("packages", {}).get("default", {}).get("pos", "")
    if tagger not in english.get("pos", {}):
        raise ParseError(f"{resources_folder() / 'resources.json'} names no default English tagger")
    files: dict[str, Path] = {}
    folder = resources_folder() / "en"
    for processor, name in (("constituency", package), ("pos", tagger)):
        files[f"{processor}_model_path"] = folder / processor / f"{name}.pt"
        for needed in english[processor][name].get("dependencies", []):
            path = folder / needed["model"] / f"{needed['package']}.pt"
            files[f"{processor}_{needed['model']}_path"] = path
    return files


def _english_resources(remedy: str) -> dict[str, Any]:
    path = resources_folder() / "resources.json"
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ParseError(f"no stanza models are downloaded ({path} is missing): {remedy}") from None
    except (OSError, ValueError) as error:
        raise ParseError(f"{path} cannot be read: {error}; {remedy}") from error
    if not isinstance(listed, dict) or not isinstance(listed.get("en"), dict):
        raise ParseError(f"{path} lists no English models; {remedy}")
    english: dict[str, Any] = listed["en"]
    return english


def installed_parsers() -> list[ModelInfo]:
    """Return the installed parsers: first the bundled ones, then the official ones by name."""
    folder = resources_folder() / "en" / "constituency"
    official = sorted(path.stem for path in folder.glob("*.pt"))
    infos = []
    for parser in (*_BUNDLED, *(_PREFIX + package for package in official)):
        try:
            infos.append(_info(parser))
        except ParseError:
            continue
    return infos


def _info(parser: str) -> ModelInfo:
    files = tuple(sorted(set(model_files(parser).values())))
    return ModelInfo(parser, files, sum(path.stat().st_size for path in files))


def download_parser(package: str) -> ModelInfo:
    """Download an official English constituency package of stanza and its tagger.

    Files go to :func:`resources_folder`.  No other function of the library uses the network.

    Raises
    ------
    ParseError
        There is no such package, or the network or the disk fails.
    """
    name = _package(package)
    folder = resources_folder()
    try:
        with stanza_silenced():
            _fetch(name, folder)
    except ParseError:
        raise
    except Exception as error:  # each underlying library has its own network errors
        reason = " ".join(str(error).split())[:300] or type(error).__name__
        raise ParseError(f"stanza package {name!r} cannot be downloaded to {folder}: {reason}") from error
    return _info(_PREFIX + name)


def _fetch(package: str, folder: Path) -> None:
    from stanza.resources import common

    folder.mkdir(parents=True, exist_ok=True)
    common.download_resources_json(str(folder))
    # Stanza only warns of an unknown package.
    _official_files(package, "try again")
    common.download(
        "en",
        model_dir=str(folder),
        package=None,
        processors={"pos": "default", "constituency": package},
        verbose=False,
        download_json=False,
    )
    _digest.cache_clear()
    forget_digests()
    # Loading downloads the transformer that a model may name.
    load_engine(model_files(_PREFIX + package), online=True)
