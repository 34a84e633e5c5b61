"""Corpora of short sentences with their trees, drawn at random from a seed."""

import random

import pytest

ADJECTIVES = ["old", "small", "grey", "quiet", "narrow"]
NOUNS = ["ferry", "bridge", "pilot", "harbour", "crowd", "tower"]
VERBS = ["reached", "left", "crossed", "watched"]
ADVERBS = ["slowly", "later", "twice"]
PAPER = '[options]\nversions = ["V1", "V2", "V3", "V4", "V5"]\n'


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
    """Make a folder of clusters that bring their own trees, for the versions V1 to V5."""
    rng = random.Random(seed)
    folder.mkdir()
    (folder / "corpus.toml").write_text(PAPER, "utf-8")
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


@pytest.fixture(scope="session")
def synthetic_trees():
    """Make trees in brackets, a text each, of short sentences of our own."""

    def make(count, seed=1):
        rng = random.Random(seed)
        return [synthetic_tree(rng)[0] for _ in range(count)]

    return make
