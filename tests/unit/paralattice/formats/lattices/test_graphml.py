from xml.etree import ElementTree as ET

from paralattice.formats.lattices.graphml import write_graphml, xml_text
from paralattice.lattice import from_alignment, to_graphml

SPACE = "{http://graphml.graphdrawing.org/xmlns}"


def parse(text):
    return ET.fromstring(text)  # noqa: S314 - our own text


def data_of(element):
    return {entry.get("key"): entry.text or "" for entry in element.iter(f"{SPACE}data")}


def test_nodes_have_roles_and_edges_words_and_sentences():
    root = parse(write_graphml([(0, 1, "a<b>&", (0, 2)), (1, 2, "", (0,))], 0, 2, 3))
    nodes = {node.get("id"): data_of(node) for node in root.iter(f"{SPACE}node")}
    assert nodes == {"n0": {"role": "start"}, "n1": {}, "n2": {"role": "accept"}}
    edges = [(edge.get("source"), edge.get("target"), data_of(edge)) for edge in root.iter(f"{SPACE}edge")]
    assert edges == [
        ("n0", "n1", {"word": "a<b>&", "sentences": "0 2"}),
        ("n1", "n2", {"word": "", "sentences": "0"}),
    ]


def test_every_attribute_used_is_declared_for_its_kind():
    root = parse(to_graphml(from_alignment([["a"], ["b"]], [[0], [1]])))
    declared = {(key.get("id"), key.get("for")) for key in root.iter(f"{SPACE}key")}
    assert declared == {("role", "node"), ("word", "edge"), ("sentences", "edge")}
    assert len(list(root.iter(f"{SPACE}edge"))) == 4


def test_the_text_declares_its_encoding_and_keeps_words_of_other_scripts():
    text = to_graphml(from_alignment([["naïve", "日本"]], [[0, 1]]))
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<graphml')
    words = [data_of(edge)["word"] for edge in parse(text.encode()).iter(f"{SPACE}edge")]
    assert words == ["naïve", "日本", ""]


def test_characters_that_xml_cannot_hold_are_replaced():
    assert xml_text("a\x00b\x1fc\ufffe\td") == "a\ufffdb\ufffdc\ufffd\td"
    parse(to_graphml(from_alignment([["\x01", "\ufffe"]], [[0, 1]])))
