"""The Dockerfile is built and the services of compose.yaml run, without a registry of images.

Buildah builds the image on a base that debootstrap makes; both are packages of Debian.  The services run in
chroots on the network of this machine, so they listen on loopback and on free ports.
"""

import csv
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from ruamel.yaml import YAML

from support.paths import ROOT
from support.ports import reserved_port
from support.waiting import eventually

TOOLS = ("buildah", "debootstrap", "apt-get")
ABSENT = [name for name in TOOLS if shutil.which(name) is None]
PACKAGES = "python3,python3-pip,ca-certificates,redis-server"
PIP_SETTINGS = ("cert", "find-links", "index-url", "proxy", "trusted-host")
USER = 1000
SIZE = 1_500_000_000
PASSWORD = "s3cret"  # noqa: S105 - of this test's own server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(bool(ABSENT), reason=f"not installed: {', '.join(ABSENT)}"),
    pytest.mark.skipif(os.geteuid() != 0, reason="debootstrap needs root"),
]


def output_of(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


class Images:
    """Buildah with a storage of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.program = ["buildah", "--root", str(folder / "storage"), "--runroot", str(folder / "run")]

    def __call__(self, *words):
        done = subprocess.run([*self.program, *map(str, words)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout.strip()

    def container(self, image):
        return self("from", "--pull-never", "--isolation", "chroot", image)

    def command(self, container, words, environment=(), volumes=()):
        """Return the command that runs a program in a container."""
        set_up = [f"--env={name}={value}" for name, value in dict(environment).items()]
        set_up += [f"--volume={place}" for place in volumes]
        return [*self.program, "run", "--isolation", "chroot", *set_up, container, "--", *words]

    def remove(self):
        self("rm", "--all")
        self("rmi", "--all", "--force")
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def images(tmp_path_factory):
    made = Images(tmp_path_factory.mktemp("images"))
    yield made
    made.remove()


@pytest.fixture(scope="module")
def base(images):
    """An image with Python and pip, as those of Python's own; and a server of Redis."""
    codename = re.search(r"VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text("utf-8"))[1]
    targets = output_of(
        "apt-get", "indextargets", "--format", "$(REPO_URI)", f"Codename: {codename}", "Component: main"
    )
    if not targets:
        pytest.skip("apt names no mirror of Debian")
    root = images.folder / "debian"
    made = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", codename, root, targets.split()[0]]
    output_of(*map(str, made))
    # As the slim images of Debian.
    for waste in (
        "var/cache/apt/archives",
        "var/lib/apt/lists",
        "usr/share/doc",
        "usr/share/locale",
        "usr/share/man",
    ):
        shutil.rmtree(root / waste)
    # Python's images let pip install beside the interpreter, and call it python.
    for marker in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
        marker.unlink()
    (root / "usr/bin/python").symlink_to("python3")
    container = images("from", "scratch")
    images("copy", container, root, "/")
    images("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container)
    images("commit", "--rm", container, "localhost/base")
    shutil.rmtree(root)
    return "localhost/base"


@pytest.fixture(scope="module")
def image(images, base):
    """The image of the Dockerfile; pip has the settings of this machine."""
    listed = output_of(sys.executable, "-m", "pip", "config", "list")
    found = dict(re.findall(r"^(?:global|:env:)\.([\w-]+)='(.*)'$", listed, re.MULTILINE))
    settings = {name: value for name, value in found.items() if name in PIP_SETTINGS}
    file = images.folder / "pip.conf"
    lines = [f"{name} = {value}" for name, value in settings.items()]
    file.write_text("\n".join(["[global]", *lines, ""]), encoding="utf-8")
    words = " ".join(settings.values()).split()
    places = [f"{path}:{path}" for path in sorted(set(words)) if Path(path).is_absolute()]
    volumes = [f"--volume={place}:ro" for place in (f"{file}:/etc/pip.conf", *places)]
    # Settings that find PyTorch without CUDA make the index of PyTorch needless.
    index = ["--build-arg", "TORCH_CPU_INDEX=file:///none"] if "find-links" in settings else []
    build = ["bud", "--isolation", "chroot", "--build-arg", f"BASE={base}", *index, *volumes]
    images(*build, "--tag", "paralattice", ROOT)
    return "localhost/paralattice"


def interpolated(value):
    """Return a text of compose.yaml with its variables: one password everywhere, defaults elsewhere."""
    return re.sub(r"\$\{\w+:([-?])([^}]*)\}", lambda found: PASSWORD if found[1] == "?" else found[2], value)


class Services:
    """The services of compose.yaml on this machine's loopback.

    A volume is a folder below ``folder``; the server and Flower listen on free ports.
    """

    def __init__(self, images, names, folder, ports):
        self.images, self.names, self.folder, self.ports = images, names, folder, ports
        self.written = YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
        config = interpolated(self.written["configs"]["redis"]["content"])
        (folder / "redis.conf").write_text(config, encoding="utf-8")

    def command(self, name):
        """Return the command that runs a service."""
        service = self.written["services"][name]
        server = f"127.0.0.1:{self.ports['redis']}"
        given = {key: interpolated(value) for key, value in service["environment"].items()}
        environment = {key: value.replace("redis:6379", server) for key, value in given.items()}
        volumes = [self.volume(interpolated(place)) for place in service["volumes"]]
        words = [interpolated(word) for word in service["command"]]
        if name == "redis":
            volumes.append(f"{self.folder / 'redis.conf'}:/etc/paralattice.conf:ro")
            words += ["--bind", "127.0.0.1", "--port", str(self.ports["redis"])]
        else:
            words.insert(0, "orchestrator")
        if name == "flower":
            words += ["--address=127.0.0.1", f"--port={self.ports['flower']}"]
        return self.images.command(self.images.container(self.names[name]), words, environment, volumes)

    def volume(self, place):
        """Return where a volume lies on this machine."""
        source, target = place.split(":", 1)
        if source == "./examples/corpus":
            return f"{ROOT / source}:{target}"
        folder = self.folder / source
        folder.mkdir(exist_ok=True)
        os.chown(folder, USER, USER)
        return f"{folder}:{target}"

    @contextmanager
    def running(self, name):
        """Run a service, and end it with its processes."""
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                self.command(name), stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
            try:
                yield process
            finally:
                os.killpg(process.pid, signal.SIGTERM)
                try:
                    process.wait(60)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait(60)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")


def test_the_image_is_small_and_runs_as_an_ordinary_user(images, image):
    container = images.container(image)
    used = int(output_of("du", "-sb", images("mount", container)).split()[0])
    images("umount", container)
    assert used < SIZE
    assert output_of(*images.command(container, ["id", "-u"])) == str(USER)
    assert "submit" in output_of(*images.command(container, ["orchestrator", "--help"]))


def test_what_the_guides_use_is_in_the_image(images, image):
    container = images.container(image)
    program = """
import obstore, safetensors, trafilatura
from pathlib import Path
from paralattice.languages.registry import language_of
print(language_of("fr").name, Path("/usr/share/wordnet/index.noun").exists())
"""
    assert output_of(*images.command(container, ["python", "-c", program])) == "French True"
    parsers = output_of(*images.command(container, ["orchestrator", "parser", "list"]))
    assert "default" in parsers


def test_the_services_of_the_file_finish_a_run(images, image, base, tmp_path):
    names = {"redis": base, "worker": image, "flower": image, "orchestrator": image}
    with reserved_port() as port, reserved_port() as page:
        services = Services(images, names, tmp_path, {"redis": port, "flower": page})
        client = redis.Redis(port=port, username="paralattice-orchestrator", password=PASSWORD)
        with services.running("redis"):
            assert eventually(lambda: answers(client), seconds=60), services.log("redis")
            with services.running("worker"), services.running("flower"):
                submit = services.command("orchestrator")
                done = subprocess.run(submit, capture_output=True, text=True, timeout=1200, check=False)
                assert done.returncode == 0, done.stdout + done.stderr + services.log("worker")
                shown = f"http://127.0.0.1:{page}/healthcheck"
                assert eventually(lambda: is_healthy(shown), seconds=60), services.log("flower")
    with (tmp_path / "runs/corpus/results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["status"] for row in rows} == {"done"}
    assert {row["version"] for row in rows} == {"V4", "V6"}
    with (tmp_path / "runs/corpus/sentences.csv").open(encoding="utf-8", newline="") as file:
        assert "V6" in {row["version"] for row in csv.DictReader(file)}
    clusters = {row["cluster"] for row in rows}
    assert clusters >= {path.stem for path in (ROOT / "examples/corpus").glob("*.txt")}
    assert (tmp_path / "runs/corpus/report.html").stat().st_uid == USER


def answers(client):
    try:
        return client.ping()
    except redis.RedisError:
        return False


def is_healthy(address):
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False
