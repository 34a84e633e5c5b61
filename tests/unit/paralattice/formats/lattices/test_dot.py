import re

import pytest

from paralattice.formats.lattices.dot import quote, write_dot
from paralattice.lattice import from_alignment, to_dot


def test_the_text_names_start_accept_words_and_sentences():
    text = write_dot([(0, 1, "a", (0, 2)), (1, 2, "", (0,))], start=0, accept=2)
    assert text.startswith("digraph lattice {\n  rankdir=LR;\n")
    assert '  0 [label="start"];\n  2 [label="accept", shape=doublecircle];\n' in text
    assert '  0 -> 1 [label="a", sentences="0 2", penwidth=1.67];\n' in text
    assert '  1 -> 2 [label="", sentences="0", penwidth=1.33];\n}\n' in text


def test_a_lattice_gives_a_line_an_arc():
    lattice = from_alignment([["a", "b"], ["a", "c"]], [[0, 1], [0, 2]])
    steps = re.findall(r"^  (\d+) -> (\d+) ", to_dot(lattice), re.MULTILINE)
    assert [(int(source), int(target)) for source, target in steps] == [
        (arc.source, arc.target) for arc in lattice.arcs
    ]


@pytest.mark.parametrize(
    ("word", "quoted"),
    [
        ('say "no"', r'"say \"no\""'),
        ("\\N", r'"\\N"'),
        ("end\\", r'"end\\"'),
        ("two\nlines", r'"two\nlines"'),
        ("two\r\nlines", r'"two\nlines"'),
        ("&amp;", '"&amp;amp;"'),
        ("&#65;", '"&amp;#65;"'),
        ("AT&T", '"AT&T"'),
        ("<b>", '"<b>"'),
    ],
)
def test_words_are_quoted_so_that_they_are_shown_as_they_are(word, quoted):
    assert quote(word) == quoted


def test_graphviz_reads_the_words_back():
    pygraphviz = pytest.importorskip("pygraphviz", reason="Graphviz's Python module is not installed")
    words = ['say "no"', "\\N", "naïve", "a;b", "{", "-->"]
    graph = pygraphviz.AGraph(string=to_dot(from_alignment([words], [range(len(words))])))
    labels = [edge.attr["label"] for edge in sorted(graph.edges(), key=lambda edge: int(edge[0]))]
    assert [label.replace("\\\\", "\\") for label in labels[:-1]] == words
