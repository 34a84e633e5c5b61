"""Keys come in messages: only what is one becomes a path."""

import pytest

from workers.store import Artefact, open_store
from workers.store.keys import ArtefactKeyError, checked_key


@pytest.mark.parametrize(
    "text",
    ["", "../etc/passwd", "/etc/passwd", "g" * 64, "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", None, 5],
)
def test_nothing_else_is_a_key(text):
    with pytest.raises(ArtefactKeyError, match="is not the key of an artefact"):
        checked_key(text)


def test_a_long_text_is_not_repeated_whole():
    with pytest.raises(ArtefactKeyError) as caught:
        checked_key("x" * 10_000)
    assert len(str(caught.value)) < 200


def test_a_store_neither_reads_nor_writes_nor_removes_outside_of_itself(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("no artefact")
    store = open_store(tmp_path / "store")
    for use in (store.get, store.has, lambda key: store.put(key, Artefact(1))):
        for key in (f"..{victim}", "../victim", "ab/../../victim"):
            with pytest.raises(ArtefactKeyError):
                use(key)
    assert victim.read_text() == "no artefact"
