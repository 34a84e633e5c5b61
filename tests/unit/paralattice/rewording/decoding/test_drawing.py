"""Pictures of generation lattices."""

import re
from xml.etree import ElementTree

from paralattice.rewording.decoding.decoder import GenerationEdge, GenerationLattice
from paralattice.rewording.decoding.drawing import draw_generation_svg, shown_edges, write_generation_dot

WORDS = ("the", "<b>", "sank")
EDGES = (
    GenerationEdge(0, 1, ("the",), -1.0),
    GenerationEdge(0, 2, ("a", "ship & all"), -2.0),
    GenerationEdge(1, 2, ("<b>",), -1.0),
    GenerationEdge(1, 2, ("ship",), -0.5),
    GenerationEdge(1, 2, ("boat",), -3.0),
    GenerationEdge(2, 3, ("sank",), -1.0),
    GenerationEdge(2, 3, ("went", "down"), -1.5),
)
LATTICE = GenerationLattice(WORDS, EDGES)


def test_the_most_probable_edges_are_shown_and_those_taken_whatever_their_worth():
    assert shown_edges(LATTICE, 2) == [EDGES[3], EDGES[6]]
    assert shown_edges(LATTICE, 2, EDGES[:1] + EDGES[4:6]) == [EDGES[4], EDGES[3]]
    assert len(shown_edges(LATTICE)) == 4


def test_the_picture_is_xml_with_a_box_for_each_edge_and_none_over_another():
    svg = draw_generation_svg(LATTICE, shown_edges(LATTICE), (EDGES[3],))
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    space = "{http://www.w3.org/2000/svg}"
    groups = root.findall(f"{space}g")
    assert [(group.get("data-start"), group.get("data-end")) for group in groups] == [
        ("1", "2"),
        ("2", "3"),
        ("0", "2"),
        ("1", "2"),
    ]
    assert [text.text for text in root.findall(f"{space}text")] == list(WORDS)
    assert svg.count('class="box taken"') == 1
    boxes = [group.find(f"{space}rect") for group in groups]
    spans = [
        (float(box.get("x")), float(box.get("x")) + float(box.get("width")), box.get("y")) for box in boxes
    ]
    for place, (left, right, top) in enumerate(spans):
        for other_left, other_right, other_top in spans[place + 1 :]:
            assert top != other_top or right <= other_left or other_right <= left
    for box, group in zip(boxes, groups, strict=True):
        assert 7 * len(group.find(f"{space}text").text) < float(box.get("width"))


def test_the_graph_has_the_identity_edges_and_those_shown():
    dot = write_generation_dot(LATTICE, shown_edges(LATTICE, 1), EDGES[3:4])
    assert len(re.findall(r" -> ", dot)) == 4
    assert dot.count("identity=true") == 3
    assert '1 -> 2 [label="ship 0.316", score=-0.5000, identity=false, color' in dot


def test_a_sentence_without_replacements_has_a_picture_too():
    lone = GenerationLattice(("x",), (GenerationEdge(0, 1, ("x",), -1.0),))
    assert "<text" in draw_generation_svg(lone, shown_edges(lone))
