"""The options of a run: the options of each stage, and the versions."""

from __future__ import annotations

from attrs import frozen

from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.exchange.options import ExchangeOptions
from paralattice.lattice.options import BuildOptions, PangOptions, SampleOptions
from paralattice.options import CheckedOptions, group, require, require_known, texts
from paralattice.versions import VERSION_NAMES, VERSIONS


# Keys of artefacts are looked up by options.
@frozen(cache_hash=True)
class Options(CheckedOptions):
    """The options of all stages, and the versions to run.

    Attributes
    ----------
    parse, align, build, sample
        Options of the stages.
    pang
        Options of the version :data:`~paralattice.versions.PANG` only.
    exchange
        Options of the version :data:`~paralattice.versions.EXCHANGE` only.
    versions
        Distinct names from :data:`~paralattice.versions.VERSION_NAMES`, in the order of the report.
    stop_words
        Lower-cased words that V3 and V4 never match; ``None`` for the package's list.
    """

    parse: ParseOptions = group(ParseOptions())
    align: AlignOptions = group(AlignOptions())
    pang: PangOptions = group(PangOptions())
    exchange: ExchangeOptions = group(ExchangeOptions())
    build: BuildOptions = group(BuildOptions())
    sample: SampleOptions = group(SampleOptions())
    versions: tuple[str, ...] = texts(tuple(VERSIONS))
    stop_words: tuple[str, ...] | None = texts(None)

    def __attrs_post_init__(self) -> None:
        """Check the versions."""
        require(bool(self.versions), "versions", self.versions, "at least one version")
        require(len(set(self.versions)) == len(self.versions), "versions", self.versions, "distinct")
        for name in self.versions:
            require_known("version", name, VERSION_NAMES)
