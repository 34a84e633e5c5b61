"""Where a store is: what is a folder, what is a bucket, and what is neither."""

import sys
from pathlib import Path

import pytest

from workers.settings import STORE_ENDPOINT_VARIABLE, STORE_VARIABLE, Settings
from workers.store import StoreError, current_store, is_remote, open_store, settled_location


@pytest.mark.parametrize("location", ["store", "/a/b", "s3:/a", "./s3", "a b", "s3", "C:\\store"])
def test_what_is_no_url_is_a_folder(location):
    assert not is_remote(location)
    assert open_store(location).root == Path(location)
    assert settled_location(location) == str(Path(location).resolve())


@pytest.mark.parametrize(
    ("url", "settled"),
    [
        ("s3://bucket", "s3://bucket"),
        ("s3://bucket/", "s3://bucket"),
        ("s3://my.bucket-1/a/b=1/", "s3://my.bucket-1/a/b=1"),
        ("s3://bucket//a///b", "s3://bucket/a/b"),
    ],
)
def test_one_bucket_and_prefix_have_one_form(url, settled):
    assert is_remote(url)
    assert settled_location(url) == open_store(url).location == settled


@pytest.mark.parametrize(
    "url",
    [
        "s3://",
        "s3:///prefix",
        "s3://key:secret@bucket/prefix",
        "s3://bucket:80/prefix",
        "s3://bucket/prefix?secret",
        "s3://bucket/prefix#secret",
        "s3://bucket/a/../b",
        "s3://bucket/a b",
        "gs://bucket/secret",
        "https://key:secret@host/bucket",
        "file:///secret",
    ],
)
def test_what_is_no_url_of_a_bucket_is_refused_and_not_repeated(url):
    for read in (open_store, settled_location):
        with pytest.raises(
            StoreError, match="the store's URL cannot be read; its form is s3://BUCKET"
        ) as caught:
            read(url)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["ab", "Bucket", "my_bucket", "-bucket", "bucket.", "b" * 64])
def test_a_name_that_no_bucket_has_is_named_with_the_rule(name):
    for read in (open_store, settled_location):
        with pytest.raises(
            StoreError, match=f"^{name} is no name of a bucket: these have 3 to 63 characters"
        ):
            read(f"s3://{name}/prefix")


@pytest.mark.parametrize(
    "endpoint",
    [
        "host:9000",
        "nonsense",
        "http://",
        "http://key:secret@host",
        "ftp://secret",
        "http://host:port",
        "http://host:0",
        "http://host?secret",
        "http://[::1",
        "http://host/secret path",
    ],
)
def test_what_is_no_endpoint_is_refused_and_not_repeated(endpoint):
    with pytest.raises(StoreError, match="the store's endpoint cannot be read; its form is http") as caught:
        open_store("s3://bucket", endpoint)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "endpoint", ["http://host", "https://10.0.0.5:9000/", "http://[::1]:9000", "http://h/s3"]
)
def test_an_endpoint_is_a_host_and_may_have_a_port_and_a_path(endpoint):
    assert open_store("s3://bucket", endpoint).location == "s3://bucket"


def test_an_endpoint_without_a_bucket_is_refused():
    with pytest.raises(StoreError, match="a store with an endpoint is s3://BUCKET/PREFIX, not folder"):
        open_store("folder", "http://host")


def test_a_process_has_one_store_which_its_environment_names(monkeypatch):
    current_store.cache_clear()
    monkeypatch.setenv(STORE_VARIABLE, "s3://bucket/a")
    monkeypatch.setenv(STORE_ENDPOINT_VARIABLE, "http://host")
    try:
        assert current_store().location == "s3://bucket/a"
        assert current_store() is current_store()
    finally:
        current_store.cache_clear()


def test_a_process_whose_environment_names_no_store_is_told_how_to(monkeypatch):
    current_store.cache_clear()
    monkeypatch.delenv(STORE_VARIABLE, raising=False)
    with pytest.raises(StoreError, match="set ORCHESTRATOR_STORE to a folder or to s3://"):
        current_store()


def test_people_are_shown_the_store_with_its_endpoint():
    assert Settings("", "/store").shown_store == "/store"
    assert Settings("", "s3://b/p", store_endpoint="http://h").shown_store == "s3://b/p at http://h"


def test_without_obstore_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "obstore", None)
    monkeypatch.delitem(sys.modules, "workers.store.bucket", raising=False)
    with pytest.raises(StoreError, match=r"pip install 'paralattice\[s3\]'"):
        open_store("s3://some-bucket/prefix")
