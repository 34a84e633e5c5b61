"""Stage 6: draw sentences from a cluster's lattices."""

from functools import partial

import msgspec

from paralattice.lattice import write_sentences
from tasks.cluster.inputs import Inputs, sentence_lines
from tasks.cluster.jobs import sample_key
from workers.store import Artefact


def sample_cluster(inputs: Inputs) -> None:
    """Draw sentences from each version's lattice; store them, with the rows of the chosen ones."""
    inputs.store.once(sample_key(inputs.job, inputs.options), partial(_samples, inputs))


def _samples(inputs: Inputs) -> Artefact:
    counts: dict[str, dict[str, int]] = {}
    files: dict[str, bytes] = {}
    cluster = inputs.job.cluster
    for name, laid_out in inputs.laid_out():
        drawn = inputs.method.draw(name, laid_out, inputs.options, cluster)
        counts[name] = drawn.counts
        files[name] = msgspec.json.encode(drawn.samples)
        files[sentence_lines(name)] = write_sentences(cluster, name, drawn.rows).encode()
    return Artefact(counts, files)
