"""compose.yaml and Dockerfile are valid and agree with the program; no container engine is needed."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from base64 import b64encode
from pathlib import Path

import pytest
import redis
from ruamel.yaml import YAML

import paralattice
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker, server_binary

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent
ROLES = ("orchestrator", "worker", "flower")
SECRETS = {f"{role.upper()}_REDIS_PASSWORD": f"r3dis{role}" for role in ROLES} | {"FLOWER_PASSWORD": "fl0wer"}


def interpolated(value):
    """Return a value of the file as Compose interpolates it, with the variables of SECRETS."""
    if isinstance(value, dict):
        return {key: interpolated(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [interpolated(entry) for entry in value]
    if not isinstance(value, str):
        return value
    return re.sub(r"\$\{(\w+):[-?]([^}]*)\}", lambda match: SECRETS.get(match[1], match[2]), value)


@pytest.fixture(scope="module")
def written():
    """The file before interpolation."""
    return YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def services(written):
    """The services as Compose interpolates them."""
    return interpolated(written["services"])


@pytest.fixture(scope="module")
def steps():
    """The instructions of the Dockerfile with their arguments, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(None, 1)) for line in lines]


def command_of(service, arguments=None):
    """Return the command of a container, with the programs of this environment."""
    words = [*service.get("entrypoint", ["orchestrator"]), *(arguments or service["command"])]
    return [str(PROGRAMS / words[0]), *words[1:]]


def environment_of(service, **changes):
    return {**os.environ, **service["environment"], **changes}


def test_the_file_is_valid_by_the_schema_of_compose():
    check = [str(PROGRAMS / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec", "compose.yaml"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_service_can_be_scaled_and_none_but_flower_publishes_a_port_on_this_machine_alone(services):
    assert set(services) == {"redis", "worker", "flower", "orchestrator"}
    assert not [name for name, service in services.items() if "container_name" in service]
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert published == {"flower": ["127.0.0.1:5555:5555"]}


def test_passwords_come_from_outside_and_have_no_default():
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for name in SECRETS:
        assert set(re.findall(rf"\$\{{{name}(..)", text)) == {":?"}
    users = (ROOT / "deploy/users.acl").read_text(encoding="utf-8")
    users = re.sub(r">([A-Z]+)_PASSWORD", r">${\1_REDIS_PASSWORD:?set it in .env}", users)
    assert [line for line in users.splitlines() if f"      {line}\n" not in text] == []
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


def test_services_that_wait_for_the_server_wait_for_its_health(services):
    assert services["redis"]["healthcheck"]["test"][0] == "CMD"
    for name in ("worker", "flower", "orchestrator"):
        assert services[name]["depends_on"] == {"redis": {"condition": "service_healthy"}}


def test_the_image_is_named_by_the_version_of_the_package(services):
    assert services["worker"]["image"] == f"paralattice:{paralattice.__version__}"


def test_the_submitting_service_starts_on_request_alone_and_reads_the_corpus_only(services):
    assert services["orchestrator"]["profiles"] == ["submit"]
    assert "./examples/corpus:/corpus:ro" in services["orchestrator"]["volumes"]


@pytest.mark.parametrize("name", ["worker", "flower", "orchestrator"])
def test_the_commands_of_our_services_are_commands_of_ours(services, name, tmp_path, example_corpus):
    # Only the server is missing, and the last message says so.
    changes = {
        "ORCHESTRATOR_BROKER_URL": "redis://paralattice:r3dis@127.0.0.1:1/0",
        "ORCHESTRATOR_STORE": str(tmp_path / "store"),
    }
    words = [str(example_corpus) if word == "/corpus" else word for word in command_of(services[name])]
    done = subprocess.run(
        words,
        env=environment_of(services[name], **changes),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be reached" in done.stderr


def fetch(url, password=""):
    request = urllib.request.Request(url)  # noqa: S310 - of this test's own server
    if password:
        request.add_header("Authorization", "Basic " + b64encode(password.encode()).decode())
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
            return answer.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0


def test_flower_serves_its_page_to_those_who_have_the_password(services, tmp_path, free_port):
    flower = services["flower"]
    broker = EmbeddedBroker()
    broker.start()
    # The container listens on all of its interfaces; the test must not.
    words = [re.sub(r"(?<=--address=).*", "127.0.0.1", word) for word in flower["command"]]
    words = [word.replace("5555", str(free_port)).replace("/data/", f"{tmp_path}/") for word in words]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            command_of(flower, words),
            env=environment_of(flower, ORCHESTRATOR_BROKER_URL=broker.url),
            cwd=tmp_path,
            stdout=log,
            stderr=log,
        )
    try:
        page = f"http://127.0.0.1:{free_port}"
        assert eventually(lambda: fetch(f"{page}/healthcheck") == 200), (tmp_path / "log").read_text()
        assert fetch(f"{page}/workers") == 401
        assert fetch(f"{page}/workers", "paralattice:fl0wer") == 200
        check = [word.replace("5555", str(free_port)) for word in flower["healthcheck"]["test"][1:]]
        assert check[0] == "python"
        assert subprocess.run([sys.executable, *check[1:]], check=False).returncode == 0
    finally:
        process.terminate()
        process.wait(timeout=90)
        broker.stop()
    assert "fl0wer" not in (tmp_path / "log").read_text()


def test_the_folders_that_volumes_are_put_on_belong_to_the_user_of_the_image(services, steps):
    made = next(rest for name, rest in steps if name == "RUN" and "install --directory" in rest).split()
    volumes = {volume.split(":")[1] for name in ("worker", "flower") for volume in services[name]["volumes"]}
    assert volumes <= set(made)


@pytest.fixture
def server(written, tmp_path, free_port):
    """Run a server with the configuration of the file, but for its folder and port."""
    text = interpolated(written["configs"]["redis"]["content"]).replace("dir /data", f"dir {tmp_path}")
    config = tmp_path / "server.conf"
    config.write_text(f"{text}port {free_port}\nbind 127.0.0.1\n", encoding="utf-8")
    with (tmp_path / "server.log").open("wb") as log:
        process = subprocess.Popen([server_binary(), str(config)], stdout=log, stderr=log)
    yield f"127.0.0.1:{free_port}/0"
    process.terminate()
    process.wait(timeout=90)


def answer(url, *words):
    with redis.Redis.from_url(url) as client:
        return client.execute_command(*words)


@pytest.mark.parametrize("role", ROLES)
def test_the_server_of_the_file_admits_our_users_alone_and_drops_nothing(role, server, services, written):
    ours = services[role]["environment"]["ORCHESTRATOR_BROKER_URL"].replace("redis:6379/0", server)
    assert ours == f"redis://paralattice-{role}:r3dis{role}@{server}"

    def ready():
        try:
            return answer(ours, "PING")
        except redis.ConnectionError:
            return False

    assert eventually(ready)
    assert answer(ours, "INFO", "memory")["maxmemory_policy"] == "noeviction"
    assert answer(ours, "INFO", "persistence")["aof_enabled"] == 1
    with pytest.raises(redis.AuthenticationError):
        answer(f"redis://{server}", "PING")
    with pytest.raises(redis.exceptions.NoPermissionError):
        answer(ours, "FLUSHALL")
    target = services["redis"]["configs"][0]
    assert services["redis"]["command"] == ["redis-server", target["target"]]
    assert target["source"] in written["configs"]


def test_what_the_image_is_made_of_is_there_and_complete(steps):
    copied = [word for name, rest in steps if name == "COPY" for word in rest.split()[:-1]]
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert [word for word in copied if not (ROOT / word).exists()] == []
    assert {f"!{word}" for word in copied} == {word for word in let_in if word.startswith("!")}
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(packages["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) <= set(copied)


def test_the_image_has_the_pytorch_of_the_tests_and_runs_as_an_ordinary_user(steps):
    arguments = dict(rest.split("=", 1) for name, rest in steps if name == "ARG")
    assert arguments["TORCH"] in (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert f"TORCH = {arguments['TORCH']}" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [rest for name, rest in steps if name == "USER"] == ["paralattice"]
    names = [name for name, _ in steps]
    assert names.index("USER") < names.index("ENTRYPOINT")


def test_what_the_image_compiles_beforehand_can_be_compiled(steps):
    words = shlex.split(next(rest for name, rest in steps if name == "RUN" and "prepare" in rest))
    assert words[0] == "python"
    done = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
