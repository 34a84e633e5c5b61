"""Nothing of the current folder is imported or read, however orchestrator, workers and Flower are started.

The package is installed from its wheel, outside the repository, as users have it.
"""

import subprocess
import urllib.request

import pytest

from support.corpora import write_corpus
from support.shared_server import SharedServer
from support.waiting import eventually
from workers.settings import BROKER_VARIABLE, FLOWER_VARIABLE, STORE_VARIABLE
from workers.store.identity import queue_of

MODULES = (
    "tasks", "workers", "orchestrator", "paralattice", "redis", "numpy", "celery", "kombu", "click",
    "sitecustomize", "usercustomize", "celeryconfig", "flowerconfig", "yaml", "json", "conftest",
)  # fmt: skip
PACKAGES = ("tasks", "workers", "orchestrator", "redis", "numpy")
# Settings that would send messages, compiled code and pictures elsewhere, and are not valid either.
FILES = {".numba_config.yaml": "- 1\n", "matplotlibrc": "backend: module://harm\n", ".env": "BROKER_URL=x\n"}


@pytest.fixture
def hostile(tmp_path):
    """Make a folder whose modules leave a file behind when they are imported, with a corpus."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    harm = f"open({str(tmp_path / 'harm')!r}, 'a').write(__file__ + '\\n')\nraise SystemExit('harm')\n"
    for name in MODULES:
        (folder / f"{name}.py").write_text(harm, encoding="utf-8")
    for name in PACKAGES:
        (folder / name).mkdir()
        for module in ("__init__", "app", "main", "cluster"):
            (folder / name / f"{module}.py").write_text(harm, encoding="utf-8")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    write_corpus(folder / "corpus", 2)
    yield folder
    assert not (tmp_path / "harm").exists(), (tmp_path / "harm").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Run a server with the users of the guide."""
    server = SharedServer(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


@pytest.fixture
def run(installed, hostile):
    """Run a program of the wheel in the hostile folder to its end, and return what it prints."""

    def run(program, *arguments, **variables):
        done = subprocess.run(
            [installed.programs / program, *map(str, arguments)],
            cwd=hostile,
            env=installed.environment(**variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


@pytest.fixture
def start(installed, hostile):
    """Start a program of the wheel in the hostile folder until the test ends."""
    processes = []

    def start(program, *arguments, **variables):
        log = hostile.parent / f"log-{len(processes)}"
        with log.open("wb") as output:
            command = [installed.programs / program, *map(str, arguments)]
            processes.append(
                subprocess.Popen(
                    command,
                    cwd=hostile,
                    env=installed.environment(**variables),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                )
            )
        return processes[-1], log

    yield start
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=90)


SUBMIT = ("submit", "corpus", "--workers", "1", "--versions", "V1")
DONE = "2 of 2 clusters done, 0 failed"


def test_the_modules_of_the_folder_do_harm_where_python_is_told_to_search_it(installed, hostile):
    # Or the other tests would show nothing.
    python = [installed.programs / "python", "-c", "import tasks"]
    done = subprocess.run(python, cwd=hostile, capture_output=True, text=True, check=False)
    assert "harm" in done.stderr
    (hostile.parent / "harm").unlink()


@pytest.mark.parametrize(
    "start",
    [("orchestrator",), pytest.param(("python", "-P", "-m", "orchestrator"), marks=pytest.mark.slow)],
    ids=["script", "module"],
)
def test_a_run_with_its_own_server_and_workers(run, start):
    assert DONE in run(*start, *SUBMIT)


def test_python_m_without_p_starts_again_with_it(installed, tmp_path):
    # A module `orchestrator` of the folder is out of reach: Python itself prefers it.
    for name in ("tasks", "workers", "redis", "numpy", "click"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('harm')\n", encoding="utf-8")
    command = [installed.programs / "python", "-m", "orchestrator", "doctor", "--json"]
    done = subprocess.run(
        command, cwd=tmp_path, env=installed.environment(), capture_output=True, text=True, check=False
    )
    assert "harm" not in done.stderr
    assert '"checks"' in done.stdout


@pytest.mark.parametrize(
    "start_worker",
    [
        ("orchestrator", "worker", "--workers", "1"),
        ("celery", "-A", "workers.app", "worker", "--concurrency=1", "--without-gossip"),
        pytest.param(
            ("python", "-P", "-m", "orchestrator", "worker", "--workers", "1"), marks=pytest.mark.slow
        ),
    ],
    ids=["script", "celery", "module"],
)
def test_a_worker_on_a_shared_server(start, run, server, tmp_path, start_worker):
    store = tmp_path / "store"
    variables = {BROKER_VARIABLE: server.url, STORE_VARIABLE: str(store)}
    before = server.connections()
    own = {**variables, BROKER_VARIABLE: server.url_of("worker"), "ORCHESTRATOR_QUEUE": queue_of(store)}
    _, log = start(*start_worker, **own)
    assert server.wait_for_workers(before), log.read_text(encoding="utf-8")
    assert DONE in run("orchestrator", "submit", "corpus", "--versions", "V1", **variables)


@pytest.mark.parametrize(
    "start_flower",
    [
        pytest.param(("orchestrator", "flower", "--port"), id="orchestrator", marks=pytest.mark.slow),
        pytest.param(("celery", "-A", "workers.app", "flower", "--address=127.0.0.1", "--port"), id="celery"),
    ],
)
def test_flower_on_a_shared_server(start, server, tmp_path, free_port, start_flower):
    variables = {STORE_VARIABLE: str(tmp_path / "store"), FLOWER_VARIABLE: "pw"}
    variables[BROKER_VARIABLE] = server.url_of("flower")
    *words, option = start_flower
    process, log = start(*words, f"{option}={free_port}", **variables, XDG_DATA_HOME=str(tmp_path / "data"))

    def answers():
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{free_port}/healthcheck", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return process.poll() is not None

    assert eventually(answers)
    assert process.poll() is None, log.read_text(encoding="utf-8")
