"""A temporary folder is removed when its last user has ended, however it ends."""

import os
import signal
import stat
import subprocess
import sys
import tempfile

import pytest

from support.waiting import eventually
from workers.supervision import kept_folder
from workers.supervision.kept_folder import KeptFolder

OWNER = """
import signal
from workers.supervision.kept_folder import KeptFolder
folder = KeptFolder()
(folder.path / "file").write_text("state")
print("made", flush=True)
signal.pause()
"""

ENDLESS = """
from workers.supervision.kept_folder import KeptFolder
while True:
    folder = KeptFolder()
    (folder.path / "file").write_text("state")
    print("made", flush=True)
    folder.remove()
"""


@pytest.fixture(autouse=True)
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def test_a_folder_is_for_its_user_alone_and_removed_with_its_files():
    folder = KeptFolder()
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    (folder.path / "sub").mkdir()
    (folder.path / "sub" / "file").write_text("state")
    folder.remove()
    assert not folder.path.exists()
    folder.remove()


def test_the_folder_of_a_killed_owner_is_removed(root):
    with subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE) as owner:
        assert owner.stdout.readline() == b"made\n"
        assert len(list(root.iterdir())) == 1
        owner.kill()
    assert eventually(lambda: not list(root.iterdir()))


def test_an_owner_that_is_killed_at_any_moment_leaves_no_folder(root):
    for strikes in range(10):
        with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE) as owner:
            for _ in range(1 + strikes):
                assert owner.stdout.readline() == b"made\n"
            owner.kill()
    assert eventually(lambda: not list(root.iterdir()))


def test_a_folder_stays_until_all_who_inherit_its_descriptor_have_ended(root):
    folder = KeptFolder()
    command = [sys.executable, "-c", "import signal; print('up', flush=True); signal.pause()"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=[folder.users]) as user:
        assert user.stdout.readline() == b"up\n"
        os.close(folder.users)
        folder.users = -1
        assert folder.path.is_dir()
        user.send_signal(signal.SIGKILL)
    folder._keeper.wait()
    assert not list(root.iterdir())


def test_a_keeper_that_was_killed_is_replaced_by_the_owner():
    folder = KeptFolder()
    folder._keeper.kill()
    folder.remove()
    assert not folder.path.exists()


def test_a_place_where_no_folder_can_be_made_is_named(monkeypatch, root):
    monkeypatch.setattr(kept_folder.tempfile, "gettempdir", lambda: str(root / "absent"))
    with pytest.raises(FileNotFoundError, match="absent"):
        KeptFolder()
