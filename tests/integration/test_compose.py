"""The services of compose.yaml run as plain processes, by their own commands, variables and configuration."""

import contextlib
import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from ruamel.yaml import YAML

from support.paths import ROOT
from support.ports import reserved_port
from support.waiting import eventually

WRITTEN = YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PASSWORD = "s3cret"  # noqa: S105 - of this test's own server

pytestmark = pytest.mark.skipif(not shutil.which("redis-server"), reason="not installed: redis-server")


class Services:
    """The services on free ports of this machine, with ``/data`` and ``/corpus`` in folders."""

    def __init__(self, folder, server, page):
        corpus = ROOT / "examples/corpus"
        self.folder = folder
        self._places = {"/data": str(folder), "/corpus": str(corpus), "redis:6379": f"127.0.0.1:{server}"}
        self._more = {"redis": ["--port", str(server)], "flower": ["--address=127.0.0.1", f"--port={page}"]}
        (folder / "redis.conf").write_text(self._here(WRITTEN["configs"]["redis"]["content"]), "utf-8")
        self._places["/etc/paralattice.conf"] = str(folder / "redis.conf")

    def _here(self, text):
        filled = re.sub(
            r"\$\{\w+:([-?])([^}]*)\}", lambda found: PASSWORD if found[1] == "?" else found[2], text
        )
        for place, ours in self._places.items():
            filled = filled.replace(place, ours)
        return filled

    def start(self, name):
        """Start a service; it logs to a file of its name."""
        service = WRITTEN["services"][name]
        given = {key: self._here(value) for key, value in service["environment"].items()}
        program = [] if name == "redis" else [Path(sys.executable).with_name("orchestrator")]
        command = [*program, *map(self._here, service["command"]), *self._more.get(name, [])]
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                command, env={**os.environ, **given}, cwd=self.folder, stdout=log, stderr=log
            )

    @contextlib.contextmanager
    def running(self, name):
        """Run a service that ends with 0 when it is asked to stop."""
        process = self.start(name)
        try:
            yield
        finally:
            process.terminate()
            assert process.wait(90) == 0, self.log(name)

    def log(self, name):
        """Return what a service has printed."""
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")


def answers(client):
    """Return whether a server answers."""
    with contextlib.suppress(redis.RedisError):
        return client.ping()
    return False


def test_the_commands_of_compose_finish_a_run_of_the_examples(tmp_path):
    with reserved_port() as server, reserved_port() as page:
        services = Services(tmp_path, server, page)
        check = WRITTEN["services"]["flower"]["healthcheck"]["test"][-1].replace("5555", str(page))
        user = re.search("--user (.*?) ", " ".join(WRITTEN["services"]["redis"]["healthcheck"]["test"]))[1]
        with redis.Redis(port=server, username=user, password=PASSWORD) as client, services.running("redis"):
            assert eventually(lambda: answers(client)), services.log("redis")
            with services.running("worker"), services.running("flower"):
                submit = services.start("orchestrator")
                assert submit.wait(240) == 0, services.log("orchestrator") + services.log("worker")
                healthy = [sys.executable, "-c", check]
                assert eventually(
                    lambda: subprocess.run(healthy, capture_output=True, check=False).returncode == 0
                )
                assert " is ready" in services.log("worker")
    with (tmp_path / "runs/corpus/results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(row["version"], row["status"]) for row in rows} == {("V4", "done"), ("V6", "done")}
    texts = {path.stem for path in (ROOT / "examples/corpus").glob("*.txt")}
    assert texts <= {row["cluster"] for row in rows}
    assert (tmp_path / "store/store-id").is_file()
