"""The identity of a store: the same for all who look, another for another folder."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import paralattice
from workers.source_digest import code_digest
from workers.store import StoreError
from workers.store.identity import check_store, queue_of


def test_a_store_keeps_its_identity_under_whatever_path(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "store")
    identity = check_store(tmp_path / "store")
    assert len(identity) == 8
    assert check_store(tmp_path / "link") == identity
    (tmp_path / "store").rename(tmp_path / "moved")
    assert check_store(tmp_path / "moved") == identity


def test_two_stores_differ(tmp_path):
    assert check_store(tmp_path / "a") != check_store(tmp_path / "b")


def test_those_who_come_at_the_same_time_agree(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        identities = set(pool.map(check_store, [tmp_path / "store"] * 64))
    assert len(identities) == 1


def test_a_queue_is_named_by_version_code_and_store(tmp_path):
    parts = "paralattice", paralattice.__version__, code_digest(), check_store(tmp_path)
    assert queue_of(tmp_path) == "-".join(parts)


def test_looking_at_a_store_leaves_nothing_but_its_identity(tmp_path):
    check_store(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["store-id"]


@pytest.mark.parametrize("content", ["", "1234", "no identity"])
def test_a_damaged_identity_is_told(tmp_path, content):
    (tmp_path / "store-id").write_text(content)
    with pytest.raises(StoreError, match="store-id is damaged: remove it"):
        check_store(tmp_path)


def test_a_store_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot use the store .*file/store: Not a directory"):
        check_store(tmp_path / "file" / "store")
