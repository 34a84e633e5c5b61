"""Lattices in the formats of other tools, each read back by such a tool."""

import io
import json

import networkx
import pytest

from paralattice.align import align
from paralattice.errors import OptionError
from paralattice.lattice import FORMATS, AlignedLattice, enumerate_sentences, export
from support.tei import read_tei

TEXTS = ("the old bridge was closed on Friday", "on Friday the bridge was shut again", "police closed it")


@pytest.fixture(scope="module")
def aligned():
    result = align([text.split() for text in TEXTS])
    return AlignedLattice("bridge", "V1", result.lattice, result.sentences, result.columns)


@pytest.fixture(scope="module")
def language(aligned):
    return sorted(enumerate_sentences(aligned.lattice, 10_000))


def sentences_of(graph, start, accept):
    """Return the words of every path of a networkx graph."""
    found = set()
    for path in networkx.all_simple_edge_paths(graph, start, accept):
        words = (graph.edges[edge]["word"] for edge in path)
        found.add(tuple(word for word in words if word))
    return sorted(found)


def test_networkx_reads_graphml_with_the_same_sentences(aligned, language):
    (text,) = export(aligned, "graphml").values()
    graph = networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    # An absent text is an absent word.
    for *_, data in graph.edges(data=True):
        data["word"] = data.get("word") or ""
    roles = {role: node for node, role in graph.nodes(data="role") if role}
    assert sentences_of(graph, roles["start"], roles["accept"]) == language


def test_networkx_reads_node_link_json_with_the_same_sentences(aligned, language):
    (text,) = export(aligned, "node-link").values()
    graph = networkx.node_link_graph(json.loads(text), edges="edges")
    assert sentences_of(graph, graph.graph["start"], graph.graph["accept"]) == language


def test_openfst_compiles_the_transitions_to_the_same_sentences(aligned, language):
    pynini = pytest.importorskip("pynini", reason="OpenFst's Python package is not installed")
    import pywrapfst

    files = export(aligned, "openfst")
    symbols = pynini.SymbolTable()
    for line in files["lattice.syms"].splitlines():
        symbol, number = line.split("\t")
        symbols.add_symbol(symbol, int(number))
    compiler = pywrapfst.Compiler(acceptor=True, isymbols=symbols, osymbols=symbols)
    compiler.write(files["lattice.fst.txt"])
    fst = pynini.Fst.from_pywrapfst(compiler.compile())
    found = {tuple(path.split()) for path in fst.paths(output_token_type=symbols).ostrings()}
    assert sorted(found) == language


def test_graphviz_reads_dot_with_the_same_sentences(aligned, language):
    pygraphviz = pytest.importorskip("pygraphviz", reason="Graphviz's Python package is not installed")
    (text,) = export(aligned, "dot").values()
    read = pygraphviz.AGraph(string=text)
    graph = networkx.MultiDiGraph()
    for edge in read.edges():
        graph.add_edge(*edge, word=edge.attr["label"] or "")
    assert sentences_of(graph, "0", str(aligned.lattice.accept)) == language


def test_tei_has_every_sentence_as_a_witness(aligned):
    (text,) = export(aligned, "tei").values()
    assert read_tei(text) == {f"s{number}": one.split() for number, one in enumerate(TEXTS)}
    assert "<title>bridge, V1</title>" in text


def test_formats_write_files_of_different_names(aligned):
    names = [name for form in FORMATS for name in export(aligned, form)]
    assert len(set(names)) == len(names)


def test_an_unknown_format_is_refused_with_a_similar_one(aligned):
    with pytest.raises(OptionError, match=r"unknown format 'graphm'.*did you mean 'graphml'"):
        export(aligned, "graphm")
