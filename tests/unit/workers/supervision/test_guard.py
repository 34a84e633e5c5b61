"""A guarded process ends with its owner, however the owner ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from support.waiting import eventually
from workers.supervision.guard import Guarded

SLEEPER = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "print('up', flush=True); time.sleep(60)",
]


def group_members(group):
    members = []
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                members.append(process.pid)
        except (ProcessLookupError, psutil.NoSuchProcess):
            continue
    return members


def test_a_child_is_told_to_stop_and_its_group_is_gone(tmp_path):
    guarded = Guarded(SLEEPER, tmp_path / "log")
    assert eventually(lambda: "up" in (tmp_path / "log").read_text())
    guarded.stop()
    assert not guarded.running
    assert eventually(lambda: group_members(guarded.group) == [])


def test_a_child_that_ignores_the_request_is_killed(tmp_path):
    guarded = Guarded(STUBBORN, tmp_path / "log")
    assert eventually(lambda: "up" in (tmp_path / "log").read_text())
    guarded.stop(grace=0.3)
    # A process that was killed takes a moment to be gone.
    assert eventually(lambda: group_members(guarded.group) == [])


def test_the_log_collects_both_outputs_and_the_environment_is_added(tmp_path):
    program = "import os, sys; print(os.environ['MARK']); print('err', file=sys.stderr)"
    guarded = Guarded([sys.executable, "-c", program], tmp_path / "log", {"MARK": "seen"})
    assert eventually(lambda: not guarded.running)
    assert sorted((tmp_path / "log").read_text().split()) == ["err", "seen"]
    guarded.stop()


OWNER = """
import time
from pathlib import Path
from workers.supervision.guard import Guarded
from workers.supervision.kept_folder import KeptFolder
folder = KeptFolder()
guarded = Guarded({command!r}, Path({log!r}), folder=folder)
print(guarded.group, folder.path, flush=True)
time.sleep(60)
"""


def test_a_child_and_its_folder_are_gone_after_the_owner_is_killed(tmp_path):
    log = tmp_path / "log"
    owner = OWNER.format(command=SLEEPER, log=str(log))
    with subprocess.Popen([sys.executable, "-c", owner], stdout=subprocess.PIPE, text=True) as process:
        group, folder = process.stdout.readline().split()
        assert eventually(lambda: "up" in log.read_text())
        assert Path(folder).is_dir()
        process.send_signal(signal.SIGKILL)
    assert eventually(lambda: group_members(int(group)) == [])
    assert eventually(lambda: not Path(folder).exists())


def test_the_folder_of_a_child_is_gone_after_child_guard_and_owner_are_killed_at_once(tmp_path):
    log = tmp_path / "log"
    owner = OWNER.format(command=SLEEPER, log=str(log))
    with subprocess.Popen([sys.executable, "-c", owner], stdout=subprocess.PIPE, text=True) as process:
        group, folder = process.stdout.readline().split()
        os.killpg(int(group), signal.SIGKILL)
        process.send_signal(signal.SIGKILL)
    assert eventually(lambda: not Path(folder).exists())


def test_the_temporary_files_of_a_child_that_was_killed_are_removed(tmp_path):
    program = "import os, tempfile; print(tempfile.mkdtemp(), flush=True); os.kill(os.getpid(), 9)"
    guarded = Guarded([sys.executable, "-c", program], tmp_path / "log")
    assert eventually(lambda: not guarded.running)
    guarded.stop()
    folder = Path((tmp_path / "log").read_text().split()[0])
    assert not folder.parent.exists()
