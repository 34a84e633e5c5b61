"""The folder of a rewording model: written atomically, with a signature and digests of its files."""

import gzip
import hashlib
import io
import json
import shutil
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import paralattice
from orchestrator.io.text import shown
from paralattice.digests import file_digest
from paralattice.errors import FormatError, ParalatticeError
from paralattice.rewording import model_files
from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.decoding.phrasal_rewording import RewordingModel

SIGNATURE = "model.json"
#: Increase it when the meaning of a model's files changes.
FORMAT = 2
_COMPRESSED = ".gz"
_LARGE = ("phrase-table", "language-model.arpa", "truecaser.arpa")


class ModelFolderError(ParalatticeError):
    """A folder is not a model, damaged, or of another version."""


@contextmanager
def new_folder(path: Path, force: bool = False, mark: str = SIGNATURE) -> Iterator[Path]:
    """Write a folder under a temporary name; rename it when the block ends without an error.

    Parameters
    ----------
    path
        The final folder.
    force
        Whether to replace an existing folder of this kind; others are never replaced.
    mark
        The file by which a folder of this kind is known.

    Raises
    ------
    ModelFolderError
        The path exists already.
    OSError
        It cannot be written.
    """
    require_free(path, force, mark)
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(mkdtemp(dir=path.parent, prefix=f".{path.name}-"))
    try:
        # Temporary folders are readable by their owner only.
        folder.chmod(0o755)
        new = folder / "new"
        new.mkdir()
        yield new
        if path.exists():
            path.rename(folder / "old")
        new.rename(path)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def require_free(path: Path, force: bool, mark: str = SIGNATURE) -> None:
    """Check that a folder with this file can be written to a path.

    Raises
    ------
    ModelFolderError
        The path exists and is another folder, or must not be replaced.
    """
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return
    if not (path / mark).is_file():
        raise ModelFolderError(f"{shown(path)}: is there already, and is not replaced: it has no {mark}")
    if not force:
        raise ModelFolderError(f"{shown(path)}: is there already; --force replaces it")


def write_texts(folder: Path, texts: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Write texts into a folder, large ones compressed; return the SHA-256 of each file by its name.

    The same texts give the same bytes.
    """
    digests = {}
    for name, lines in texts.items():
        file = name + _COMPRESSED if name in _LARGE else name
        with (folder / file).open("xb") as stream:
            if name in _LARGE:
                with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
                    _write(packed, lines)
            else:
                _write(stream, lines)
        digests[file] = file_digest(folder / file)
    return digests


def _write(stream: Any, lines: Iterable[str]) -> None:
    # Lines are buffered, because a large text has millions of short ones.
    buffered = io.BufferedWriter(stream, 1 << 20) if not isinstance(stream, io.BufferedIOBase) else stream
    block: list[str] = []
    for line in lines:
        block.append(line)
        if len(block) >= 10_000:
            buffered.write("".join(block).encode())
            block.clear()
    buffered.write("".join(block).encode())


def write_signature(folder: Path, signature: Mapping[str, Any], digests: Mapping[str, str]) -> None:
    """Write ``model.json`` last: it completes the model."""
    record = {"format": FORMAT, "paralattice": paralattice.__version__, **signature, "files": dict(digests)}
    text = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
    (folder / SIGNATURE).write_text(text, encoding="utf-8")


class Evidence:
    """The sentence pairs that replacements were learnt from.

    Parameters
    ----------
    numbers
        The 0-based numbers of the pairs of each replacement.
    pairs
        The lines of ``pairs.txt``.
    """

    def __init__(self, numbers: Mapping[tuple[Phrase, Phrase], Sequence[int]], pairs: Sequence[str]) -> None:
        self._numbers = numbers
        self._pairs = pairs

    def of(self, learnt: tuple[Phrase, Phrase]) -> list[tuple[int, str, str]]:
        """Return the line in ``pairs.txt``, from 1, and both sentences of each pair of a replacement."""
        found = []
        for number in self._numbers.get(learnt, ()):
            first, _, second = self._pairs[number].partition(" ||| ")
            found.append((number + 1, first, second))
        return found


class ModelFolder:
    """A model on disk.

    Parameters
    ----------
    path
        The folder.

    Raises
    ------
    ModelFolderError
        The folder is not a model, or of another version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.signature = self._read_signature()

    def _read_signature(self) -> dict[str, Any]:
        file = self.path / SIGNATURE
        try:
            record = json.loads(file.read_bytes())
        except FileNotFoundError:
            raise ModelFolderError(f"{shown(self.path)}: is no model: it has no {SIGNATURE}") from None
        except OSError as error:
            raise ModelFolderError(f"{shown(file)}: cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError):
            raise ModelFolderError(f"{shown(file)}: is damaged: it is not JSON") from None
        if not isinstance(record, dict) or not isinstance(record.get("files"), dict):
            raise ModelFolderError(f"{shown(file)}: is not the signature of a model")
        if record.get("format") != FORMAT:
            raise ModelFolderError(
                f"{shown(file)}: the model has format {record.get('format')!r}, of Paralattice "
                f"{record.get('paralattice')}; this is {paralattice.__version__}, which reads format "
                f"{FORMAT}: train it again"
            )
        return record

    @property
    def identity(self) -> str:
        """Digest of the files that rewording depends on."""
        files = self.signature["files"]
        parts = [[name, files.get(self._file(name).name)] for name in model_files.MODEL_TEXTS]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _file(self, name: str) -> Path:
        return self.path / (name + _COMPRESSED if name in _LARGE else name)

    def text(self, name: str) -> str:
        """Return a text of the model after checking its digest.

        Raises
        ------
        ModelFolderError
            It is missing or damaged.
        """
        file = self._file(name)
        try:
            content = file.read_bytes()
            if hashlib.sha256(content).hexdigest() != self.signature["files"].get(file.name):
                raise ModelFolderError(f"{shown(file)}: is damaged: it is not what was written")
            return (gzip.decompress(content) if name in _LARGE else content).decode()
        except FileNotFoundError:
            raise ModelFolderError(f"{shown(file)}: is missing") from None
        except OSError as error:
            raise ModelFolderError(f"{shown(file)}: cannot be read: {error.strerror or error}") from error
        except (UnicodeDecodeError, EOFError, zlib.error) as error:
            raise ModelFolderError(f"{shown(file)}: is damaged: {error}") from error

    def texts(self) -> dict[str, bytes]:
        """Return the texts that rewording needs, by name, in UTF-8: see :meth:`text`."""
        return {name: self.text(name).encode() for name in model_files.MODEL_TEXTS}

    def evidence(self) -> Evidence:
        """Return the sentence pairs that the replacements were learnt from.

        Raises
        ------
        ModelFolderError
            A file is missing, damaged or invalid, or the model is that of the paper and has no evidence.
        """
        file = self._file(model_files.EVIDENCE)
        phrases, evidence, pairs = (
            model_files.lines_of(self.text(name))
            for name in (model_files.PHRASES, model_files.EVIDENCE, model_files.PAIRS)
        )
        if phrases and not evidence:
            raise ModelFolderError(f"{shown(self.path)}: a model of the paper's system keeps no evidence")
        try:
            return Evidence(model_files.read_evidence(phrases, evidence, shown(file)), pairs)
        except FormatError as error:
            raise ModelFolderError(f"{error}") from error

    def load(self, words: Collection[str] | None = None) -> RewordingModel:
        """Return the model.

        Parameters
        ----------
        words
            If given, only replacements of phrases that begin with these words are read.

        Raises
        ------
        ModelFolderError
            A file is missing, damaged or invalid.
        """
        try:
            return model_files.read_model(
                lambda name: model_files.lines_of(self.text(name)),
                lambda name: shown(self._file(name)),
                words,
            )
        except FormatError as error:
            raise ModelFolderError(f"{error}") from error


def open_model(path: Path | str) -> RewordingModel:
    """Return the model in a folder that ``orchestrator reword train`` wrote.

    Raises
    ------
    ModelFolderError
        The folder is not a model, damaged, or of another version.
    """
    return ModelFolder(Path(path)).load()
