"""Buckets: what goes wrong is told in one line, what passes by itself is waited for."""

import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from workers.store import Artefact, MissingArtefactError, StoreError, digest, open_store
from workers.store.identity import check_store, queue_of

KEY = digest("a key")


@pytest.fixture
def location():
    """Return a part of the bucket of a test's own."""
    return f"s3://lattices/{secrets.token_hex(4)}"


def refusal(location, endpoint, seconds=6.0):
    with pytest.raises(StoreError) as caught:
        check_store(location, endpoint, seconds)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 250
    assert text.startswith(f"cannot use the store {location}")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        assert os.environ.get(name, "-") not in text.replace(f"set {name}", "")
    return text


def test_a_good_store_has_an_identity_that_stays(s3, location):
    identity = check_store(location, s3.endpoint)
    assert len(identity) == 8
    assert check_store(f"{location}/", s3.endpoint) == identity
    assert check_store(f"{location}/deeper", s3.endpoint) != identity
    assert queue_of(location, s3.endpoint).endswith(f"-{identity}")


def test_looking_at_a_store_leaves_nothing_but_its_identity(s3, location):
    check_store(location, s3.endpoint)
    prefix = location.removeprefix("s3://lattices/")
    assert s3.objects(prefix) == [f"{prefix}/store-id"]


def test_those_who_come_at_the_same_time_agree(s3, location):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: check_store(location, s3.endpoint), range(8)))) == 1


@pytest.mark.parametrize(
    "answer",
    [
        (501, b"<Error><Code>NotImplemented</Code></Error>"),
        (400, b"<Error><Code>NotImplemented</Code></Error>"),
    ],
)
def test_a_server_that_refuses_conditions_gets_an_identity_all_the_same(s3, s3_proxy, location, answer):
    made = s3_proxy(lambda request: answer if "If-None-Match" in request.headers else None)
    identity = check_store(location, made.endpoint)
    assert check_store(location, s3.endpoint) == identity


def test_those_who_come_at_the_same_time_agree_although_the_server_ignores_conditions(s3_proxy, location):
    kept, first = [], threading.Barrier(4, timeout=90)

    def answer(request):
        if not request.path.endswith("/store-id"):
            return None
        if request.command == "PUT":
            kept.append(request.content)
            return 200, b""
        if not kept:
            first.wait()
            return 404, b"<Error><Code>NoSuchKey</Code></Error>"
        return 200, kept[-1]

    endpoint = s3_proxy(answer).endpoint
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: check_store(location, endpoint), range(4)))) == 1
    assert len(kept) == 4


def test_a_damaged_identity_is_told(s3, location):
    name = location.removeprefix("s3://lattices/") + "/store-id"
    s3.client(user="worker").put_object(Bucket="lattices", Key=name, Body=b"12")
    with pytest.raises(StoreError, match=f"{location}/store-id is damaged: remove it"):
        check_store(location, s3.endpoint)


def test_a_bucket_that_does_not_exist_is_named(s3):
    assert refusal("s3://no-such-bucket/a", s3.endpoint).endswith(
        f"{s3.endpoint} has no bucket no-such-bucket"
    )


def test_credentials_are_refused_without_being_repeated(s3, location, monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another/secret")
    assert "refuses the secret access key" in refusal(location, s3.endpoint)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAANOTHER")
    assert "does not know the access key" in refusal(location, s3.endpoint)


def test_who_may_only_read_is_told_so(s3, location, monkeypatch):
    for name, value in s3.users["reader"].items():
        monkeypatch.setenv(name, value)
    text = refusal(location, s3.endpoint)
    assert text.endswith("does not allow to write objects in the bucket lattices (AccessDenied)")


def test_absent_credentials_are_asked_for(s3, location, monkeypatch, s3_proxy):
    # Where Amazon's machines ask for credentials: here a s3_proxy that has none.
    made = s3_proxy(lambda _: (404, b""))
    monkeypatch.setenv("AWS_METADATA_ENDPOINT", made.endpoint)
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    assert "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" in refusal(location, s3.endpoint)


@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_half_of_the_credentials_is_as_good_as_none(s3, location, monkeypatch, name):
    monkeypatch.delenv(name)
    assert "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" in refusal(location, s3.endpoint)


@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"])
def test_the_end_of_a_line_in_a_variable_is_told(s3, location, monkeypatch, name):
    monkeypatch.setenv(name, "AKIA\r")
    with pytest.raises(StoreError, match=f"^{name} has a character that cannot be printed"):
        check_store(location, s3.endpoint)


def test_a_setting_that_cannot_be_read_is_told(s3, location, monkeypatch):
    monkeypatch.setenv("AWS_SKIP_SIGNATURE", "perhaps")
    assert refusal(location, s3.endpoint).endswith('failed to parse "perhaps" as boolean')


def test_who_knows_that_a_server_ignores_conditions_may_say_so(s3, location, monkeypatch):
    monkeypatch.setenv("AWS_CONDITIONAL_PUT", "disabled")
    assert check_store(location, s3.endpoint) == check_store(location, s3.endpoint)


def test_a_bucket_in_another_region_is_told(location, s3_proxy):
    made = s3_proxy(lambda _: (301, b"<Error><Code>PermanentRedirect</Code></Error>"))
    assert refusal(location, made.endpoint).endswith("in another region: set AWS_REGION")


@pytest.mark.parametrize(
    ("endpoint", "words"),
    [
        ("http://127.0.0.1:1", "http://127.0.0.1:1 cannot be reached: Connection refused"),
        # A name server may itself be slow to say that there is no such host.
        ("http://no-such-host.invalid", "cannot be reached: failed to lookup address|no answer within 4 s"),
        ("https://127.0.0.1:{port}", "it does not speak TLS: write http://"),
    ],
)
def test_a_server_that_cannot_be_reached_is_told_before_long(s3, location, endpoint, words):
    assert re.search(words, refusal(location, endpoint.format(port=s3.port), seconds=4))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_with_tls_the_certificate_is_verified(tmp_path, s3_proxy, location, monkeypatch):
    for command in (
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ours -keyout ca.key -out ca.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=server -addext subjectAltName=IP:127.0.0.1"
        " -addext basicConstraints=CA:FALSE -keyout server.key -out server.csr",
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy"
        " -out server.pem",
    ):
        subprocess.run(["openssl", *command.split()], cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem", tmp_path / "server.key")
    endpoint = s3_proxy(lambda _: None, tls=context).endpoint
    assert "has a certificate that is not trusted" in refusal(location, endpoint, seconds=2)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    assert check_store(location, endpoint)


def test_a_server_that_never_answers_is_told_before_long(location, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIASOME")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "some/secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}"
        assert refusal(location, endpoint, 1).endswith(f" at {endpoint}: no answer within 1 seconds")
        # Then it may be the search for credentials that takes so long.
        monkeypatch.delenv("AWS_ACCESS_KEY_ID")
        monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
        monkeypatch.setenv("AWS_METADATA_ENDPOINT", endpoint)
        assert refusal(location, endpoint, 1).endswith("(AWS_ACCESS_KEY_ID is not set)")


def test_a_server_that_gives_back_something_else_is_refused(s3_proxy, location):
    made = s3_proxy(lambda request: (200, b"something else") if request.command == "GET" else None)
    assert refusal(location, made.endpoint).endswith("it does not give back what was written")


def busy(times):
    """Return an answer that is given so many times."""
    left = iter(range(times))
    lock = threading.Lock()

    def answer(_):
        with lock:
            return (503, b"<Error><Code>SlowDown</Code></Error>") if next(left, None) is not None else None

    return answer


def test_a_server_that_is_busy_is_asked_again(s3_proxy, location):
    store = open_store(location, s3_proxy(busy(3)).endpoint)
    store.put(KEY, Artefact("value"))
    assert store.get(KEY).value == "value"


def test_a_server_that_stays_busy_is_an_error_after_a_few_requests(s3_proxy, location):
    requests = []

    def stay_busy(request):
        requests.append(request.path)
        return 503, b"<Error><Code>SlowDown</Code></Error>"

    store = open_store(location, s3_proxy(stay_busy).endpoint, patience=0.3)
    for use in (
        store.has,
        store.get,
        lambda key: store.put(key, Artefact(1)),
        lambda key: store.missing([key]),
    ):
        requests.clear()
        with pytest.raises(StoreError, match="an object: 503"):
            use(KEY)
        assert len(requests) < 20


def test_a_bucket_that_vanishes_is_not_taken_for_an_absent_artefact(s3):
    store = open_store("s3://vanished-bucket", s3.endpoint)
    with pytest.raises(StoreError, match="has no bucket vanished-bucket") as caught:
        store.get(KEY)
    assert not isinstance(caught.value, MissingArtefactError)


def test_an_answer_that_tells_nothing_is_not_taken_for_an_absent_artefact(s3_proxy, location):
    store = open_store(location, s3_proxy(lambda _: (403, b"")).endpoint)
    with pytest.raises(StoreError, match=r"does not allow to read objects in the bucket lattices \(403\)"):
        store.has(KEY)


def test_an_endpoint_may_come_from_the_variables_of_amazon(s3, location, monkeypatch):
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", s3.endpoint)
    assert check_store(location) == check_store(location, s3.endpoint)


def test_requests_for_many_are_under_way_at_the_same_time(s3_proxy, location):
    entered = threading.Barrier(8, timeout=90)

    def answer(request):
        if request.command == "GET":
            entered.wait()
            return 404, b""
        return None

    store = open_store(location, s3_proxy(answer).endpoint)
    keys = [digest(number) for number in range(16)]
    assert store.missing(keys) == set(keys)


def test_who_works_with_folders_does_not_load_what_buckets_need():
    program = (
        "import sys; from workers.store import open_store; open_store('x'); print('obstore' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_processes_that_a_process_forks_use_the_store_that_it_left_alone(s3, location):
    program = (
        "import os; from workers.store import Artefact, current_store\n"
        "child = os.fork()\ncurrent_store().put('ab' * 32, Artefact(os.getpid()))\n"
        "if child: assert os.waitpid(child, 0)[1] == 0"
    )
    environment = {"ORCHESTRATOR_STORE": location, "ORCHESTRATOR_STORE_ENDPOINT": s3.endpoint}
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, check=True, timeout=120
    )
    assert open_store(location, s3.endpoint).has("ab" * 32)
