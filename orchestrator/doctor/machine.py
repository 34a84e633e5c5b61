"""Checks of this machine: Python, cores, memory, disk, the model, a store, a server."""

import platform
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import paralattice
from orchestrator.doctor.findings import Finding, ok, problem, warning
from orchestrator.engine.hardware import cores, memory

_GIGABYTE = 1e9
# Measured on the example corpus with the default parser: a process has 0.65 GB, of which 0.2 are shared.
_MAIN_GIGABYTES = 0.3
_PROCESS_GIGABYTES = 0.5
_LEAST_DISK_GIGABYTES = 0.2
_GOOD_DISK_GIGABYTES = 2.0


def python() -> Iterator[Finding]:
    """Report the versions of Python and of Paralattice, and the digest of the code."""
    from workers.source_digest import code_digest

    version, code = platform.python_version(), code_digest()
    yield ok(
        "python", f"{platform.python_implementation()} {version} on {platform.platform()}", version=version
    )
    text = f"{paralattice.__version__}, code {code}, in {Path(paralattice.__file__).parents[1]}"
    yield ok("paralattice", text, version=paralattice.__version__, code=code)


def cores_and_memory() -> Iterator[Finding]:
    """Compare the memory with the needs of a worker process for each core."""
    count, size = cores(), memory()
    total, available = size.total / _GIGABYTE, size.available / _GIGABYTE
    text = f"{count} cores, {available:.1f} of {total:.1f} GB of memory available"
    facts = {"cores": count, "memory_total": size.total, "memory_available": size.available}
    room = int((available - _MAIN_GIGABYTES) / _PROCESS_GIGABYTES)
    if room < 1:
        needed = _MAIN_GIGABYTES + _PROCESS_GIGABYTES
        yield problem("machine", text, f"a worker with one process takes about {needed:.1f} GB", **facts)
    elif room < count:
        advice = (
            f"use --workers {room}: a process takes about {_PROCESS_GIGABYTES} GB, more for large clusters"
        )
        yield warning("machine", text, advice, **facts)
    else:
        yield ok("machine", text, **facts)


def disk(folder: Path) -> Iterator[Finding]:
    """Report the free space on the disk of the runs."""
    place = _existing(folder)
    free = shutil.disk_usage(place).free
    text = f"{free / _GIGABYTE:.1f} GB free in {place}"
    if free < _LEAST_DISK_GIGABYTES * _GIGABYTE:
        yield problem("disk", text, "make room, or give another folder with --runs", free=free)
    elif free < _GOOD_DISK_GIGABYTES * _GIGABYTE:
        yield warning("disk", text, "thousands of clusters may need more", free=free)
    else:
        yield ok("disk", text, free=free)


def _existing(folder: Path) -> Path:
    """Return a folder, or the nearest parent that exists."""
    path = folder.resolve()
    return next(place for place in (path, *path.parents) if place.exists())


def compiled_code() -> Iterator[Finding]:
    """Check that compiled loops can be cached on disk."""
    from paralattice.compiling import cache_folder

    folder = cache_folder()
    if folder is None:
        advice = "set NUMBA_CACHE_DIR to a folder that this user can write"
        yield warning("compiled code", "not cached: every worker recompiles at its start", advice)
        return
    with tempfile.TemporaryFile(dir=folder):
        yield ok("compiled code", f"kept in {folder}", folder=str(folder))


def model() -> Iterator[Finding]:
    """Compare the checksums of the package's parser files; list the other parsers."""
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser_files import damaged_files, installed_parsers, parser_digest

    damaged = damaged_files()
    if damaged:
        text = f"{', '.join(damaged)}: absent or not as shipped"
        yield problem("model", text, "reinstall paralattice", damaged=damaged)
        return
    digest = parser_digest(ParseOptions())
    others = [parser.name for parser in installed_parsers() if parser.name != "default"]
    text = f"the default parser is as shipped, digest {digest[:12]}"
    more = "".join(f"; also {name}" for name in others)
    yield ok("model", text + more, digest=digest, parsers=["default", *others])


def embedded_server() -> Iterator[Finding]:
    """Start and stop the server of runs without --broker."""
    from workers.broker.embedded import BrokerError, EmbeddedBroker
    from workers.events import connect

    started, broker = time.monotonic(), EmbeddedBroker()
    try:
        broker.start()
        seconds = time.monotonic() - started
        with closing(connect(broker.url, timeout=2.0)) as client:
            server = client.info("server")
    except BrokerError as error:
        yield problem("embedded server", " ".join(str(error).split()), "or use your own server with --broker")
        return
    finally:
        broker.stop()
    version = server_version(server)
    yield ok("embedded server", f"{version} starts, in {seconds:.2f} s", server=version, seconds=seconds)


def server_version(info: dict[str, str]) -> str:
    """Return name and version of a server, from the answer to ``INFO server``."""
    if "valkey_version" in info:
        return f"Valkey {info['valkey_version']}"
    return f"Redis {info.get('redis_version', '?')}"


def store_access(location: str, endpoint: str = "", shared: bool = False) -> Iterator[Finding]:
    """Write an artefact and read it; of an absent folder, check only that it can be created.

    Parameters
    ----------
    location, endpoint
        As for :func:`workers.store.open_store`.
    shared
        Whether other machines use it as well, so that it should exist already.
    """
    from workers.store import StoreError, is_remote

    if not location:
        advice = "use --store or ORCHESTRATOR_STORE"
        yield warning("store", "none is given, and a shared broker needs one", advice)
        return
    try:
        there = is_remote(location) or Path(location).exists()
        yield _written(location, endpoint) if there else _makeable(location, shared)
    except (StoreError, OSError) as error:
        text = f"{location}: {error}"
        advice = "name a folder, or a bucket, that this user can write"
        yield problem("store", text, advice, location=location)


def _makeable(location: str, shared: bool) -> Finding:
    with tempfile.TemporaryFile(dir=_existing(Path(location))):
        pass
    if shared:
        advice = "is it mounted? The first worker or submit creates it"
        return warning("store", f"{location} does not exist", advice, location=location)
    return ok("store", f"{location} can be created", location=location)


def _written(location: str, endpoint: str) -> Finding:
    from workers.store import Artefact, digest, is_remote, open_store
    from workers.store.identity import check_store

    if is_remote(location):
        # Fails fast, with a message of one line.
        check_store(location, endpoint)
    kept = open_store(location, endpoint)
    # Always the same key, so that repeated checks leave one file.
    key, probe = digest("doctor"), Artefact("doctor")
    started = time.monotonic()
    # Written each time; what is stored already is only read.
    kept.probe()
    kept.put(key, probe)
    whole = kept.get(key) == probe
    milliseconds = round(1000 * (time.monotonic() - started), 2)
    facts = {"location": location, "milliseconds": milliseconds}
    if whole:
        return ok("store", f"{location}: written and read in {milliseconds:g} ms", **facts)
    return problem("store", f"{location}: what was read is not what was written", "check the disk", **facts)
