"""Packs are gathered in archives: nothing is ever missing, whoever dies or works beside."""

import errno
import os
import random
import subprocess
import sys
import threading
import time

import pytest

from support.packs import pack_path
from workers.store import Artefact, digest, open_store
from workers.store.keys import COMMON_SHELF, shelved
from workers.store.packing import FEWEST, gather, sweep

ARTEFACTS = {digest(number): Artefact(number, {"text": b"line %d\n" % number * 9}) for number in range(40)}
PARSES = {shelved(COMMON_SHELF, digest("parse", number)): Artefact(number) for number in range(9)}


@pytest.fixture
def store(tmp_path):
    """Fill a store."""
    store = open_store(tmp_path / "store")
    store.put_all(ARTEFACTS)
    store.put_all(PARSES)
    return store


def files(store):
    return sorted(path for path in store.root.rglob("*") if path.is_file() and path.name != "lock")


def loose(store):
    return [entry for entry in store.entries() if not entry.archived]


def test_gathered_packs_are_one_file_and_are_read_as_before(store):
    assert len(files(store)) == len(ARTEFACTS) + 1
    assert store.gather() == len(ARTEFACTS) + 1
    assert [path.suffix for path in files(store)] == [".archive"]
    for reader in (store, open_store(store.root)):
        assert reader.find_all([*ARTEFACTS, *PARSES]) == ARTEFACTS | PARSES
        assert reader.missing([*ARTEFACTS, *PARSES, "ab" * 32]) == {"ab" * 32}


def test_few_packs_stay_files(tmp_path):
    store = open_store(tmp_path / "store")
    store.put_all(dict(list(ARTEFACTS.items())[: FEWEST - 1]))
    assert store.gather() == 0
    assert len(files(store)) == FEWEST - 1


def test_an_artefact_in_an_archive_is_not_stored_again(store):
    store.gather()
    before = files(store)
    store.put_all(ARTEFACTS | PARSES)
    assert files(store) == before


def test_further_artefacts_of_a_shelf_follow_the_archived_ones(store):
    store.gather()
    key = next(iter(ARTEFACTS))
    further = shelved(key, digest("further"))
    store.put(further, Artefact("further"))
    assert pack_path(store, further).name.endswith(".1")
    assert open_store(store.root).find_all([key, further]) == {
        key: ARTEFACTS[key],
        further: Artefact("further"),
    }


def test_a_removed_pack_of_an_archive_is_gone_for_all_and_can_be_stored_again(store):
    store.gather()
    other = open_store(store.root)
    key = next(iter(ARTEFACTS))
    assert other.has(key)
    store._remove(f"{key[:2]}/{key[2:32]}.0")
    assert not other.has(key)
    store.put(key, Artefact("again"))
    assert other.get(key) == Artefact("again")
    gather(store.root, loose(store), fewest=1)
    assert open_store(store.root).get(key) == Artefact("again")


def test_a_damaged_pack_of_an_archive_is_removed_when_it_is_read(store):
    store.gather()
    (archive,) = store.root.glob("archives/*.archive")
    content = bytearray(archive.read_bytes())
    content[len(content) // 2] ^= 1
    archive.write_bytes(content)
    found = open_store(store.root).find_all([*ARTEFACTS, *PARSES])
    lost = (ARTEFACTS | PARSES).keys() - found
    assert lost
    assert open_store(store.root).missing([*ARTEFACTS, *PARSES]) == lost


def test_a_damaged_pack_is_not_gathered(store):
    key = next(iter(ARTEFACTS))
    pack_path(store, key).write_bytes(pack_path(store, key).read_bytes()[:-1])
    store.gather()
    assert store.find_all(ARTEFACTS).keys() == ARTEFACTS.keys() - {key}


def test_small_archives_are_merged_and_large_ones_are_left(store):
    store.put("ef" * 32, Artefact(random.Random(1).randbytes(200_000).hex()))
    store.gather()
    (large,) = store.root.glob("archives/*.archive")
    for batch in range(4):
        store.put_all({digest(batch, number): Artefact(None) for number in range(FEWEST)})
        store.gather()
    assert large.exists()
    assert len(list(store.root.glob("archives/*.archive"))) <= 3
    assert store.missing([digest(batch, number) for batch in range(4) for number in range(FEWEST)]) == set()
    assert store.find_all(ARTEFACTS) == ARTEFACTS


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :]


@pytest.mark.parametrize("damaged", [lambda content, place: content[:place], flipped])
def test_a_damaged_archive_loses_nothing_but_time(store, damaged):
    store.gather()
    (archive,) = store.root.glob("archives/*.archive")
    whole = archive.read_bytes()
    wanted = ARTEFACTS | PARSES
    for place in (*range(0, len(whole), 997), *range(len(whole) - 4000, len(whole), 89)):
        for path in files(store):
            path.unlink()
        (store.root / f"archives/{place}.archive").write_bytes(damaged(whole, place))
        reader = open_store(store.root)
        found = reader.find_all(wanted)
        assert found.items() <= wanted.items()
        reader.put_all(wanted)
        gather(store.root, loose(store), fewest=1)
        assert open_store(store.root).find_all(wanted) == wanted


def test_a_replaced_archive_that_a_network_file_system_no_longer_reads_has_no_packs(store, monkeypatch):
    store.gather()
    assert store.missing([*ARTEFACTS, *PARSES]) == set()

    def stale(*_):
        raise OSError(errno.ESTALE, "Stale file handle")

    monkeypatch.setattr(os, "pread", stale)
    assert store.missing(ARTEFACTS) == ARTEFACTS.keys()
    assert store.find_all([*ARTEFACTS, *PARSES]) == {}
    monkeypatch.undo()
    assert open_store(store.root).find_all([*ARTEFACTS, *PARSES]) == ARTEFACTS | PARSES


def test_only_names_of_packs_are_read_from_an_archive(store, tmp_path):
    store.gather()
    (archive,) = store.root.glob("archives/*.archive")
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    names = [entry.name for entry in store.entries()]
    content = archive.read_bytes()
    for name in (names[0], names[-1]):
        content = content.replace(name.encode(), f"{name[:3]}../../../other".encode().ljust(len(name), b"\0"))
    archive.write_bytes(content)
    reader = open_store(store.root)
    assert [entry.name for entry in reader.entries()] == names[1:-1]
    reader.missing(PARSES)
    reader.discard(names)
    assert other.exists()
    assert files(store) == []


@pytest.mark.parametrize("call", ["read_pack", "fsync", "replace", "unlink", "rmdir"])
@pytest.mark.parametrize("number", [1, 2, 3, 30])
def test_a_process_killed_while_it_gathers_loses_nothing(store, call, number):
    code = (
        "import os, sys\n"
        "from workers.store import open_store, packing\n"
        "store, calls = open_store(sys.argv[1]), []\n"
        f"place = packing if {call!r} == 'read_pack' else os\n"
        f"real = place.{call}\n"
        "def killing(*args, **named):\n"
        "    calls.append(args)\n"
        f"    if len(calls) == {number}:\n"
        "        os._exit(9)\n"
        "    return real(*args, **named)\n"
        f"place.{call} = killing\n"
        "store.gather()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(store.root)], check=False, timeout=60)
    assert done.returncode in (0, 9)
    for reader in (store, open_store(store.root)):
        assert reader.find_all([*ARTEFACTS, *PARSES]) == ARTEFACTS | PARSES
    gather(store.root, loose(store), fewest=1)
    sweep(store.root, before=0)
    assert open_store(store.root).find_all([*ARTEFACTS, *PARSES]) == ARTEFACTS | PARSES
    assert {path.suffix for path in files(store)} <= {".archive"}


def test_readers_and_writers_never_miss_what_is_gathered_beside_them(store):
    stop, problems = threading.Event(), []

    def read():
        reader, keys = open_store(store.root), [*ARTEFACTS, *PARSES]
        while not stop.is_set():
            if lost := reader.missing(random.sample(keys, 5)):
                problems.append(lost)

    def write(name):
        writer = open_store(store.root)
        for number in range(80):
            writer.put(digest(name, number), Artefact(number))
            writer.put_all(ARTEFACTS)

    threads = [threading.Thread(target=read) for _ in range(2)]
    writers = [threading.Thread(target=write, args=(name,)) for name in ("one", "other")]
    for thread in threads + writers:
        thread.start()
    while any(thread.is_alive() for thread in writers):
        open_store(store.root).gather()
        time.sleep(0.01)
    stop.set()
    for thread in threads + writers:
        thread.join()
    assert problems == []
    assert store.find_all(ARTEFACTS) == ARTEFACTS
    assert store.missing([digest(name, number) for name in ("one", "other") for number in range(80)]) == set()


def test_only_what_is_old_and_unfinished_is_swept(store):
    store.gather()
    left = store.root / "incoming/new-0123"
    orphan = store.root / "archives/0123.new"
    for path in (left, orphan):
        path.write_bytes(b"half")
    assert sweep(store.root) == 0
    assert sweep(store.root, before=0) == 2
    assert not left.exists()
    assert store.find_all(ARTEFACTS) == ARTEFACTS
