"""Node-link JSON of word lattices: networkx, D3 and other graph libraries read it."""

from collections.abc import Iterable, Sequence
from typing import Any

from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses


def node_link_record(
    arcs: Iterable[tuple[int, int, str, Sequence[int]]],
    start: int,
    accept: int,
    states: int,
    witnesses: Witnesses = UNNAMED,
) -> dict[str, Any]:
    """Return a directed multigraph as JSON values, as ``networkx.node_link_graph`` reads it.

    Parameters
    ----------
    arcs
        Source, target, word and sentences.
    start, accept
        The first and the last state.
    states
        Number of states.
    witnesses
        The sentences' sigla, if any.

    Returns
    -------
    dict
        ``directed``, ``multigraph``, ``graph`` (``start`` and ``accept``), ``nodes`` (``id``; the first and
        the last have a ``role``) and ``edges``: ``source``, ``target``, ``key`` (0-based number of the edge
        among those of the same two nodes), ``word`` (may be empty), ``sentences`` (0-based),
        and, if the sentences have sigla, ``witnesses``.
    """
    roles = {start: "start", accept: "accept"}
    seen: dict[tuple[int, int], int] = {}
    edges = []
    for source, target, word, sentences in arcs:
        key = seen[source, target] = seen.get((source, target), -1) + 1
        edge = {"source": source, "target": target, "key": key, "word": word, "sentences": list(sentences)}
        edges.append(edge | ({"witnesses": witnesses.named(sentences)} if witnesses.sigla else {}))
    nodes: list[dict[str, Any]] = [
        {"id": state, "role": roles[state]} if state in roles else {"id": state} for state in range(states)
    ]
    graph = {"start": start, "accept": accept}
    return {"directed": True, "multigraph": True, "graph": graph, "nodes": nodes, "edges": edges}
