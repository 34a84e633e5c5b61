"""The manifests and the systemd unit are valid and agree with the program; no cluster is needed."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import pytest
import redis
from ruamel.yaml import YAML

import paralattice
from support.waiting import eventually
from workers import settings
from workers.broker.embedded import server_binary
from workers.store.identity import queue_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy/kubernetes"
UNIT = ROOT / "deploy/systemd/paralattice-worker.service"
PROGRAMS = Path(sys.executable).parent
OURS = ["flower.yaml", "network.yaml", "redis.yaml", "store.yaml", "submit.yaml", "worker.yaml"]
PASSWORD = "pa55"  # noqa: S105
# The keys of the Secret that the guide creates.
ROLES = ("orchestrator", "worker", "flower")
SECRET = {"users.acl", "scaler-user", "scaler-password", "flower-password"}
SECRET |= {f"{role}-url" for role in ROLES}


def documents(name):
    return list(YAML(typ="safe").load_all((FOLDER / name).read_text(encoding="utf-8")))


def pods():
    """Return the pods of all manifests by the name of their Deployment, StatefulSet or Job."""
    found = {}
    for name in OURS:
        for document in documents(name):
            if "template" in document.get("spec", {}):
                found[document["metadata"]["name"]] = document["spec"]["template"]["spec"]
    return found


def values(tree):
    """Return all scalar values in a document, at any depth."""
    rest, found = [tree], []
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
        else:
            found.append(value)
    return found


PODS = pods()


def test_every_manifest_is_looked_at():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(
        [*OURS, "keda.yaml", "kustomization.yaml"]
    )
    assert set(PODS) == {
        "paralattice-flower",
        "paralattice-redis",
        "paralattice-submit",
        "paralattice-worker",
    }


@pytest.mark.parametrize("name", OURS)
def test_a_manifest_is_valid_by_the_schemas_of_kubernetes(name):
    for document in documents(name):
        kubernetes_validate.validate(document, "1.34", strict=True)


def test_the_schemas_refuse_what_is_wrong():
    (wrong,) = documents("worker.yaml")
    wrong["spec"]["template"]["spec"]["containers"][0]["resource"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.34", strict=True)


def test_what_is_applied_together_is_there():
    (kustomization,) = documents("kustomization.yaml")
    assert set(kustomization["resources"]) == set(OURS) - {"submit.yaml"}
    assert kustomization["images"][0]["newTag"] == paralattice.__version__


@pytest.mark.parametrize("name", PODS)
def test_a_pod_has_no_rights_and_a_read_only_root(name):
    pod = PODS[name]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        security = container["securityContext"]
        assert security["readOnlyRootFilesystem"] is True
        assert security["allowPrivilegeEscalation"] is False
        assert security["capabilities"] == {"drop": ["ALL"]}
        assert set(container["resources"]["requests"]) == {"cpu", "memory"}
        assert "memory" in container["resources"]["limits"]


@pytest.mark.parametrize("name", PODS)
def test_volumes_are_there_that_are_mounted_and_the_other_way_round(name):
    pod = PODS[name]
    mounted = {mount["name"] for container in pod["containers"] for mount in container["volumeMounts"]}
    given = {volume["name"] for volume in pod["volumes"]}
    assert mounted - given == ({"data"} if name == "paralattice-redis" else set())
    assert given <= mounted
    claims = {document["metadata"]["name"] for document in documents("store.yaml")}
    used = {volume["persistentVolumeClaim"]["claimName"] for volume in pod["volumes"] if len(volume) > 1
            and "persistentVolumeClaim" in volume}  # fmt: skip
    assert used <= claims


def test_passwords_come_from_the_secret_that_the_guide_makes():
    guide = (ROOT / "docs/howto/kubernetes.md").read_text(encoding="utf-8")
    assert set(re.findall(r"> secret/([\w.-]+)", guide)) == SECRET
    for role, pod in zip(ROLES, ("submit", "worker", "flower"), strict=True):
        text = (FOLDER / f"{pod}.yaml").read_text(encoding="utf-8")
        assert re.findall(r"key: (\S+-url)", text) == [f"{role}-url"]
    wanted = set()
    for name in [*OURS, "keda.yaml"]:
        text = (FOLDER / name).read_text(encoding="utf-8")
        wanted |= set(re.findall(r"name: paralattice, key: ([\w.-]+)", text))
        wanted |= set(re.findall(r"key: ([\w.-]+), path:", text))
        assert not [
            value for value in map(str, values(documents(name))) if re.search(r"redis://.*:.*@", value)
        ]
    assert wanted == SECRET


@pytest.mark.parametrize("name", ["paralattice-worker", "paralattice-submit"])
def test_the_variables_of_our_pods_are_some_that_are_read(name):
    known = set(re.findall(r"ORCHESTRATOR_\w+", inspect.getsource(settings)))
    names = {variable["name"] for variable in PODS[name]["containers"][0]["env"]}
    assert {each for each in names if each.startswith("ORCHESTRATOR_")} <= known
    assert {"ORCHESTRATOR_BROKER_URL", "ORCHESTRATOR_STORE", "NUMBA_CACHE_DIR"} <= names
    mounts = [mount["mountPath"] for mount in PODS[name]["containers"][0]["volumeMounts"]]
    given = {entry["name"]: entry.get("value", "") for entry in PODS[name]["containers"][0]["env"]}
    assert given["ORCHESTRATOR_STORE"] in mounts
    assert any(given["NUMBA_CACHE_DIR"].startswith(mount) for mount in mounts)


def test_images_are_of_this_version():
    for name in ("paralattice-worker", "paralattice-submit", "paralattice-flower"):
        assert PODS[name]["containers"][0]["image"] == f"paralattice:{paralattice.__version__}"


def test_the_list_that_decides_on_the_number_of_workers_is_the_queue(tmp_path):
    _, scaled = documents("keda.yaml")
    (trigger,) = scaled["spec"]["triggers"]
    name, _, identity = queue_of(tmp_path).rpartition("-")
    assert trigger["metadata"]["listName"] == f"{name}-STORE"
    assert len(identity) == 8
    assert scaled["spec"]["scaleTargetRef"]["name"] in PODS


@pytest.fixture
def server(tmp_path):
    """Run the server with the arguments of the manifest and the users of the guide."""
    guide = (ROOT / "docs/howto/kubernetes.md").read_text(encoding="utf-8")
    lines = [line for line in guide.splitlines() if line.endswith("> secret/users.acl")]
    script = "\n".join(lines).replace("secret/users.acl", str(tmp_path / "users.acl"))
    passwords = dict.fromkeys((*ROLES, "scaler"), PASSWORD)
    subprocess.run(["sh", "-c", script], cwd=ROOT, env={**os.environ, **passwords}, check=True)
    (container,) = PODS["paralattice-redis"]["containers"]
    places = {"/data": str(tmp_path), "/etc/paralattice/users.acl": str(tmp_path / "users.acl")}
    words = [places.get(word, word) for word in container["args"]]
    socket = tmp_path / "socket"
    more = ["--port", "0", "--unixsocket", str(socket)]
    process = subprocess.Popen(
        [server_binary(), *words, *more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    yield socket
    process.terminate()
    process.wait(timeout=90)


@pytest.mark.parametrize("role", ROLES)
def test_the_server_of_the_manifest_admits_our_users_alone_and_drops_nothing(role, server):
    assert eventually(server.exists)
    user = f"paralattice-{role}"
    with redis.Redis(unix_socket_path=str(server), username=user, password=PASSWORD) as client:
        assert client.info("memory")["maxmemory_policy"] == "noeviction"
        assert client.info("memory")["maxmemory"] == 400 * 1024**2
        assert client.info("persistence")["aof_enabled"] == 1
        with pytest.raises(redis.exceptions.NoPermissionError):
            client.flushall()
    with redis.Redis(unix_socket_path=str(server)) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


@pytest.mark.parametrize("name", ["paralattice-worker", "paralattice-submit"])
def test_the_words_of_our_pods_are_a_command_of_ours(name, tmp_path, example_corpus):
    # Only the server is missing, and the last message says so.
    (container,) = PODS[name]["containers"]
    places = {"/corpus": str(laid_out(example_corpus, tmp_path)), "/data/runs": str(tmp_path / "runs")}
    done = subprocess.run(
        [PROGRAMS / "orchestrator", *[places.get(word, word) for word in container["args"]]],
        env={
            **os.environ,
            "ORCHESTRATOR_BROKER_URL": "redis://paralattice:r3dis@127.0.0.1:1/0",
            "ORCHESTRATOR_STORE": str(tmp_path / "store"),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be reached" in done.stderr


def laid_out(corpus, folder):
    """Return a copy of a corpus laid out like a mounted ConfigMap: links to links to files."""
    root = folder / "corpus"
    shutil.copytree(corpus, root / "..2026_01_01")
    (root / "..data").symlink_to("..2026_01_01")
    for file in corpus.iterdir():
        (root / file.name).symlink_to(Path("..data") / file.name)
    return root


def test_a_corpus_that_is_mounted_from_a_configmap_is_read(tmp_path, example_corpus):
    plans = [
        subprocess.run(
            [PROGRAMS / "orchestrator", "submit", folder, "--name", "same", "--dry-run"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        for folder in (example_corpus, laid_out(example_corpus, tmp_path))
    ]
    assert "clusters" in plans[0]
    assert plans[1].replace(str(tmp_path / "corpus"), str(example_corpus)) == plans[0]


def test_flower_is_started_as_in_the_compose_file():
    compose = YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["flower"]
    (container,) = PODS["paralattice-flower"]["containers"]
    assert "command" not in container
    assert container["args"] == compose["command"]


def test_the_unit_in_the_guide_is_the_one_that_is_checked():
    guide = (ROOT / "docs/howto/many-machines.md").read_text(encoding="utf-8")
    assert f"```\n{UNIT.read_text(encoding='utf-8')}```" in guide


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_the_unit_is_valid_and_starts_a_command_of_ours(tmp_path):
    text = UNIT.read_text(encoding="utf-8")
    program = "/opt/paralattice/.venv/bin/orchestrator"
    assert f"ExecStart={program} worker\n" in text
    # The program has another path here, and root is the only user of every machine.
    here = text.replace(program, str(PROGRAMS / "orchestrator")).replace("User=paralattice", "User=root")
    (tmp_path / UNIT.name).write_text(here, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / UNIT.name], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if UNIT.name in line]
    assert (done.returncode, ours) == (0, [])
