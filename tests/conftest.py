"""Fixtures that several tiers of tests share."""

import importlib.util
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED_DATA = ROOT.parent / "shared" / "data"

ADJECTIVES = ["old", "small", "grey", "quiet", "narrow"]
NOUNS = ["ferry", "bridge", "pilot", "harbour", "crowd", "tower"]
VERBS = ["reached", "left", "crossed", "watched"]
ADVERBS = ["slowly", "later", "twice"]


@pytest.fixture(scope="session")
def shared_data():
    """The folder of real data beside the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the data beside the repository (../shared/data) are absent")
    return SHARED_DATA


@pytest.fixture(scope="session")
def example_corpus():
    """The example corpus of the repository."""
    return ROOT / "examples" / "corpus"


def synthetic_tree(rng):
    """Return a bracketed tree of a short sentence and its words."""
    subject, place = rng.sample(NOUNS, 2)
    adjective, verb, adverb = rng.choice(ADJECTIVES), rng.choice(VERBS), rng.choice(ADVERBS)
    parts = [
        f"(NP (DT The) (JJ {adjective}) (NN {subject}))",
        f"(VP (VBD {verb}) (NP (DT the) (NN {place})) (ADVP (RB {adverb})))",
    ]
    words = ["The", adjective, subject, verb, "the", place, adverb]
    if rng.random() < 0.5:
        parts[1] = f"(VP (VBD {verb}) (NP (DT the) (NN {place})) (, ,) (ADVP (RB {adverb})))"
        words[6:6] = [","]
    return f"(ROOT (S {' '.join(parts)} (. .)))", [*words, "."]


def write_corpus(folder, clusters=6, sentences=5, seed=1):
    """Make a folder of clusters that bring their own trees."""
    rng = random.Random(seed)
    folder.mkdir()
    for number in range(clusters):
        pairs = [synthetic_tree(rng) for _ in range(sentences)]
        stem = f"c{number:03}"
        (folder / f"{stem}.txt").write_text("".join(" ".join(words) + "\n" for _, words in pairs), "utf-8")
        (folder / f"{stem}.mrg").write_text("".join(tree + "\n" for tree, _ in pairs), "utf-8")
    return folder


@pytest.fixture
def parsed_corpus(tmp_path):
    """Make a folder of clusters that bring their own trees, in the test's own folder."""

    def make(clusters=6, sentences=5, name="corpus", seed=1):
        return write_corpus(tmp_path / name, clusters, sentences, seed)

    return make


@pytest.fixture(scope="session", name="write_corpus")
def write_corpus_fixture():
    """Make a folder of clusters that bring their own trees, anywhere."""
    return write_corpus


@pytest.fixture(scope="session")
def synthetic_trees():
    """Make trees in brackets, a text each, of short sentences of our own."""

    def make(count, seed=1):
        rng = random.Random(seed)
        return [synthetic_tree(rng)[0] for _ in range(count)]

    return make


@pytest.fixture(scope="session")
def tiny_encoder():
    """Write an encoder of BERT's kind with small random weights into a folder."""

    def write(folder, words=(), width=16, layers=2):
        import torch
        from safetensors.torch import save_file

        letters = [mark + chr(code) for code in range(97, 123) for mark in ("", "##")]
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", ".", ",", *letters, *words]
        shapes = {
            "embeddings.word_embeddings.weight": (len(vocabulary), width),
            "embeddings.position_embeddings.weight": (64, width),
            "embeddings.token_type_embeddings.weight": (2, width),
            "embeddings.LayerNorm.weight": (width,),
            "embeddings.LayerNorm.bias": (width,),
        }
        for number in range(layers):
            parts = {
                **{f"attention.self.{part}": (width, width) for part in ("query", "key", "value")},
                "attention.output.dense": (width, width),
                "attention.output.LayerNorm": (width,),
                "intermediate.dense": (2 * width, width),
                "output.dense": (width, 2 * width),
                "output.LayerNorm": (width,),
            }
            for name, shape in parts.items():
                shapes[f"encoder.layer.{number}.{name}.weight"] = shape
                shapes[f"encoder.layer.{number}.{name}.bias"] = shape[:1]
        draw = torch.Generator().manual_seed(1)
        tensors = {name: torch.randn(shape, generator=draw) / 4 for name, shape in shapes.items()}
        config = {
            "model_type": "bert",
            "hidden_act": "gelu",
            "vocab_size": len(vocabulary),
            "max_position_embeddings": 64,
            "hidden_size": width,
            "intermediate_size": 2 * width,
            "num_hidden_layers": layers,
            "num_attention_heads": 2,
        }
        folder.mkdir(parents=True, exist_ok=True)
        save_file(tensors, folder / "model.safetensors")
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
        return folder

    return write


class Orchestrator:
    """The console script, run in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        # Words before the script: what runs it somewhere else.
        self.prefix = []
        self.script = str(Path(sys.executable).with_name("orchestrator"))

    def start(self, *arguments):
        return subprocess.Popen(
            [*self.prefix, self.script, *map(str, arguments)],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments, timeout=240):
        process = self.start(*arguments)
        try:
            output, errors = process.communicate(timeout=timeout)
        finally:
            process.kill()
            process.wait()
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def processes(self, text=""):
        """Return the living processes of this folder's runs, other than the script itself."""
        found = []
        for process in psutil.process_iter(["pid", "environ", "cmdline"]):
            environ = process.info["environ"] or {}
            command = " ".join(process.info["cmdline"] or [])
            ours = environ.get("ORCHESTRATOR_STORE", "").startswith(str(self.folder))
            if ours and text in command and process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        return found

    def files(self, run="corpus"):
        """Return the content of a run's result files by relative path."""
        root = self.folder / "runs" / run
        # The report has what run.json says of the input.
        left_out = {"run.json", "run.lock", "status.json", "report.html"}
        return {
            str(path.relative_to(root)): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
            and path.name not in left_out
            and "ledger" not in path.name
            and "logs" not in path.parts
        }


@pytest.fixture(scope="session")
def orchestrator_in():
    """Return what runs the console script in a folder."""
    return Orchestrator


@pytest.fixture
def orchestrator(tmp_path):
    """Run the console script in a temporary folder; fail if it leaves a process behind."""
    script = Orchestrator(tmp_path)
    yield script
    assert eventually(lambda: not script.processes()), f"left running: {script.processes()}"


def eventually(condition, seconds=30.0):
    """Return whether a condition comes true within some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(name="eventually")
def eventually_fixture():
    """Wait for a condition."""
    return eventually


def pytest_configure():
    """Keep native libraries to a thread, as workers do, so that tests do not depend on the cores."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="session")
def tiny_wordnet():
    """The module that makes WordNet databases of a few words."""
    spec = importlib.util.spec_from_file_location("tiny_wordnet", ROOT / "tests/support/tiny_wordnet.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def example_groups():
    """The groups of sentences in the repository, and a folder of their trees."""
    return ROOT / "examples" / "groups.txt", ROOT / "tests" / "support" / "group_trees"


@pytest.fixture(scope="session")
def build_replacements():
    """Return a function that computes the replacement database of sentence pairs at once."""
    from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions
    from paralattice.rewording.phrases import count_phrases, score_phrases
    from paralattice.rewording.shard_training import align_both_directions, train_both_directions
    from paralattice.rewording.symmetrise import symmetrise

    def build(pairs, alignment=None, options=None):
        alignment, options = alignment or WordAlignmentOptions(), options or PhraseOptions()
        model1, *models = train_both_directions(pairs, alignment, options.both_ways)
        both = align_both_directions(pairs, *models)
        links = [symmetrise(one, other, alignment.symmetrisation) for one, other in both]
        return score_phrases(count_phrases(pairs, links, options), model1, options.least_count)

    return build
