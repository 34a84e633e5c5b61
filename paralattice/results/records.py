"""The lines of a run's parts; what few readers need stays JSON."""

import msgspec


class ResultLine(msgspec.Struct, frozen=True):
    """A line of ``results/``: what a run computed for a cluster and version.

    Attributes
    ----------
    cluster, version
        Their names.
    sentences
        The lines of ``sentences.csv``: the chosen sentences.
    alignment, lattice, samples
        JSON of a :class:`~paralattice.align.CompactAlignment`,
        :class:`~paralattice.lattice.records.compact.CompactLattice` and
        :class:`~paralattice.lattice.records.compact.CompactSamples`.
    """

    cluster: str
    version: str
    sentences: str
    alignment: msgspec.Raw
    lattice: msgspec.Raw
    samples: msgspec.Raw


class FeatureLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of ``features/``, with the values of :class:`~paralattice.formats.features.ClusterFeatures`."""

    cluster: str = ""
    trees: msgspec.Raw
    words: msgspec.Raw
    pos: msgspec.Raw
    iob: msgspec.Raw
    chain: msgspec.Raw
