"""Stage 2: derive chunk features from the trees of a cluster."""

import msgspec

from paralattice.formats.features import ClusterFeatures, feature_columns
from paralattice.formats.trees import read_tree
from paralattice.syntax.chunking import chunk
from tasks.cluster.inputs import FEATURES, Inputs
from tasks.cluster.jobs import chunk_key
from workers.store import Artefact


def chunk_cluster(inputs: Inputs) -> tuple[str, ...]:
    """Derive and store a cluster's features; return warnings about its sentences."""
    key = chunk_key(inputs.job)
    stored = inputs.store.once(key, lambda: _features(inputs)) or inputs.store.get(key)
    return tuple(stored.value["notes"])


def _features(inputs: Inputs) -> Artefact:
    parses = _parses(inputs)
    sentences = [chunk(read_tree(parsed["tree"])) for parsed in parses]
    inputs.chunked = sentences
    notes = [
        f"sentence {number}: {parsed['note']}" for number, parsed in enumerate(parses, 1) if parsed["note"]
    ]
    columns = msgspec.structs.asdict(feature_columns(sentences))
    record = ClusterFeatures(**columns, trees=[parsed["tree"] for parsed in parses])
    return Artefact({"notes": notes}, {FEATURES: msgspec.json.encode(record)})


def _parses(inputs: Inputs) -> list[dict[str, str]]:
    """Return the tree and the note of each sentence; trees of the corpus have no note."""
    if "trees" in inputs.source:
        return [{"tree": tree, "note": ""} for tree in inputs.source["trees"]]
    return [parsed.value for parsed in inputs.store.get_all(inputs.source["parses"])]
