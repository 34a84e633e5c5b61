"""The options of a run: the options of each stage, and the versions."""

from attrs import frozen

from paralattice.adapters.options import PARSERS, ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.compression.options import CompressionOptions, OneOptions
from paralattice.errors import OptionError
from paralattice.exchange.options import ExchangeOptions
from paralattice.languages.registry import DEFAULT, LANGUAGES, language_of
from paralattice.lattice.options import BuildOptions, PangOptions, SampleOptions
from paralattice.methods import is_syntactic, methods_of, version_names
from paralattice.options import CheckedOptions, choice, group, require, require_known, texts


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
    one
        Options of the method :class:`~paralattice.methods.one.OneMethod` only.
    versions
        Distinct names of :func:`~paralattice.methods.registry.version_names`, in the order of the report.
    stop_words
        Lower-cased words that V3 and V4 never match, and the stop words of compression; ``None`` for those of
        the language.
    language
        Language of the sentences, a code of ISO 639-1.
    """

    parse: ParseOptions = group(ParseOptions())
    align: AlignOptions = group(AlignOptions())
    pang: PangOptions = group(PangOptions())
    exchange: ExchangeOptions = group(ExchangeOptions())
    compression: CompressionOptions = group(CompressionOptions())
    one: OneOptions = group(OneOptions())
    build: BuildOptions = group(BuildOptions())
    sample: SampleOptions = group(SampleOptions())
    versions: tuple[str, ...] = texts(tuple(VERSIONS))
    stop_words: tuple[str, ...] | None = texts(None)
    language: str = choice(DEFAULT, LANGUAGES)

    @property
    def unmatched_words(self) -> frozenset[str]:
        """The words that V3 and V4 never match."""
        own = self.stop_words
        return language_of(self.language).stop_words if own is None else frozenset(own)

    def require_language(self, trees: bool = False) -> None:
        """Check that the versions can be computed in the language.

        Parameters
        ----------
        trees
            Whether trees are given, so that no parser is needed.

        Raises
        ------
        OptionError
            A version is for English alone, or needs a parser and none of the language is named.
        """
        if language_of(self.language).parsed:
            return
        name, lexical = language_of(self.language).name, ",".join(lexical_versions())
        for method in methods_of(self.versions):
            if method.english_only:
                own = ", ".join(version.name for version in method.versions)
                raise OptionError(
                    f"version {own} has rules of English and does not read {name}: --versions {lexical}"
                )
        needy = [] if trees or not self.parses_english else list(filter(is_syntactic, self.versions))
        if needy:
            raise OptionError(
                f"{', '.join(needy)} need trees, and the parser {self.parse.parser!r} reads English, not "
                f"{name}: give trees (*.mrg, --parses), a parser of {name} (--parser), or "
                f"--versions {lexical}"
            )

    @property
    def parses_english(self) -> bool:
        """Whether the parser is the bundled one, which reads English."""
        return self.parse.parser in PARSERS

    @property
    def parses(self) -> bool:
        """Whether sentences without trees are parsed; if not, no version reads their trees."""
        return language_of(self.language).parsed or not self.parses_english

    def __attrs_post_init__(self) -> None:
        """Check the versions."""
        require(bool(self.versions), "versions", self.versions, "at least one version")
        require(len(set(self.versions)) == len(self.versions), "versions", self.versions, "distinct")
        for name in self.versions:
            require_known("version", name, version_names())


def lexical_versions() -> list[str]:
    """Return the versions of alignment that need no trees, and so read every language."""
    return [name for name in VERSIONS if not is_syntactic(name)]
