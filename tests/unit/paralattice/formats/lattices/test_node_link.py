"""Node-link JSON: networkx makes the same graph of it."""

import json

import networkx
import pytest

from paralattice.formats.lattices.node_link import node_link_record


def test_networkx_reads_nodes_edges_and_attributes():
    arcs = [(0, 1, "a", (0, 2)), (0, 1, "b", (1,)), (1, 2, "", (0, 1, 2))]
    text = json.dumps(node_link_record(arcs, 0, 2, 3))
    graph = networkx.node_link_graph(json.loads(text), edges="edges")
    assert graph.is_directed()
    assert graph.is_multigraph()
    assert dict(graph.nodes(data="role")) == {0: "start", 1: None, 2: "accept"}
    found = [(*edge[:2], edge[2]["word"], tuple(edge[2]["sentences"])) for edge in graph.edges(data=True)]
    assert found == arcs
    assert graph.graph == {"start": 0, "accept": 2}


@pytest.mark.parametrize("times", [1, 3])
def test_edges_of_the_same_two_nodes_have_keys_of_their_own(times):
    record = node_link_record([(0, 1, str(number), ()) for number in range(times)], 0, 1, 2)
    assert [edge["key"] for edge in record["edges"]] == list(range(times))
