"""The lattice that `import paralattice` offers: each method does what the function of its name does."""

import json
import pickle

import pytest

import paralattice
from paralattice import Lattice, align, chunk, parse
from paralattice.english.spacing import detokenise
from paralattice.errors import OptionError
from paralattice.lattice import count_distinct, determinise, enumerate_sentences, from_alignment, sample
from paralattice.lattice.options import SampleOptions
from support.tei import read_tei

TEXTS = ["The old bridge was closed.", "The bridge was shut on Friday.", "On Friday the bridge was closed."]


@pytest.fixture(scope="module")
def lexical():
    return Lattice.from_texts(TEXTS, "V1", name="bridge")


def test_it_is_the_lattice_of_the_alignment(lexical):
    aligned = align(lexical.originals, "V1")
    plain = from_alignment(aligned.sentences, aligned.columns)
    assert (lexical.states, lexical.arcs) == (plain.states, plain.arcs)
    assert lexical.columns == tuple(tuple(row.tolist()) for row in aligned.columns)


def test_functions_of_lattices_take_it(lexical):
    assert count_distinct(determinise(lexical, 1000), 1000) == len(list(lexical.paths()))


def test_the_pipeline_of_shen_in_six_lines_gives_the_same_as_one_call():
    trees = parse(TEXTS)
    sentences = [chunk(tree) for tree in trees]
    alignment = align(sentences, "V4")
    lattice = Lattice.from_alignment(alignment, name="bridge")
    assert lattice == Lattice.from_texts(TEXTS, "V4", name="bridge")
    assert lattice.sample(3, seed=1) == Lattice.from_trees(trees, "V4", name="bridge").sample(3, seed=1)


def test_trees_are_merged_in_the_version_of_groups():
    lattice = Lattice.from_texts(TEXTS[:2], "pang")
    assert lattice.accepts("The old bridge was closed.")
    assert all(words == tuple(word.lower() for word in words) for words in lattice.originals)


def test_samples_are_those_that_a_run_chooses(lexical):
    drawn = sample(lexical, lexical.originals, SampleOptions(keep=4), "bridge", "V1")
    assert lexical.sample(4) == [detokenise(one.words) for one in drawn if one.chosen]


def test_samples_are_new_different_and_the_same_for_a_seed(lexical):
    found = lexical.sample(3, seed=7)
    assert len(found) == len(set(found)) == 3
    assert not set(found) & set(TEXTS)
    assert all(lexical.accepts(text) for text in found)
    assert lexical.sample(3, seed=7) == found
    assert any(lexical.sample(2, seed=other) != found[:2] for other in range(8))


def test_an_unknown_sampler_or_version_is_refused_with_a_similar_one(lexical):
    with pytest.raises(OptionError, match=r"did you mean 'path-uniform'"):
        lexical.sample(1, sampler="path-unifrom")
    with pytest.raises(OptionError, match="unknown version 'V9'"):
        Lattice.from_texts(TEXTS, "V9")


def test_paths_are_sentences_in_order_up_to_a_limit(lexical):
    every = list(lexical.paths())
    assert every == [detokenise(words) for words in enumerate_sentences(lexical, 1000)]
    assert set(TEXTS) < set(every)
    assert list(lexical.paths(limit=2)) == every[:2]
    assert lexical.count_paths() >= len(every)


def test_every_original_is_accepted_at_distance_nought(lexical):
    for text in TEXTS:
        assert lexical.accepts(text)
        assert lexical.distance(text) == 0
    assert not lexical.accepts("The bridge was painted.")
    assert lexical.distance("The bridge was painted.") == 1
    assert lexical.nearest("The bridge was painted.").words == ("The", "bridge", "was", "closed", ".")


def test_networkx_has_its_states_and_arcs(lexical):
    graph = lexical.to_networkx()
    arcs = [(*edge[:2], edge[2]["word"], tuple(edge[2]["sentences"])) for edge in graph.edges(data=True)]
    assert sorted(arcs) == sorted(map(tuple, lexical.arcs))
    assert len(graph) == lexical.states


def test_openfst_compiles_its_texts(lexical):
    pynini = pytest.importorskip("pynini", reason="OpenFst's Python package is not installed")
    import pywrapfst

    transitions, symbols = lexical.to_openfst()
    table = pynini.SymbolTable()
    for line in symbols.splitlines():
        name, number = line.split("\t")
        table.add_symbol(name, int(number))
    compiler = pywrapfst.Compiler(acceptor=True, isymbols=table, osymbols=table)
    compiler.write(transitions)
    assert compiler.compile().num_states() == lexical.states


def test_it_is_exported_with_what_it_was_made_of(lexical):
    (text,) = lexical.export("tei").values()
    assert list(map(tuple, read_tei(text).values())) == list(lexical.originals)
    (text,) = lexical.export("node-link").values()
    assert len(json.loads(text)["edges"]) == len(lexical.arcs)


def test_notebooks_show_a_picture_and_nothing_if_it_is_too_large(lexical):
    assert lexical._repr_svg_().startswith("<svg")
    wide = Lattice.from_texts([[f"{side}{place}" for place in range(3)] for side in range(700)], "V1")
    assert wide._repr_svg_() is None


def test_its_text_tells_its_size(lexical):
    size = f"{lexical.states} states, {len(lexical.arcs)} arcs, {lexical.count_paths()} paths"
    assert repr(lexical) == f"<V1 of 3 sentences: {size}>"


def test_it_can_be_copied_between_processes(lexical):
    assert pickle.loads(pickle.dumps(lexical)) == lexical  # noqa: S301 - our own


def test_a_lattice_of_arrays_has_no_originals(lexical):
    assert Lattice.of_table(lexical.table).arcs == lexical.arcs
    assert Lattice.of_table(lexical.table).originals == ()


def test_every_name_of_the_package_is_loaded_at_its_first_use():
    for name in paralattice.__all__:
        assert getattr(paralattice, name).__doc__


def test_a_lattice_of_french_texts_has_french_tokens_and_running_text():
    texts = ["L'école est fermée, dit-on.", "L'école est ouverte, dit-on !"]
    lattice = Lattice.from_texts(texts, "V1", language="fr")
    assert lattice.originals[0] == ("L'", "école", "est", "fermée", ",", "dit", "-on", ".")
    assert {*texts, "L'école est fermée, dit-on !"} <= {*lattice.paths()}
    assert lattice.accepts("L'école est ouverte, dit-on.")
    with pytest.raises(OptionError, match="V4 need trees"):
        Lattice.from_texts(texts, "V4", language="fr")
