"""Flower's port, its password, and what it is to show."""

import os
import socket
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from orchestrator.commands.common.requests import make_request
from orchestrator.engine import flower
from orchestrator.engine.flower import FlowerError, Page, flower_beside, flower_folder, is_watched
from orchestrator.runs.view.flower_source import FlowerSource
from workers.settings import FLOWER_VARIABLE, Settings


@pytest.fixture(autouse=True)
def no_password(monkeypatch):
    monkeypatch.delenv(FLOWER_VARIABLE, raising=False)


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def flags(runs, **changes):
    names = ["broker", "workers", "name", "store", "parses", "settings", "versions", "stop_words", "window"]
    values = dict.fromkeys(names) | dict.fromkeys(["parser", "seed", "sampler"]) | {"settings": ()}
    switches = dict.fromkeys(["tokenized", "dry_run", "update", "quiet", "casefold"], False)
    return {**values, **switches, "runs": runs, **changes}


def test_a_password_is_made_once_and_kept_for_its_owner_alone(tmp_path):
    password, origin = flower._password(tmp_path)
    assert len(password) >= 16
    assert flower._password(tmp_path) == (password, origin)
    assert origin == f"in {tmp_path / 'password'}"
    assert stat.S_IMODE((tmp_path / "password").stat().st_mode) == 0o600


def test_all_who_make_a_password_at_once_get_the_same_whole_one(tmp_path):
    folders = [tmp_path / str(number) for number in range(30)]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(4) as pool:
        for folder in folders:
            passwords = {password for password, _ in pool.map(flower._password, [folder] * 4)}
            assert len(passwords) == 1
            assert [path.name for path in folder.iterdir()] == ["password"]


def test_a_password_of_the_environment_is_used_and_not_kept(tmp_path, monkeypatch):
    monkeypatch.setenv(FLOWER_VARIABLE, "of one's own")
    assert flower._password(tmp_path) == ("of one's own", f"that of {FLOWER_VARIABLE}")
    assert not list(tmp_path.iterdir())


def test_a_password_that_browsers_encode_differently_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv(FLOWER_VARIABLE, "Schlüssel")
    with pytest.raises(FlowerError, match="only ASCII") as caught:
        flower._password(tmp_path)
    assert "Schl" not in str(caught.value)


def test_an_empty_password_file_is_an_error_and_lets_nobody_in(tmp_path):
    (tmp_path / "password").touch()
    with pytest.raises(FlowerError, match="is empty"):
        flower._password(tmp_path)


def test_another_port_is_taken_only_where_nobody_asked_for_this_one(tmp_path, taken):
    found = flower._with_port(Page(tmp_path, taken, any_port=True))
    assert found.port not in (0, taken)
    with pytest.raises(FlowerError, match=f"cannot listen on port {taken} of 127"):
        flower._with_port(Page(tmp_path, taken))


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FlowerError, match=r"cannot write .*file/kept"):
        flower._with_port(Page(tmp_path / "file" / "kept"))


def test_a_folder_in_which_others_may_have_put_a_history_is_refused(tmp_path):
    folder = tmp_path / "kept"
    flower._with_port(Page(folder, 0))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    history = folder / "history.dat"
    history.touch()
    for path, mode in ((history, 0o620), (folder, 0o770), (folder, 0o702)):
        before = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode)
        with pytest.raises(FlowerError, match=f"^{path}: others can change it"):
            flower._with_port(Page(folder, 0))
        path.chmod(before)
    # What others could only read becomes private.
    folder.chmod(0o755)
    flower._with_port(Page(folder, 0))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_folder_of_another_user_is_refused(tmp_path):
    os.chown(tmp_path, 65534, 65534)
    with pytest.raises(FlowerError, match="others can change it"):
        flower._with_port(Page(tmp_path, 0))


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:5555"),
        ("0.0.0.0", "http://127.0.0.1:5555"),  # noqa: S104
        ("::", "http://[::1]:5555"),
        ("10.0.0.5", "http://10.0.0.5:5555"),
    ],
)
def test_a_page_tells_the_url_under_which_this_machine_reaches_it(address, url):
    assert Page(Path("x"), 5555, address).url == url


def test_the_history_is_in_the_users_data_for_each_folder_of_runs_and_each_shared_broker(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = flower_folder(Path("runs"))
    assert folder.parent == tmp_path / "paralattice/flower"
    assert folder == flower_folder(Path.cwd() / "runs") != flower_folder(tmp_path)
    folder = flower_folder(Path("runs"), "redis://u:geheim@h:7/2")
    assert folder.parts[-3:] == ("paralattice", "flower", "h-7-2")


def test_submit_has_a_flower_where_it_is_asked_for_one_or_for_its_port(tmp_path):
    assert make_request(tmp_path, flags(tmp_path)).resources.flower is None
    asked = make_request(tmp_path, flags(tmp_path, flower=True)).resources.flower
    assert asked == Page(flower_folder(tmp_path), 5555, any_port=True)
    assert make_request(tmp_path, flags(tmp_path, flower_port=7)).resources.flower == Page(
        flower_folder(tmp_path), 7
    )


def test_a_flower_that_does_not_start_leaves_the_run_alone(tmp_path, monkeypatch):
    lines = []
    monkeypatch.setattr(flower.sys, "executable", "/bin/false")
    with flower_beside(
        Page(tmp_path, any_port=True), Settings("", ""), tmp_path / "flower.log", lines.append
    ):
        pass
    assert lines == [
        f"Flower does not start, the run continues without it; its log is {tmp_path / 'flower.log'}"
    ]


def test_a_flower_that_dies_again_and_again_is_given_up(tmp_path, monkeypatch):
    lines = []
    monkeypatch.setattr(flower.sys, "executable", "/bin/false")
    with pytest.raises(FlowerError, match="keeps dying"):
        flower.serve_flower(Page(tmp_path, 0), lambda: FlowerSource("", ""), lines.append)
    assert lines[0].endswith("Ctrl-C stops it")


def test_who_listens_beyond_this_machine_is_warned(tmp_path, monkeypatch):
    lines = []
    monkeypatch.setattr(flower, "_supervise", lambda *_: None)
    flower.serve_flower(Page(tmp_path, 0, "0.0.0.0"), lambda: FlowerSource("", ""), lines.append)  # noqa: S104
    assert "without TLS" in lines[0]


def test_runs_know_whether_a_flower_watches_them(tmp_path, monkeypatch):
    assert not is_watched(tmp_path)
    seen = []
    monkeypatch.setattr(flower, "_supervise", lambda *_: seen.append(is_watched(tmp_path)))
    flower.serve_flower(Page(tmp_path, 0), lambda: FlowerSource("", ""), lambda _: None)
    assert seen == [True]
    assert not is_watched(tmp_path)
