"""Headers, limits, sign-in and errors of all pages, asked of a real server."""

import logging
import socket

import pytest

from orchestrator.serve.limiter import Limiter
from orchestrator.serve.password import hashed, matches, set_password, stored_password
from orchestrator.serve.settings import ServeError, Settings
from support.serving import served
from support.waiting import eventually

RIGHT, WRONG = "a long password", "another long one"


@pytest.fixture
def client(tmp_path):
    with served(tmp_path) as client:
        yield client


@pytest.fixture
def guarded(tmp_path):
    with served(tmp_path, password=hashed(RIGHT)) as client:
        yield client


def test_every_answer_forbids_frames_guessing_storing_and_loading(client):
    for path in ("/judging", "/nowhere", "/sign-in"):
        headers = client.get(path).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "Server" not in headers


def test_an_unknown_address_is_answered_with_a_page_or_as_json(client):
    answer = client.get("/<b>nowhere")
    assert answer.status == 404
    assert "There is no such page." in answer.text
    assert "nowhere" not in answer.text
    assert client.get("/nowhere", Accept="application/json").text == '{"error": "There is no such page."}'


def test_a_page_of_another_site_cannot_ask_under_its_own_name(client):
    assert client.get("/judging", Host="harm.example").status == 421
    for own in ("localhost", "127.0.0.1", "[::1]"):
        assert client.get("/judging", Host=f"{own}:{client.port}").status == 200


def test_without_the_password_the_organisers_pages_lead_to_the_sign_in(guarded):
    answer = guarded.get("/judging")
    assert (answer.status, answer.headers["Location"]) == (302, "/sign-in")
    assert guarded.send("/sign-in", password=WRONG).status == 403
    assert guarded.get("/judging").status == 302
    answer = guarded.send("/sign-in", password=RIGHT)
    assert answer.status == 302
    (cookie,) = answer.headers.get_all("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert guarded.get("/judging").status == 200
    assert guarded.other().get("/judging").status == 302


def test_signing_out_ends_the_session(guarded):
    guarded.send("/sign-in", password=RIGHT)
    assert guarded.send("/judging", "/sign-out").status == 302
    assert guarded.get("/judging").status == 302


def test_a_form_without_its_token_is_refused(guarded):
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    answer = guarded.ask("POST", "/sign-in", f"password={RIGHT}", **form)
    assert answer.status == 403
    assert "load the page again" in answer.text


def test_passwords_cannot_be_tried_fast(guarded):
    answers = [guarded.get("/sign-in") for _ in range(12)]
    assert [answer.status for answer in answers[:8]] == [200] * 8
    assert (answers[-1].status, answers[-1].headers["Retry-After"]) == (429, "5")
    assert "Too many requests" in answers[-1].text


def test_a_large_body_is_refused_before_it_is_read(client):
    with socket.create_connection(("127.0.0.1", client.port)) as connection:
        connection.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000001\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400")


def test_the_log_has_no_address(client, caplog):
    with caplog.at_level(logging.INFO):
        client.get("/secret-token?password=x")
        assert eventually(lambda: "Missing GET 404" in caplog.text)
    assert "secret" not in caplog.text


def test_a_limiter_admits_a_burst_and_then_its_rate():
    now = [0.0]
    limiter = Limiter(lambda: now[0])
    assert [limiter.admits("a", 2, 1) for _ in range(3)] == [True, True, False]
    assert limiter.admits("b", 2, 1)
    now[0] = 1.0
    assert [limiter.admits("a", 2, 1) for _ in range(2)] == [True, False]


def test_a_limiter_forgets_the_oldest_of_very_many_clients():
    limiter = Limiter(lambda: 0.0)
    assert [limiter.admits("a", 1, 1) for _ in range(2)] == [True, False]
    for client in range(10_000):
        limiter.admits(client, 1, 1)
    assert limiter.admits("a", 1, 1)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"host": "192.0.2.1"}, "--certificate"),
        ({"host": "pages.example"}, "--certificate"),
        ({"host": "192.0.2.1", "proxy": "https://pages.example"}, "password"),
        ({"proxy": "https://pages.example"}, "password"),
        ({"proxy": "http://pages.example", "password": "x"}, "https://NAME"),
        ({"proxy": "https://pages.example/below", "password": "x"}, "https://NAME"),
        ({"certificate": "cert.pem"}, "go together"),
    ],
)
def test_pages_open_to_others_need_encryption_and_a_password(tmp_path, settings, reason):
    with pytest.raises(ServeError, match=reason):
        Settings(tmp_path, **settings)


def test_a_broker_needs_a_store_that_its_workers_share(tmp_path):
    with pytest.raises(ServeError, match="needs --store"):
        Settings(tmp_path, broker="redis://192.0.2.1:6379/0")


def test_pages_behind_a_proxy_are_asked_for_by_its_name_and_have_its_cookies(tmp_path):
    settings = {"proxy": "https://pages.example", "password": hashed(RIGHT)}
    with served(tmp_path, **settings) as client:
        assert client.get("/sign-in").status == 421
        answer = client.get("/sign-in", Host="pages.example")
        assert answer.status == 200
        assert "Secure" in answer.headers["Set-Cookie"]


def test_a_password_is_kept_as_a_salted_hash_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert stored_password() == ""
    path = set_password(RIGHT)
    assert path.stat().st_mode & 0o777 == 0o600
    assert RIGHT not in path.read_text()
    assert matches(RIGHT, stored_password())
    assert not matches(RIGHT + " ", stored_password())
    assert hashed(RIGHT) != hashed(RIGHT)


def test_a_password_comes_from_a_file_without_its_line_break(tmp_path):
    path = tmp_path / "password"
    path.write_text(RIGHT + "\n")
    assert matches(RIGHT, stored_password(path))


def test_a_short_password_and_a_damaged_file_are_refused(tmp_path, monkeypatch):
    with pytest.raises(ServeError, match="10 characters"):
        hashed("short")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    set_password(RIGHT).write_text("no hash")
    with pytest.raises(ServeError, match="set it again"):
        stored_password()
