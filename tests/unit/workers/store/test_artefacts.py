"""Packs on a shelf follow each other; several writers and any damage leave every artefact right or absent."""

import os
import threading

import pytest

from support.packs import pack_path
from workers.store import Artefact, digest, open_store
from workers.store.artefacts import common_name
from workers.store.keys import COMMON_SHELF, ArtefactKeyError, shelved

SHELF = "ab" * 32
ON_SHELF = {
    shelved(SHELF, digest(number)): Artefact(number, {"text": b"%d\n" % number}) for number in range(8)
}
PARSES = {shelved(COMMON_SHELF, digest("p", number)): Artefact(number) for number in range(4)}


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


def names(store):
    return sorted(str(path.relative_to(store.root)) for path in store.root.glob("??/*"))


def test_artefacts_stored_together_are_one_pack_and_later_ones_the_next(store):
    keys = list(ON_SHELF)
    store.put_all({key: ON_SHELF[key] for key in keys[:5]})
    store.put_all({key: ON_SHELF[key] for key in keys[3:]})
    assert names(store) == [f"ab/{SHELF[2:32]}.0", f"ab/{SHELF[2:32]}.1"]
    assert store.find_all(keys) == ON_SHELF


def test_a_shelf_cut_at_any_byte_is_completed_by_storing_it_again(store):
    store.put_all(ON_SHELF)
    path = pack_path(store, next(iter(ON_SHELF)))
    whole = path.read_bytes()
    for end in range(0, len(whole), 7):
        path.write_bytes(whole[:end])
        found = store.find_all(ON_SHELF)
        assert found == {}
        store.put_all(ON_SHELF)
        assert path.read_bytes() == whole
    path.write_bytes(whole[:-1])
    # Without being read first.
    store.put_all(ON_SHELF)
    assert path.read_bytes() == whole


def test_a_lost_pack_hides_those_after_it_until_it_is_there_again(store):
    keys = list(ON_SHELF)
    for key in keys[:3]:
        store.put(key, ON_SHELF[key])
    pack_path(store, keys[1]).unlink()
    assert store.missing(keys[:3]) == {keys[1], keys[2]}
    store.put_all({key: ON_SHELF[key] for key in keys[1:3]})
    assert store.find_all(keys[:3]) == {key: ON_SHELF[key] for key in keys[:3]}


def test_many_writers_of_overlapping_parts_of_a_shelf_lose_nothing(store):
    keys = list(ON_SHELF)
    start = threading.Barrier(6)

    def write(number):
        own = open_store(store.root)
        start.wait()
        own.put_all({key: ON_SHELF[key] for key in keys[number : number + 3]})

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.find_all(keys) == ON_SHELF
    assert not list((store.root / "incoming").iterdir())


def test_parses_are_found_by_other_processes_whatever_batch_they_came_in(store):
    keys = list(PARSES)
    reader = open_store(store.root)
    assert reader.missing(keys) == set(keys)
    store.put_all({key: PARSES[key] for key in keys[:3]})
    store.put_all({key: PARSES[key] for key in keys[2:]})
    assert reader.missing(keys) == set()
    assert reader.find_all(keys) == PARSES
    assert sorted(reader.places(keys)) == sorted([common_name(keys[:3]), common_name(keys[2:])])


def test_a_damaged_pack_of_parses_is_removed_and_its_parses_are_missing(store):
    keys = list(PARSES)
    store.put_all(PARSES)
    path = store.root / common_name(keys)
    path.write_bytes(path.read_bytes()[:-1])
    assert store.find_all(keys) == {}
    assert not path.exists()
    assert store.missing(keys) == set(keys)
    store.put_all(PARSES)
    assert open_store(store.root).find_all(keys) == PARSES


@pytest.mark.parametrize("name", ["../../etc/passwd", "00/" + "0" * 30 + ".0", "ab/" + "c" * 62, 7])
def test_a_place_that_a_message_names_is_one_of_the_common_shelf(store, name):
    with pytest.raises(ArtefactKeyError, match="is not the name of a pack of parses"):
        store.expect([name])


def test_files_of_dead_processes_that_are_old_go_with_the_next_removal(store):
    store.put_all(ON_SHELF)
    recent, old = (store.root / "incoming" / name for name in ("new-01", "new-02"))
    for path in (recent, old):
        path.write_bytes(b"half")
    os.utime(old, (1000.0, 1000.0))
    store.discard([])
    assert (recent.exists(), old.exists()) == (True, False)
    assert store.find_all(ON_SHELF) == ON_SHELF
