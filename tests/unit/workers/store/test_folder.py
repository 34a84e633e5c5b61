"""Artefacts are whole or absent, and what is damaged is found; alike in a folder and in a bucket."""

import hashlib
import random
import secrets
import threading
from types import SimpleNamespace

import pytest

from workers.store import Artefact, MissingArtefactError, StoreError, content_key, digest, open_store

KEYS = [digest(number) for number in range(40)]


def in_folder(request):
    root = request.getfixturevalue("tmp_path") / "store"
    return SimpleNamespace(
        store=open_store(root),
        names=lambda: sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()),
        read=lambda name: (root / name).read_bytes(),
        write=lambda name, content: (root / name).write_bytes(content),
    )


def in_bucket(request):
    server, prefix = request.getfixturevalue("s3"), f"some/{secrets.token_hex(4)}"
    client = server.client(user="worker")
    return SimpleNamespace(
        store=open_store(f"s3://lattices/{prefix}", server.endpoint),
        names=lambda: sorted(name.removeprefix(f"{prefix}/") for name in server.objects(prefix)),
        read=lambda name: client.get_object(Bucket="lattices", Key=f"{prefix}/{name}")["Body"].read(),
        write=lambda name, content: client.put_object(
            Bucket="lattices", Key=f"{prefix}/{name}", Body=content
        ),
    )


@pytest.fixture(params=[in_folder, in_bucket], ids=["folder", "bucket"])
def place(request):
    """Make a store, and look at what is really there."""
    return request.param(request)


def test_what_was_put_is_read_back(place):
    value = {"words": ["naïve", "☃", ","], "numbers": [1, 10**40]}
    files = {"a.txt": "línea\n\nsecond".encode(), "empty": b"", "b.json": b"{}\n"}
    place.store.put("ab" * 32, Artefact(value, files))
    assert place.store.get("ab" * 32) == Artefact(value, files)


def test_a_folder_and_a_bucket_keep_the_same_bytes_under_the_same_names(tmp_path, place):
    folder = open_store(tmp_path / "other")
    for store in (folder, place.store):
        store.put(KEYS[0], Artefact({"number": 1}, {"text": b"some\ntext"}))
    (path,) = (path for path in folder.root.rglob("*") if path.is_file())
    assert place.names() == [str(path.relative_to(folder.root))]
    assert place.read(place.names()[0]) == path.read_bytes()


def test_an_artefact_of_many_megabytes_is_read_back(place):
    # Digits at random: repeated ones would be compressed to less than what is sent at once.
    artefact = Artefact(None, {"text": random.Random(1).randbytes(16_000_000)})
    place.store.put(KEYS[0], artefact)
    assert place.store.get(KEYS[0]) == artefact


def test_an_artefact_is_compressed(place):
    place.store.put(KEYS[0], Artefact(None, {"text": b"the boat sank . " * 1000}))
    assert len(place.read(place.names()[0])) < 1000


def test_an_artefact_of_an_earlier_release_is_left_alone(place):
    place.store.put(KEYS[0], Artefact(None))
    payload = b'[{"tree":"(ROOT (X a))"},{}]'
    header = b"paralattice-artefact-1 " + hashlib.sha256(payload).hexdigest().encode()
    old = f"{KEYS[0][:2]}/{KEYS[1][2:]}"
    place.write(old, header + b"\n" + payload)
    assert not place.store.has(KEYS[1])
    place.store.put(KEYS[1], Artefact("new"))
    assert place.store.get(KEYS[1]).value == "new"
    assert place.read(old) == header + b"\n" + payload


def test_an_absent_artefact_is_named_in_the_error(place):
    with pytest.raises(MissingArtefactError, match="cd" * 32):
        place.store.get("cd" * 32)
    with pytest.raises(MissingArtefactError, match="cd" * 32):
        place.store.get_all(["cd" * 32])


@pytest.mark.parametrize(
    "damage",
    [lambda content: content[:-3], lambda content: content[:70] + b"X" + content[71:], lambda _: b""],
)
def test_a_damaged_artefact_is_removed_and_reported(place, damage):
    place.store.put(KEYS[0], Artefact({"words": ["a", "b", "c"] * 20}))
    (name,) = place.names()
    place.write(name, damage(place.read(name)))
    with pytest.raises(MissingArtefactError, match="damaged"):
        place.store.get(KEYS[0])
    assert not place.store.has(KEYS[0])
    assert place.names() == []


def test_once_computes_only_what_is_absent(place):
    calls = []
    for _ in range(3):
        place.store.once("ef" * 32, lambda: calls.append(1) or Artefact("value"))
    assert calls == [1]
    assert place.store.get("ef" * 32).value == "value"


def test_many_artefacts_are_looked_for_written_and_read_at_once(place):
    artefacts = {key: Artefact(number) for number, key in enumerate(KEYS)}
    assert place.store.missing(KEYS) == set(KEYS)
    place.store.put_all(artefacts)
    assert place.store.missing([*KEYS, *KEYS, "ab" * 32]) == {"ab" * 32}
    assert place.store.get_all(KEYS[::-1]) == list(artefacts.values())[::-1]
    assert len(place.names()) == len(KEYS)


def test_of_nothing_nothing_is_missing_and_nothing_written(place):
    assert place.store.missing([]) == set()
    assert place.store.get_all([]) == []
    place.store.put_all({})
    assert place.names() == []


def test_equal_content_has_one_key_and_other_content_another(place):
    assert place.store.put_content(["a", "b"]) == place.store.put_content(["a", "b"])
    assert place.store.put_content(["a", "b"]) != place.store.put_content(["ab"])
    assert place.store.get(content_key(["ab"])).value == ["ab"]


def test_a_digest_tells_apart_what_joins_to_the_same_text():
    assert digest("ab", "c") != digest("a", "bc")
    assert digest(["a"], "b") != digest(["a", "b"])


def test_a_failed_write_leaves_nothing_behind(place):
    class Unwritable:
        pass

    with pytest.raises(TypeError):
        place.store.put(KEYS[0], Artefact(Unwritable()))
    place.store.put(KEYS[1], Artefact(1))
    assert place.names() == [f"{KEYS[1][:2]}/{KEYS[1][2:32]}.0"]


def test_a_store_that_cannot_be_written_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="cannot write an artefact"):
        open_store(tmp_path / "file").put("aa" * 32, Artefact(1))


def test_readers_see_a_whole_artefact_or_none_while_others_write_it(place):
    key, value = "ab" * 32, Artefact({"number": 1}, {"text": b"x" * 200_000})
    problems = []

    def write():
        for _ in range(20):
            place.store.put(key, value)

    def read():
        for _ in range(60):
            if place.store.has(key) and place.store.get(key) != value:
                problems.append("half")

    threads = [threading.Thread(target=work) for work in (write, write, read, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert place.store.get(key) == value
