"""A real server that speaks TLS alone and asks its clients for certificates (`tls-auth-clients yes`)."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest
import redis

from support.ports import reserved_port
from support.shared_server import PASSWORD, QUOTED, USERS
from support.waiting import eventually
from workers.broker.remote import settled_url

SERVER = shutil.which("redis-server") or shutil.which("valkey-server")
pytestmark = pytest.mark.skipif(
    not (SERVER and shutil.which("openssl")), reason="redis-server or openssl is not installed"
)


class Certificates:
    """An authority, and certificates that it and a stranger have signed.

    Parameters
    ----------
    folder
        Where the files are.
    """

    def __init__(self, folder):
        self.folder = folder
        for authority in ("authority", "stranger"):
            self._openssl(
                f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={authority} "
                f"-addext keyUsage=critical,keyCertSign -keyout {authority}.key -out {authority}.pem"
            )
        self._sign("server", "authority")
        self._sign("client", "authority")
        self._sign("impostor", "stranger")

    def path(self, name):
        """Return the file of a certificate or key."""
        return self.folder / name

    def query(self, client=""):
        """Return the options of a URL for a client; without a name it has no certificate."""
        own = f"&ssl_certfile={self.path(client)}.pem&ssl_keyfile={self.path(client)}.key" if client else ""
        return f"?ssl_ca_certs={self.path('authority.pem')}{own}"

    def _sign(self, name, authority):
        self._openssl(f"req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr")
        # From 3.13 on, Python refuses certificates without the identifier of the authority's key.
        extensions = "subjectAltName=IP:127.0.0.1\nauthorityKeyIdentifier=keyid\n"
        self.path("extension").write_text(extensions, encoding="ascii")
        self._openssl(
            f"x509 -req -in {name}.csr -CA {authority}.pem -CAkey {authority}.key -CAcreateserial -days 2 "
            f"-extfile extension -out {name}.pem"
        )

    def _openssl(self, words):
        subprocess.run(["openssl", *words.split()], cwd=self.folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """Make the certificates once."""
    return Certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def port(certificates):
    """Run a server that speaks TLS alone, with the users of the guide; return its port."""
    folder = certificates.folder
    lines = [line.split() for line in USERS.splitlines() if line.startswith("user")]
    users = [" ".join(f">{PASSWORD}" if word[0] == ">" else word for word in line) for line in lines]
    with reserved_port() as port:
        settings = [
            f"port 0\ntls-port {port}\nbind 127.0.0.1\nsave ''\ndir {folder}\ntls-auth-clients yes",
            "tls-cert-file server.pem\ntls-key-file server.key\ntls-ca-cert-file authority.pem",
            *users,
        ]
        (folder / "server.conf").write_text("\n".join([*settings, ""]), encoding="ascii")
        with running([SERVER, folder / "server.conf"], folder / "server.log") as server:
            url = url_of("worker", port, certificates.query("client"))
            assert eventually(lambda: answers(url) or server.poll() is not None), folder
            if server.poll() is not None:
                pytest.skip(f"{SERVER} was built without TLS")
            yield port


@contextmanager
def running(command, log):
    """Run a program in the folder of its log, and end it whatever happens meanwhile."""
    with (
        log.open("wb") as output,
        subprocess.Popen(command, cwd=log.parent, stdout=output, stderr=output) as process,
    ):
        try:
            yield process
        finally:
            process.terminate()


def url_of(role, port, query):
    """Return the server's URL with the user of a role."""
    return f"rediss://paralattice-{role}:{QUOTED}@127.0.0.1:{port}/0{query}"


def answers(url):
    """Return whether the server answers."""
    try:
        with redis.Redis.from_url(url) as client:
            return client.ping()
    except redis.RedisError:
        return False


def environment(url, store):
    """Return the environment of a process on a server and a store."""
    return {**os.environ, "ORCHESTRATOR_BROKER_URL": url, "ORCHESTRATOR_STORE": str(store)}


def test_a_run_with_client_certificates_is_like_one_without_a_shared_server(
    orchestrator, finished_run, port, certificates
):
    store = orchestrator.folder / "store"
    query = certificates.query("client")
    log = orchestrator.folder / "worker.log"
    with log.open("wb") as output:
        worker = subprocess.Popen(
            [orchestrator.script, "worker", "--workers", "1"],
            env=environment(url_of("worker", port, query), store),
            stdout=output,
            stderr=output,
        )
    try:
        done = subprocess.run(
            [orchestrator.script, "submit", finished_run.corpus],
            env=environment(url_of("orchestrator", port, query), store),
            cwd=orchestrator.folder,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
    finally:
        worker.terminate()
        assert worker.wait(90) == 0, log.read_text()
    assert done.returncode == 0, (done.stdout, done.stderr, log.read_text())
    assert orchestrator.files() == finished_run.files


@pytest.mark.parametrize(("command", "client"), [("worker", ""), ("submit", "impostor")])
def test_without_a_certificate_of_the_authority_the_server_is_refused_in_one_line(
    command, client, orchestrator, parsed_corpus, port, certificates
):
    role = "worker" if command == "worker" else "orchestrator"
    words = ["worker"] if command == "worker" else ["submit", parsed_corpus(1)]
    url = url_of(role, port, certificates.query(client))
    done = orchestrator.call(*words, **environment(url, orchestrator.folder / "store"))
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1
    assert "ends the TLS handshake" in done.stderr
    assert "ssl_certfile" in done.stderr
    assert PASSWORD not in done.stderr
    assert QUOTED not in done.stderr


def test_a_server_of_an_unknown_authority_is_refused_by_the_check_and_by_celery(
    orchestrator, parsed_corpus, port
):
    url = url_of("orchestrator", port, "")
    variables = environment(url, orchestrator.folder / "store")
    done = orchestrator.call("submit", parsed_corpus(1), **variables)
    assert done.returncode == 2
    assert "CERTIFICATE_VERIFY_FAILED" in done.stderr
    # Celery's own connection, which by default trusts anybody.
    connect = "from workers.app import app; app.connection().ensure_connection(max_retries=1)"
    variables |= {"ORCHESTRATOR_BROKER_URL": settled_url(url)}
    done = subprocess.run([sys.executable, "-c", connect], env=variables, capture_output=True, text=True)
    assert "CERTIFICATE_VERIFY_FAILED" in done.stderr
