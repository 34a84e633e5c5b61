"""Artefacts are whole or absent, and what is damaged is found."""

import threading

import pytest

from workers.store import Artefact, MissingArtefactError, StoreError, digest, open_store


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


def test_what_was_put_is_read_back(store):
    value = {"words": ["naïve", "\ud800", ","], "numbers": [1, 10**40]}
    files = {"a.txt": "línea\n\nsecond", "empty": "", "b.json": "{}\n"}
    store.put("ab" * 32, Artefact(value, files))
    assert store.get("ab" * 32) == Artefact(value, files)


def test_an_absent_artefact_is_named_in_the_error(store):
    with pytest.raises(MissingArtefactError, match="cd" * 32):
        store.get("cd" * 32)


@pytest.mark.parametrize(
    "damage",
    [lambda content: content[:-3], lambda content: content[:70] + b"X" + content[71:], lambda _: b""],
)
def test_a_damaged_artefact_is_removed_and_reported(store, damage):
    key = digest("anything")
    store.put(key, Artefact({"words": ["a", "b", "c"] * 20}))
    path = store.path(key)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(MissingArtefactError, match="damaged"):
        store.get(key)
    assert not store.has(key)


def test_once_computes_only_what_is_absent(store):
    calls = []
    for _ in range(3):
        store.once("ef" * 32, lambda: calls.append(1) or Artefact("value"))
    assert calls == [1]
    assert store.get("ef" * 32).value == "value"


def test_equal_content_has_one_key_and_other_content_another(store):
    assert store.put_content(["a", "b"]) == store.put_content(["a", "b"])
    assert store.put_content(["a", "b"]) != store.put_content(["ab"])


def test_a_digest_tells_apart_what_joins_to_the_same_text():
    assert digest("ab", "c") != digest("a", "bc")
    assert digest(["a"], "b") != digest(["a", "b"])


def test_a_failed_write_leaves_nothing_behind(store):
    class Unwritable:
        pass

    with pytest.raises(TypeError):
        store.put("aa" * 32, Artefact(Unwritable()))
    store.put("bb" * 32, Artefact(1))
    assert [path for path in store.root.rglob("*") if path.is_file()] == [store.path("bb" * 32)]


def test_a_store_that_cannot_be_written_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="cannot write an artefact"):
        open_store(tmp_path / "file").put("aa" * 32, Artefact(1))


def test_readers_see_a_whole_artefact_or_none_while_others_write_it(store):
    key, value = "ab" * 32, Artefact({"number": 1}, {"text": "x" * 200_000})
    problems = []

    def write():
        for _ in range(20):
            store.put(key, value)

    def read():
        for _ in range(60):
            if store.has(key) and store.get(key) != value:
                problems.append("half")

    threads = [threading.Thread(target=work) for work in (write, write, read, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert store.get(key) == value
