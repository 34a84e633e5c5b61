"""The options of a run: the options of each stage, and the versions."""

from __future__ import annotations

from attrs import frozen

from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.compression.options import CompressionOptions
from paralattice.exchange.options import ExchangeOptions
from paralattice.lattice.options import BuildOptions, PangOptions, SampleOptions
from paralattice.methods import version_names
from paralattice.options import CheckedOptions, group, require, require_known, texts


# Keys of artefacts are looked up by options.
@frozen(cache_hash=True)
class Options(CheckedOptions):
    """The options of all stages, and the versions to run.

    Attributes
    ----------
    parse, align, build, sample
        Options of the stages.
    pang
        Options of the method :class:`~paralattice.methods.pang.Pang` only.
    exchange
        Options of the method :class:`~paralattice.methods.exchange.ExchangeMethod` only.
    compression
        Options of the method :class:`~paralattice.methods.compression.CompressionMethod` only.
    versions
        Distinct names of :func:`~paralattice.methods.registry.version_names`, in the order of the report.
    stop_words
        Lower-cased words that V3 and V4 never match, and the stop words of compression; ``None`` for the
        package's lists.
    """

    parse: ParseOptions = group(ParseOptions())
    align: AlignOptions = group(AlignOptions())
    pang: PangOptions = group(PangOptions())
    exchange: ExchangeOptions = group(ExchangeOptions())
    compression: CompressionOptions = group(CompressionOptions())
    build: BuildOptions = group(BuildOptions())
    sample: SampleOptions = group(SampleOptions())
    versions: tuple[str, ...] = texts(tuple(VERSIONS))
    stop_words: tuple[str, ...] | None = texts(None)

    @property
    def unmatched_words(self) -> frozenset[str] | None:
        """The stop words of a run that has its own; ``None`` for the package's."""
        return None if self.stop_words is None else frozenset(self.stop_words)

    def __attrs_post_init__(self) -> None:
        """Check the versions."""
        require(bool(self.versions), "versions", self.versions, "at least one version")
        require(len(set(self.versions)) == len(self.versions), "versions", self.versions, "distinct")
        for name in self.versions:
            require_known("version", name, version_names())
