"""compose.yaml, Dockerfile, manifests and systemd unit are valid and start what exists.

No container engine and no cluster is needed.
"""

import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import kubernetes_validate
import pytest
import redis
from ruamel.yaml import YAML

from support.paths import ROOT
from support.waiting import eventually
from workers import settings
from workers.broker.embedded import server_binary
from workers.store.identity import queue_of

UNIT = ROOT / "deploy/systemd/paralattice-worker.service"
KUBERNETES = ROOT / "deploy/kubernetes"
GUIDE = (ROOT / "docs/howto/kubernetes.md").read_text(encoding="utf-8")
ROLES = ("orchestrator", "worker", "flower")
# No pair of passwords is the same.
SECRETS = {f"{role.upper()}_REDIS_PASSWORD": f"r3dis{role}" for role in ROLES} | {"FLOWER_PASSWORD": "fl0wer"}


def documents(name):
    return list(YAML(typ="safe").load_all((KUBERNETES / name).read_text(encoding="utf-8")))


TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(KUBERNETES.glob("*.yaml"))}
# Those of other programs have no schema of Kubernetes.
MANIFESTS = {name: documents(name) for name in TEXTS if name not in {"keda.yaml", "kustomization.yaml"}}
# Applied by themselves.
APART = {"submit.yaml", "serve.yaml"}
PODS = {
    document["metadata"]["name"].removeprefix("paralattice-"): document["spec"]["template"]["spec"]
    for group in MANIFESTS.values()
    for document in group
    if "template" in document.get("spec", {})
}
OURS = {name: pod["containers"][0] for name, pod in PODS.items() if name != "redis"}

COMPOSE_TEXT = (ROOT / "compose.yaml").read_text(encoding="utf-8")
# As Compose interpolates it.
COMPOSE = YAML(typ="safe").load(
    re.sub(r"\$\{(\w+):[-?]([^}]*)\}", lambda match: SECRETS.get(match[1], match[2]), COMPOSE_TEXT)
)
SERVICES = COMPOSE["services"]
COMMANDS = {tuple(container["args"]) for container in OURS.values()}
COMMANDS |= {tuple(service["command"]) for name, service in SERVICES.items() if name != "redis"}
SERVING = {words for words in COMMANDS if words[0] == "serve"}

LINES = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
STEPS = [tuple(line.split(None, 1)) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_is_valid_by_the_schemas_of_kubernetes(name):
    for document in MANIFESTS[name]:
        kubernetes_validate.validate(document, "1.34", strict=True)


@pytest.mark.skipif(not shutil.which("kubectl"), reason="there is no kubectl here")
def test_kustomize_puts_the_manifests_together_with_the_image_of_the_registry():
    done = subprocess.run(["kubectl", "kustomize", KUBERNETES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made = list(YAML(typ="safe").load_all(done.stdout))
    written = [document for name in MANIFESTS if name not in APART for document in MANIFESTS[name]]
    named = [{(each["kind"], each["metadata"]["name"]) for each in group} for group in (made, written)]
    assert named[0] == named[1]
    for document in made:
        kubernetes_validate.validate(document, "1.34", strict=True)
    images = set(re.findall(r"image: (.*)", done.stdout))
    assert images == {"registry.example/paralattice:1.0.0", "redis:8-alpine"}


def test_manifests_name_files_volumes_pods_and_queues_that_there_are(tmp_path):
    (kustomization,) = documents("kustomization.yaml")
    assert set(kustomization["resources"]) == set(MANIFESTS) - APART
    claims = {document["metadata"]["name"] for document in MANIFESTS["store.yaml"]}
    for name, pod in PODS.items():
        mounted = {mount["name"] for mount in pod["containers"][0]["volumeMounts"]}
        # The server's StatefulSet makes a volume of its own.
        made = {"data"} if name == "redis" else set()
        assert mounted == made | {volume["name"] for volume in pod["volumes"]}
        named = {volume.get("persistentVolumeClaim", {}).get("claimName") for volume in pod["volumes"]}
        assert named - {None} <= claims
    _, scaled = documents("keda.yaml")
    queue = queue_of(tmp_path).rsplit("-", 2)[0]
    lists = [trigger["metadata"]["listName"] for trigger in scaled["spec"]["triggers"]]
    assert lists == [f"{queue}-CODE-STORE", f"{queue}-CODE-STORE-PARSER"]
    assert scaled["spec"]["scaleTargetRef"]["name"].removeprefix("paralattice-") in PODS


def test_containers_are_given_variables_that_are_read_and_folders_that_are_writable():
    known = set(re.findall(r"ORCHESTRATOR_\w+", inspect.getsource(settings)))
    for container in OURS.values():
        given = {entry["name"]: entry.get("value", "") for entry in container["env"]}
        assert {name for name in given if name.startswith("ORCHESTRATOR_")} <= known
        mounts = [mount["mountPath"] for mount in container["volumeMounts"] if not mount.get("readOnly")]
        for folder in (given.get("ORCHESTRATOR_STORE"), given.get("NUMBA_CACHE_DIR")):
            assert folder is None or folder.startswith(tuple(mounts))
    variables = {name for service in SERVICES.values() for name in service["environment"]}
    assert {name for name in variables if name.startswith("ORCHESTRATOR_")} <= known
    volumes = {volume.split(":")[1] for role in ("worker", "flower") for volume in SERVICES[role]["volumes"]}
    assert volumes <= set(next(rest for _, rest in STEPS if "install --directory" in rest).split())


def test_every_password_comes_from_outside():
    made = {*re.findall(r"> secret/([\w.-]+)", GUIDE), "users.acl"}
    wanted = re.findall(r"name: paralattice, key: ([\w.-]+)|key: ([\w.-]+), path:", "".join(TEXTS.values()))
    assert {one or other for one, other in wanted} == made
    for name in ("worker", "flower"):
        assert f"key: {name}-url" in TEXTS[f"{name}.yaml"]
    assert "key: orchestrator-url" in TEXTS["submit.yaml"]
    assert not re.search(r"redis://\S*:\S*@", "".join(TEXTS.values()))
    for name in SECRETS:
        assert set(re.findall(rf"\$\{{{name}(..)", COMPOSE_TEXT)) == {":?"}
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    published = {port for service in SERVICES.values() for port in service.get("ports", ())}
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_compose_has_the_rights_of_the_list_of_users():
    users = (ROOT / "deploy/users.acl").read_text(encoding="utf-8")
    users = re.sub(r">([A-Z]+)_PASSWORD", r">${\1_REDIS_PASSWORD:?set it in .env}", users)
    assert [line for line in users.splitlines() if f"      {line}\n" not in COMPOSE_TEXT] == []


@pytest.mark.parametrize("words", sorted(SERVING), ids=" ".join)
def test_the_pages_of_a_container_are_served_behind_a_proxy(words, tmp_path):
    (tmp_path / "organiser").write_text("a long password")
    places = {"/data/runs": tmp_path, words[-1]: tmp_path / "organiser"}
    command = [sys.executable, "-P", "-m", "orchestrator", *(places.get(word, word) for word in words)]
    with subprocess.Popen(
        [*command, "--host=127.0.0.1", "--port=0"], stderr=subprocess.PIPE, text=True
    ) as server:
        line = server.stderr.readline()
        server.terminate()
        assert server.wait(60) == 0
    assert line == f"{words[words.index('--behind-proxy') + 1]}; Ctrl-C stops it\n"


@pytest.mark.parametrize("words", sorted(COMMANDS - SERVING), ids=" ".join)
def test_the_words_of_a_container_are_a_command_of_ours(words, orchestrator, example_corpus):
    # Only the server is missing, and the last message says so.
    corpus = laid_out(example_corpus, orchestrator.folder)
    done = orchestrator.call(
        *(
            word.replace("/corpus", str(corpus)).replace("/data/", f"{orchestrator.folder}/")
            for word in words
        ),
        ORCHESTRATOR_BROKER_URL="redis://paralattice:r3dis@127.0.0.1:1/0",
        ORCHESTRATOR_STORE=str(orchestrator.folder / "store"),
        ORCHESTRATOR_FLOWER_PASSWORD=SECRETS["FLOWER_PASSWORD"],
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


def test_a_corpus_that_is_mounted_from_a_configmap_is_read(orchestrator, example_corpus):
    mounted = laid_out(example_corpus, orchestrator.folder)
    plans = [
        orchestrator.call("submit", folder, "--name", "same", "--dry-run").stdout
        for folder in (example_corpus, mounted)
    ]
    assert "clusters" in plans[0]
    assert plans[1].replace(str(mounted), str(example_corpus)) == plans[0]


def compose_server(folder):
    """Return the server's words in compose.yaml, with its configuration in a folder."""
    (folder / "server.conf").write_text(COMPOSE["configs"]["redis"]["content"].replace("/data", str(folder)))
    program, target = SERVICES["redis"]["command"]
    assert (program, target) == ("redis-server", SERVICES["redis"]["configs"][0]["target"])
    return [folder / "server.conf"]


def kubernetes_server(folder):
    """Return the arguments of the server's manifest, with the users that the guide makes."""
    passwords = {role: SECRETS[f"{role.upper()}_REDIS_PASSWORD"] for role in ROLES}
    script = "\n".join(line for line in GUIDE.splitlines() if line.endswith("> secret/users.acl"))
    environment = {**os.environ, **passwords, "scaler": "sc4ler"}
    script = script.replace("secret/users.acl", str(folder / "users.acl"))
    subprocess.run(["sh", "-c", script], cwd=ROOT, env=environment, check=True)
    places = {"/data": folder, "/etc/paralattice/users.acl": folder / "users.acl"}
    return [places.get(word, word) for word in PODS["redis"]["containers"][0]["args"]]


@pytest.mark.parametrize("words_of", [compose_server, kubernetes_server])
def test_the_server_admits_our_users_alone_and_drops_nothing(words_of, tmp_path):
    words = [server_binary(), *words_of(tmp_path), "--port", "0", "--unixsocket", tmp_path / "socket"]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert eventually((tmp_path / "socket").exists)
        for role in ROLES:
            user, password = re.search(
                r"//(.*):(.*)@", SERVICES[role]["environment"]["ORCHESTRATOR_BROKER_URL"]
            ).groups()
            with redis.Redis(
                unix_socket_path=str(tmp_path / "socket"), username=user, password=password
            ) as client:
                assert client.info("memory")["maxmemory_policy"] == "noeviction"
                assert client.info("persistence")["aof_enabled"] == 1
                with pytest.raises(redis.exceptions.NoPermissionError):
                    client.flushall()
        with (
            redis.Redis(unix_socket_path=str(tmp_path / "socket")) as stranger,
            pytest.raises(redis.AuthenticationError),
        ):
            stranger.ping()
    finally:
        server.terminate()
        server.wait(timeout=90)


def test_what_the_image_is_made_of_is_there():
    copied = {word for name, rest in STEPS if name == "COPY" for word in rest.split()[:-1]}
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert copied == {word[1:] for word in let_in if word.startswith("!")}
    assert [word for word in copied if not (ROOT / word).exists()] == []
    torch = next(rest for name, rest in STEPS if name == "ARG" and rest.startswith("TORCH=")).partition("=")[
        2
    ]
    assert torch in (ROOT / "constraints.txt").read_text(encoding="utf-8").split()


def test_the_image_has_all_extras():
    (named,) = re.findall(r'"\.\[(.*?)\]"', " ".join(LINES))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert named.split(",") == sorted(project["optional-dependencies"])


def test_what_the_image_compiles_beforehand_can_be_compiled():
    programs = re.findall(r'python -c "(.*?)"', " ".join(LINES))
    assert ["prepare_lattices" in program for program in programs] == [False, True]
    for program in programs:
        subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_the_unit_is_valid_and_starts_a_command_of_ours(tmp_path):
    text = UNIT.read_text(encoding="utf-8")
    program = "/opt/paralattice/.venv/bin/orchestrator"
    assert f"ExecStart={program} worker\n" in text
    # The program has another path here, and root is the only user of every machine.
    here = Path(sys.executable).with_name("orchestrator")
    text = text.replace(program, str(here)).replace("User=paralattice", "User=root")
    (tmp_path / UNIT.name).write_text(text, encoding="utf-8")
    words = ["systemd-analyze", "verify", tmp_path / UNIT.name]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if UNIT.name in line]) == (0, [])
