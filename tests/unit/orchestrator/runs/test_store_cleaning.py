"""What a store holds is counted, and what no run needs is found."""

import os
import shutil
import time

import pytest

from orchestrator.runs.store_cleaning import referenced_keys, removable, store_statistics
from support.packs import pack_path
from workers.store import Artefact, digest, open_store
from workers.store.keys import COMMON_SHELF, shelved

PARSE = shelved(COMMON_SHELF, digest("parse"))


@pytest.fixture
def store(tmp_path):
    """Fill a store: packs of two artefacts, a pack of parses, and a file that is no pack."""
    store = open_store(tmp_path / "store")
    for number in range(3):
        key = digest(number)
        store.put_all({key: Artefact(number), shelved(key, digest("more", number)): Artefact(None)})
    store.put(PARSE, Artefact("tree"))
    (store.root / "ab").mkdir(exist_ok=True)
    (store.root / "ab" / ("c" * 62)).write_bytes(b"no pack")
    return store


def test_packs_are_counted_and_other_files_are_not(store):
    found = store_statistics(store)
    assert (found.packs, found.parses) == (4, 1)
    assert found.bytes == sum(pack_path(store, key).stat().st_size for key in (PARSE, *map(digest, range(3))))
    assert found.oldest <= found.newest <= time.time()


def test_an_empty_store_has_nothing(tmp_path):
    assert store_statistics(open_store(tmp_path / "none")).packs == 0


def test_what_is_younger_than_said_is_kept(store):
    old = pack_path(store, digest(0))
    os.utime(old, (1000.0, 1000.0))
    assert [entry.name for entry in removable(store, 60.0, None)] == [str(old.relative_to(store.root))]
    assert len(list(removable(store, 0.0, None, now=time.time() + 1))) == 4


def test_what_is_needed_is_kept_with_all_that_is_in_its_pack(store):
    needed = {shelved(digest(0), digest("more", 0)), PARSE}
    names = {entry.name for entry in removable(store, 0.0, needed, now=time.time() + 1)}
    kept = {str(pack_path(store, key).relative_to(store.root)) for key in (digest(0), PARSE)}
    assert len(names) == 2
    assert names.isdisjoint(kept)


def test_by_default_nothing_of_the_last_hour_is_removed(store):
    assert list(removable(store, None, set())) == []
    assert len(list(removable(store, None, set(), now=time.time() + 3700))) == 4


def test_the_keys_of_all_runs_below_a_folder_are_needed(tmp_path, finished_run):
    shutil.copytree(finished_run.folder / "runs/corpus", tmp_path / "runs/some/corpus")
    keys = referenced_keys(tmp_path / "runs")
    store = open_store(finished_run.store)
    assert store.missing(keys) == set()
    found = store_statistics(store)
    # Of a finished run only the inputs of its clusters are not needed.
    assert 0 < len(list(removable(store, 0.0, keys, now=time.time() + 1))) < found.packs / 2


def test_nothing_is_needed_where_there_is_no_run(tmp_path):
    assert referenced_keys(tmp_path) == set()
