"""Compiles loops to machine code with numba.

Machine code is cached on disk beside the source, or in numba's cache folder of the user if
the package is read-only; if neither can be written, every process compiles it.
"""

import contextlib
import hashlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, TypeVar, cast


@contextlib.contextmanager
def _hidden(*names: str) -> Iterator[None]:
    """Make imports of libraries fail within the block."""
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    kept = {name: modules.pop(name) for name in names if name in modules}
    modules.update(dict.fromkeys(names))
    try:
        yield
    finally:
        for name in names:
            del modules[name]
        modules.update(kept)


def _import_numba() -> None:
    """Import numba without the settings in a ``.numba_config.yaml`` of the current folder.

    They could name a folder of compiled code, which numba would run.  Numba reads the file whenever it
    compiles, and does not without PyYAML.

    Our loops use neither linear algebra nor C declarations nor coverage of compiled lines.  Numba looks for
    the libraries of these at its first import and does without them; with them a start took a quarter of a
    second longer.
    """
    with _hidden("yaml", "scipy", "cffi", "coverage"):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="A Numba config file is found")
            from numba.core import config
        # Numba imports these before it compiles or loads a function.
        from numba.core.typing import cffi_utils
        from numba.np import arraymath

    del cffi_utils, arraymath
    # Not a regular file, so numba passes it over.
    config._config_fname = os.devnull


_import_numba()

from numba import njit  # noqa: E402 - only after that
from numba.core import caching  # noqa: E402

# The types of numba are incomplete.
_NumbaFiles: Any = caching.IndexDataCacheFile

Function = TypeVar("Function", bound=Callable[..., Any])
_ErrorModel = Literal["python", "numpy"]


@cache
def source_digest(folder: Path) -> str:
    """Return a digest of the Python files in a folder."""
    files = sorted(folder.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def compiled(function: Function) -> Function:
    """Return `function`, compiled at its first call to run without the interpreter's lock.

    It may only call compiled functions of its own package, because the cache ignores changes elsewhere.
    """
    return _compiled(function, "python")


def inner(function: Function) -> Function:
    """Return `function` as :func:`compiled`, for compiled functions alone.

    It has no entry for Python, which takes longer to compile than the function if it takes many arrays.  It
    is compiled for each type of its arguments: a literal number is of another type than a variable.  It is
    not cached, because the machine code of its callers includes its own.
    """
    return _inner(function, "python")


def inlined(function: Function) -> Function:
    """Return `function` for compiled functions, which take in its code.

    This is faster to compile than a call, if any call and the functions are short: the time for a
    function grows faster than its length.
    """
    return cast(Function, njit(inline="always")(function))


def vectorised(function: Function) -> Function:
    """Return `function` as :func:`compiled`, but without checks of divisors, which vector instructions lack.

    A division by 0 gives an infinity, or no number.
    """
    return _compiled(function, "numpy")


def inner_vectorised(function: Function) -> Function:
    """Return `function` as :func:`vectorised`, for compiled functions alone, as :func:`inner`."""
    return _inner(function, "numpy")


def _inner(function: Function, errors: _ErrorModel) -> Function:
    return cast(Function, _builder(errors, no_cpython_wrapper=True)(function))


def _builder(errors: _ErrorModel, **options: bool) -> Any:
    # The types of numba do not know the options of functions without an entry for Python.
    # Nothing calls our functions from C.
    return partial(njit, nogil=True, error_model=errors, no_cfunc_wrapper=True, **options)


def _compiled(function: Function, errors: _ErrorModel) -> Function:
    build = _builder(errors)
    try:
        dispatcher = build(cache=True)(function)
    except RuntimeError:
        # No cache folder is writable.
        dispatcher = build()(function)
    files = _files_of(dispatcher)
    if files is not None:
        dispatcher._cache._cache_file = _CacheFiles(files, Path(function.__code__.co_filename).parent)
    return cast(Function, dispatcher)


def _files_of(function: Any) -> Any:
    """Return the files of a compiled function; ``None`` if no folder is writable."""
    return getattr(getattr(function, "_cache", None), "_cache_file", None)


class _CacheFiles(_NumbaFiles):  # type: ignore[misc]
    """The files of a compiled function: an index, and machine code for each signature."""

    def __init__(self, files: Any, folder: Path) -> None:
        self.__dict__.update(vars(files))
        # Numba itself only checks a function's own file, and would run code that includes an older
        # function of another file. An index of another version is not unpickled, so it may name
        # classes that no longer exist.
        self._version += source_digest(folder)

    def save(self, key: Any, data: Any) -> None:
        """Write machine code, then the index that names it.

        Numba writes the index first and numbers the files.  A process that ended in between, or another that
        compiled another signature at that time, left an index that named older or other code.
        """
        number = int(hashlib.sha256(repr(key).encode()).hexdigest()[:15], 16)
        name = self._data_name(number)
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})


class Preparation(NamedTuple):
    """A part of the loops that can be compiled alone.

    Attributes
    ----------
    last
        The function of this part that is compiled last.
    run
        Compiles the part, or loads it.
    """

    last: Callable[..., Any]
    run: Callable[[], object]

    @property
    def missing(self) -> bool:
        """Whether the part is to be compiled, and what one process compiles another can load."""
        files = _files_of(self.last)
        return files is not None and not files._load_index()


def compile_at_once(parts: Sequence[Preparation], processes: int) -> None:
    """Compile the missing parts in several processes, this one among them, and wait for all.

    Nothing is done with a single process or part: a part is compiled when it is first used anyway.  A
    process that fails says so on standard error, and its part is compiled later.

    Parameters
    ----------
    parts
        In falling order of the time that they take.
    processes
        The largest number of processes.  They are forked: this process must have no other threads.
    """
    missing = [part for part in parts if part.missing]
    count = min(processes, len(missing))
    if count < 2:
        return
    # Lazy import: it is needed once on a machine.
    from multiprocessing import get_context

    forking = get_context("fork")
    # Parts are distributed in serpentine order, to balance the processes.
    shares = [
        missing[first :: 2 * count] + missing[2 * count - 1 - first :: 2 * count] for first in range(count)
    ]
    started = [forking.Process(target=_run, args=(share,), daemon=True) for share in shares[1:]]
    for process in started:
        process.start()
    _run(shares[0])
    for process in started:
        process.join()


def _run(parts: Sequence[Preparation]) -> None:
    for part in parts:
        part.run()


def cache_folder() -> Path | None:
    """Return the folder in which machine code is cached; ``None`` if no folder is writable."""
    path: str | None = compiled(_nothing).stats.cache_path  # type: ignore[attr-defined]
    return Path(path) if path else None


def _nothing() -> None:
    """Show where any compiled function is cached; never called."""
