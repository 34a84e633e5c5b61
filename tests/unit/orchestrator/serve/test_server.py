"""The command: it serves until a signal, with TLS where others reach it, and tells what is wrong."""

import http.client
import shutil
import signal
import ssl
import subprocess
import sys
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.serve.password import matches, stored_password
from support.serving import serve_sheets

SERVE = [sys.executable, "-P", "-m", "orchestrator", "serve", "--port", "0"]


@contextmanager
def begun(words):
    """Run a command while the block runs; yield the process and the first line that it prints."""
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, preexec_fn=heed_signals) as server:
        try:
            yield server, server.stderr.readline()
            server.terminate()
            assert server.wait(20) == 0
        finally:
            server.kill()


def heed_signals():
    """Let a process heed signals that the tests ignore, as they do in the background."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_without_an_error(tmp_path, number):
    with begun([*SERVE, "--runs", tmp_path]) as (server, line):
        assert line.endswith("; Ctrl-C stops it\n")
        server.send_signal(number)
        assert server.wait(20) == 0
        assert server.stderr.read() == ""


def test_a_server_in_the_background_outlives_its_terminal(tmp_path):
    words = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *SERVE, "--runs", tmp_path]
    with begun(words) as (server, _):
        server.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            server.wait(1)


def test_a_broker_that_cannot_be_reached_is_told_before_anything_is_served(tmp_path):
    words = [*SERVE, "--broker", "redis://127.0.0.1:1/0", "--store", tmp_path / "store"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "the broker redis://127.0.0.1:1/0" in done.stderr


def test_a_port_that_is_taken_is_told_in_a_line(tmp_path):
    with begun([*SERVE, "--runs", tmp_path]) as (_, line):
        port = line.partition(";")[0].rpartition(":")[2]
        done = subprocess.run([*SERVE, "--port", port], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"error: cannot listen on port {port} of 127.0.0.1: Address already in use; give another --port\n"
    )


def test_a_certificate_that_cannot_be_read_is_told_in_a_line(tmp_path):
    path = tmp_path / "cert.pem"
    path.write_text("none")
    words = [*SERVE, "--certificate", path, "--key", path]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "cert.pem" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")
def test_others_are_served_over_tls_with_cookies_for_it_alone(tmp_path):
    certificate, key, words = tmp_path / "cert.pem", tmp_path / "key.pem", tmp_path / "password"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*new, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    words.write_text("a long password")
    link = serve_sheets(tmp_path / "runs")["judge-01"]
    tls = ["--certificate", certificate, "--key", key, "--password-file", words]
    trust = ssl.create_default_context(cafile=certificate)
    with begun([*SERVE, "--runs", tmp_path / "runs", "--host", "localhost", *tls]) as (_, line):
        assert line.startswith("https://localhost:")
        port = int(line.partition(";")[0].rpartition(":")[2])
        for path, status in ((link, 200), ("/judging", 302), ("/sign-in", 200)):
            connection = http.client.HTTPSConnection("localhost", port, context=trust, timeout=20)
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == status
            assert all("Secure" in cookie for cookie in answer.headers.get_all("Set-Cookie", []))
            connection.close()


def test_a_password_is_asked_for_twice_and_stored_as_a_hash(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = "a long password"
    done = CliRunner().invoke(cli, ["serve", "--set-password"], input=f"{words}\n{words}\n")
    assert done.exit_code == 0
    assert words not in done.output
    assert matches(words, stored_password())
