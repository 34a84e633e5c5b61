"""The tasks that evaluate lattices, as functions of content and store."""

import math

import pytest

from paralattice.align import align
from paralattice.formats.trees import read_trees
from paralattice.lattice import (
    count_paths,
    edit_distance,
    extract_pairs,
    from_alignment,
    from_trees,
    repetitions,
)
from paralattice.lattice.forests.merging import tree_words
from paralattice.lattice.options import PairOptions, PangOptions
from paralattice.ngrams import train_language_model, write_arpa
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.run_options import Options
from tasks.items.evaluate import evaluate_lattice
from tasks.items.path_entropy import evaluate_entropy
from workers.store import Artefact, digest
from workers.store.folder import FolderStore

REQUEST = {"pairs": PairOptions().to_dict(), "held_out": 11, "references": 3, "seed": 2**200}


@pytest.fixture
def store(tmp_path):
    return FolderStore(tmp_path / "store")


@pytest.fixture(params=["ferry", "lake"])
def trees(request, example_groups):
    return (example_groups[1] / f"{request.param}.mrg").read_text("utf-8")


def lattice_input(store, text, version="pang", **options):
    values = Options.from_dict({"versions": [version], **options}).to_dict()
    return store.put_content({"version": version, "options": values, "trees": text.splitlines()})


def test_a_lattice_of_trees_is_evaluated_as_the_library_does_it(store, trees):
    parsed = read_trees(trees.splitlines())
    words = [tree_words(tree) for tree in parsed]
    made = from_trees(parsed, PangOptions())
    value = evaluate_lattice({"lattice_input": lattice_input(store, trees), **REQUEST}, store).value
    assert value["sentences"] == 5
    assert value["tokens"] == sum(map(len, words))
    assert value["paths"] == count_paths(made.lattice)
    found = repetitions(made.lattice, words)
    assert (value["words"], value["ratios"]) == (len(found), [one.ratio for one in found if one.ratio])
    assert len(value["gains"]) == 5
    rest = from_trees(parsed[1:], PangOptions()).lattice
    assert value["gains"][0][1] == edit_distance(rest, words[0])
    assert len(value["curve"]) == 3
    pairs = extract_pairs(made.lattice, PairOptions()).pairs
    assert value["lexical"] == [[*one, *other] for one, other in pairs if len(one) == len(other) == 1]
    assert value["lexical"]


def test_options_of_the_run_count(store, trees):
    whole = evaluate_lattice({"lattice_input": lattice_input(store, trees), **REQUEST}, store).value
    loose = evaluate_lattice(
        {"lattice_input": lattice_input(store, trees, pang={"squeeze": False}), **REQUEST}, store
    ).value
    assert loose["paths"] < whole["paths"]


def test_an_aligned_version_is_evaluated_from_the_same_trees(store, trees):
    words = [list(tree.words()) for tree in read_trees(trees.splitlines())]
    value = evaluate_lattice({"lattice_input": lattice_input(store, trees, "V1"), **REQUEST}, store).value
    lattice = from_alignment(words, align(words, "V1").merged.columns)
    assert value["paths"] == count_paths(lattice)
    assert len(value["gains"]) == 5


def test_one_sentence_has_nothing_to_be_measured_against(store, trees):
    value = evaluate_lattice(
        {"lattice_input": lattice_input(store, trees.splitlines()[0]), **REQUEST}, store
    ).value
    assert (value["sentences"], value["gains"], value["curve"]) == (1, [], [])
    assert value["paths"] == 1


def test_entropy_is_that_of_the_sentences_and_of_all_paths(store, trees):
    parsed = read_trees(trees.splitlines())
    words = [tree_words(tree) for tree in parsed]
    model = train_language_model(words, LanguageModelOptions(order=3))
    key = digest("a model")
    store.put(key, Artefact({}, {"model.arpa": "".join(write_arpa(model)).encode()}))
    content = {"lattice_input": lattice_input(store, trees), "model": key, "seed": 1}
    value = evaluate_entropy(content, store).value
    assert value["originals"] == pytest.approx(math.fsum(map(model.entropy, words)) / 5, abs=1e-5)
    assert value["paths"] > value["originals"] - 1
    assert value["drawn"] == 0
