"""URLs of brokers that others run: what is accepted, what is shown, what is verified."""

import pytest
import redis

from workers.broker.embedded import BrokerError, EmbeddedBroker
from workers.broker.remote import check_broker, settled_url, shown_url


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://host", "redis://host:6379/0"),
        ("redis://:secret@host:1234/3", "redis://host:1234/3"),
        ("redis://user:se%2Fcret@10.0.0.5/", "redis://10.0.0.5:6379/0"),
        ("redis://user:secret@[::1]:1/2", "redis://[::1]:1/2"),
        ("rediss://user:secret@host:1/2?ssl_ca_certs=/etc/ca.pem", "rediss://host:1/2"),
    ],
)
def test_what_is_shown_of_a_url_has_neither_user_nor_password_nor_options(url, shown):
    assert shown_url(url) == shown


@pytest.mark.parametrize("url", ["redis://:se%2Fcret@host:1/2", "redis://host"])
def test_a_url_without_tls_stays_as_it_is(url):
    assert settled_url(url) == url


@pytest.mark.parametrize(
    ("options", "settled"),
    [
        ("", "ssl_cert_reqs=required"),
        ("?ssl_ca_certs=/etc/ca.pem", "ssl_ca_certs=/etc/ca.pem&ssl_cert_reqs=required"),
        ("?ssl_cert_reqs=none", "ssl_cert_reqs=none"),
    ],
)
def test_with_tls_the_certificate_is_verified_unless_a_person_says_no(options, settled):
    assert settled_url(f"rediss://:p@host:1/0{options}") == f"rediss://:p@host:1/0?{settled}"


def test_celery_and_redis_read_the_same_from_a_settled_url():
    from kombu import Connection

    url = settled_url("rediss://us%40er:p%2Fw@host:1234/5?ssl_ca_certs=/ca.pem")
    theirs = Connection(url)
    ours = redis.Redis.from_url(url).connection_pool.connection_kwargs
    assert (theirs.hostname, theirs.port, theirs.userid, theirs.password) == ("host", 1234, "us@er", "p/w")
    assert (ours["host"], ours["port"], ours["username"], ours["password"]) == ("host", 1234, "us@er", "p/w")
    assert int(theirs.virtual_host) == ours["db"] == 5
    assert theirs.ssl["ssl_cert_reqs"].name == "CERT_REQUIRED"
    assert theirs.ssl["ssl_ca_certs"] == ours["ssl_ca_certs"] == "/ca.pem"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "secret",
        "host:6379",
        "http://:secret@host",
        "redis://",
        "redis://:secret@",
        "redis://:sec/ret@host",
        "redis://:sec#ret@host",
        "redis://:secret@host:port",
        "redis://:secret@host:0",
        "redis://:secret@host:99999",
        "redis://:secret@host/database",
        "redis://:secret@[::1",
        "redis://:secret@host?ssl_cert_reqs=none",
        "rediss://:secret@host?password=secret",
        "rediss://:secret@host?ssl_cert_reqs=secret",
    ],
)
def test_what_is_no_url_of_a_broker_is_refused_and_not_repeated(url):
    with pytest.raises(BrokerError, match="the broker's URL") as caught:
        settled_url(url)
    assert "secret" not in str(caught.value)
    assert "sec" not in str(caught.value).replace("second", "")


@pytest.fixture
def broker():
    """A running embedded server."""
    broker = EmbeddedBroker()
    broker.start()
    yield broker
    broker.stop()


def test_a_good_broker_gives_no_warning(broker):
    assert check_broker(broker.url) == []


def test_a_broker_that_would_drop_messages_gives_a_warning(broker):
    with redis.Redis.from_url(broker.url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    (warning,) = check_broker(broker.url)
    assert "allkeys-lru" in warning
    assert "noeviction" in warning


def test_a_broker_that_cannot_be_written_is_refused_with_its_own_words(broker):
    with redis.Redis.from_url(broker.url) as client:
        client.config_set("min-replicas-to-write", 1)
    with pytest.raises(BrokerError, match="refuses a command: NOREPLICAS"):
        check_broker(broker.url)


def test_a_user_without_rights_is_refused_with_the_servers_words(broker):
    with redis.Redis.from_url(broker.url) as client:
        client.execute_command("ACL", "SETUSER", "reader", "on", ">word", "+@read", "~*")
    url = f"redis://reader:word@127.0.0.1:{broker.port}/0"
    with pytest.raises(BrokerError, match=rf"redis://127.0.0.1:{broker.port}/0 refuses a command: .*'set'"):
        check_broker(url)


@pytest.mark.parametrize("option", ["ssl_ca_certs", "ssl_certfile", "ssl_keyfile"])
def test_a_file_for_tls_that_is_absent_is_named(option):
    with pytest.raises(BrokerError, match=rf"{option}: there is no file /nowhere/file\.pem"):
        check_broker(settled_url(f"rediss://:p@127.0.0.1:1/0?{option}=/nowhere/file.pem"))
