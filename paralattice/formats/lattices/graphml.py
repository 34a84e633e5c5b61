"""GraphML text of word lattices, for graph tools such as Gephi, yEd, igraph and networkx."""

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_KEYS = (("role", "node"), ("word", "edge"), ("sentences", "edge"))
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_graphml(
    arcs: Iterable[tuple[int, int, str, Sequence[int]]],
    start: int,
    accept: int,
    states: int,
    witnesses: Witnesses = UNNAMED,
) -> str:
    """Return a directed graph in GraphML.

    Nodes are named ``n0``, ``n1`` and so on; the start and the accepting state have the attribute
    ``role``.  An edge has ``word`` (may be empty) and ``sentences``, 0-based numbers separated by
    spaces.  Characters that are invalid in XML become U+FFFD.

    Parameters
    ----------
    arcs
        Source, target, word and sentences.
    start, accept
        The first and the last state.
    states
        Number of states.
    witnesses
        The sentences' sigla, if any: edges have them as ``witnesses``, separated by spaces.
    """
    root = ET.Element("graphml", xmlns=_NAMESPACE)
    for name, kind in (*_KEYS, *([("witnesses", "edge")] if witnesses.sigla else [])):
        ET.SubElement(root, "key", {"id": name, "for": kind, "attr.name": name, "attr.type": "string"})
    graph = ET.SubElement(root, "graph", id="lattice", edgedefault="directed")
    roles = {start: "start", accept: "accept"}
    for state in range(states):
        node = ET.SubElement(graph, "node", id=f"n{state}")
        if state in roles:
            ET.SubElement(node, "data", key="role").text = roles[state]
    for source, target, word, sentences in arcs:
        edge = ET.SubElement(graph, "edge", source=f"n{source}", target=f"n{target}")
        ET.SubElement(edge, "data", key="word").text = xml_text(word)
        ET.SubElement(edge, "data", key="sentences").text = " ".join(map(str, sentences))
        if witnesses.sigla:
            ET.SubElement(edge, "data", key="witnesses").text = xml_text(" ".join(witnesses.named(sentences)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def xml_text(text: str) -> str:
    """Return the text with every character that is invalid in XML replaced by U+FFFD."""
    return _NOT_XML.sub("\ufffd", text)
