"""A real S3 server on loopback that checks credentials and rights."""

import http.client
import http.server
import json
import os
import socket
import subprocess
import sys
import threading

import boto3
import pytest
from botocore.config import Config

from support.ports import reserved_port
from support.waiting import eventually

BUCKET = "lattices"
# One for the bucket, and three for each of the two users; from then on every request is looked at.
_FREE_ACTIONS = 7
_OWN_HEADERS = {"ETag": '"0"', "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT"}
_RIGHTS = {
    "worker": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"],
    "reader": ["s3:GetObject", "s3:ListBucket"],
}


class S3Server:
    """moto's server in a process of its own, with a bucket and two users."""

    def __init__(self, log, port):
        self.port = port
        self.endpoint = f"http://127.0.0.1:{self.port}"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)],
                env={**os.environ, "INITIAL_NO_AUTH_ACTION_COUNT": str(_FREE_ACTIONS)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.log = log
        self._wait()
        self.client("s3").create_bucket(Bucket=BUCKET)
        self.users = {name: self._user(name, rights) for name, rights in _RIGHTS.items()}

    def client(self, service="s3", user=None):
        """Return a client of Amazon's own library, by which the tests look at what ours did."""
        keys = self.users[user] if user else {"AWS_ACCESS_KEY_ID": "none", "AWS_SECRET_ACCESS_KEY": "none"}
        return boto3.client(
            service,
            endpoint_url=self.endpoint,
            region_name="us-east-1",
            aws_access_key_id=keys["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=keys["AWS_SECRET_ACCESS_KEY"],
            config=Config(s3={"addressing_style": "path"}),
        )

    def objects(self, prefix=""):
        """Return the names of all objects below a prefix."""
        client = self.client(user="worker")
        pages = client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
        return [entry["Key"] for page in pages for entry in page.get("Contents", [])]

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def _user(self, name, rights):
        client = self.client("iam")
        client.create_user(UserName=name)
        statement = {"Effect": "Allow", "Action": rights, "Resource": "*"}
        policy = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
        client.put_user_policy(UserName=name, PolicyName="rights", PolicyDocument=policy)
        key = client.create_access_key(UserName=name)["AccessKey"]
        return {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"]}

    def _wait(self):
        assert eventually(lambda: self.process.poll() is not None or self._answers()), self.log.read_text()
        assert self.process.poll() is None, self.log.read_text()

    def _answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
        except OSError:
            return False
        return True


class S3Proxy:
    """An HTTP proxy before the server that may answer in its place, as servers in trouble do.

    ``answer`` is called with the request, which has ``command``, ``path``, ``headers`` and
    ``content``; it returns a status and a body to be sent, or nothing, and the server answers.
    """

    def __init__(self, server, answer, tls=None):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self):
                self.content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                own = answer(self)
                status, headers, body = (own[0], _OWN_HEADERS, own[1]) if own else self.forward()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if "Content-Length" not in headers:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_HEAD = do_PUT = do_DELETE = do_POST = handle_one  # noqa: N815 - named by the library

            def forward(self):
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
                connection.request(self.command, self.path, self.content, dict(self.headers))
                response = connection.getresponse()
                body = response.read()
                connection.close()
                kept = ("ETag", "Last-Modified", "Content-Length", "Content-Type")
                return response.status, {n: v for n, v in response.headers.items() if n in kept}, body

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        # A client that hangs up, and an answer that is an error of a connection, are what some tests want.
        self._server.handle_error = lambda *_: None
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.endpoint = f"http{'s' if tls else ''}://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def s3_proxy(s3):
    """Put proxies before the server; they are closed at the end of the test."""
    proxies = []

    def make(answer, tls=None):
        proxies.append(S3Proxy(s3, answer, tls))
        return proxies[-1]

    yield make
    for proxy in proxies:
        proxy.close()


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory):
    """Run one server for all tests."""
    with reserved_port() as port:
        server = S3Server(tmp_path_factory.mktemp("s3") / "moto.log", port)
        yield server
        server.stop()


@pytest.fixture
def s3(s3_server, monkeypatch):
    """Give this process, and those that it starts, the keys of the user with a worker's rights."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    for name, value in s3_server.users["worker"].items():
        monkeypatch.setenv(name, value)
    return s3_server
