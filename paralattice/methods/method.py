"""What the rest of the system asks of a method: what it reads and makes, and how its results are shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

# Methods are looked up where nothing is computed: what they compute with is imported where it is used.
if TYPE_CHECKING:
    from paralattice.align import Encoded, ExchangeCounts
    from paralattice.align.options import AlignOptions
    from paralattice.arrays import Ints
    from paralattice.compression.options import CompressionOptions, OneOptions
    from paralattice.exchange.evidence.cluster import Wording
    from paralattice.exchange.options import ExchangeOptions
    from paralattice.lattice import CompactSamples, Sample, SentenceRow, WordLattice
    from paralattice.lattice.options import PangOptions, SampleOptions
    from paralattice.syntax.tree import Tree

Merged = Mapping[str, bytes]
"""What a method makes of a cluster: the JSON of each version's alignment, by its name, and other texts."""

DRAWN_FROM = (
    "It {} of each cluster{} into a <em>lattice</em>: every way through it from left to right is a sentence, "
    "and many of these ways are sentences that nobody wrote."
)
"""The story of methods whose sentences are drawn, without how the sentences of a cluster are joined."""


@dataclass(frozen=True, slots=True)
class MethodVersion:
    """A version of a method: its name, and how it is shown.

    Attributes
    ----------
    name
        Its name in ``--versions``, tables and files.
    label
        Two or three words for tables.
    term
        A sentence that explains the name.
    colour, marker
        Its line in figures: colour-blind readers distinguish the colours, shapes do so in grey.
    rank
        Versions of lower rank have sentences that are worth reading first.
    syntactic
        Whether it uses syntax; the others are lexical baselines.
    """

    name: str
    label: str
    term: str
    colour: str
    marker: str
    rank: int = 9
    syntactic: bool = True


class ParserOptions(Protocol):
    """Options that methods read from the options of the stage ``parse``."""

    @property
    def parser(self) -> str:
        """Name of the parser."""


class RunOptions(Protocol):
    """Options that methods read from :class:`paralattice.run_options.Options`."""

    @property
    def parse(self) -> ParserOptions:
        """Options of the stage ``parse``."""

    @property
    def align(self) -> AlignOptions:
        """Options of the alignment."""

    @property
    def pang(self) -> PangOptions:
        """Options of the merging of trees."""

    @property
    def exchange(self) -> ExchangeOptions:
        """Options of the exchange."""

    @property
    def compression(self) -> CompressionOptions:
        """Options of the compression."""

    @property
    def one(self) -> OneOptions:
        """Options of the one sentence."""

    @property
    def sample(self) -> SampleOptions:
        """Options of the stage ``sample``."""

    @property
    def stop_words(self) -> tuple[str, ...] | None:
        """Words that V3 and V4 never match, and stop words of compression; ``None`` for the language's."""

    @property
    def language(self) -> str:
        """Language of the sentences, a code of ISO 639-1."""

    def to_dict(self) -> dict[str, Any]:
        """Return the options by stage and name."""


class Material(Protocol):
    """A cluster as methods see it; what they do not ask for is not computed."""

    @property
    def cluster(self) -> str:
        """The cluster's name."""

    @property
    def words(self) -> Sequence[Sequence[str]]:
        """The words of its sentences."""

    @property
    def trees(self) -> Sequence[Tree]:
        """The trees of its sentences."""

    @property
    def encoded(self) -> Encoded:
        """Its sentences with their features, as numbers."""

    def scores(self, versions: Iterable[str]) -> Iterator[tuple[str, Ints]]:
        """Yield versions, each with the scores of all pairs of sentences."""

    def read(self, sentences: Sequence[tuple[str, ...]]) -> Sequence[Tree]:
        """Return the parser's trees of new sentences."""

    @property
    def wordings(self) -> Iterable[Wording]:
        """The learnt wordings of the run."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A version's lattice of a cluster.

    Attributes
    ----------
    sentences
        The words of the given sentences, written as in the lattice.
    columns
        The 0-based column of each of these words.
    lattice
        The lattice.
    made
        The sentences that were made, the best first; empty if sentences are drawn.
    """

    sentences: Sequence[Sequence[str]]
    columns: Sequence[Sequence[int]]
    lattice: WordLattice
    made: tuple[Sample, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The sentences of a version's lattice.

    Attributes
    ----------
    samples
        All of them, as they are stored.
    rows
        The rows of ``sentences.csv``: the chosen ones.
    counts
        How many are ``draws``, ``novel`` and ``chosen``.
    """

    samples: CompactSamples
    rows: Iterable[SentenceRow]
    counts: dict[str, int]


class Method(ABC):
    """A way to join the sentences of clusters, or to make new ones, in one or several versions.

    Attributes
    ----------
    name
        Its name in ``--method``.
    versions
        Its versions, in the order of the paper.
    reads
        Names of the groups of options that decide its lattices, besides those of the parser.
    code
        Packages and modules that decide its lattices.  Where they change, all is computed again.
    stage
        The stage that makes its alignments: one of :data:`workers.task_names.STAGES`.
    weight
        How many times longer that stage takes than others.
    scored
        Whether the stage ``align`` scores the sentence pairs of its versions.
    from_trees
        Whether it needs the sentences' trees, not the features of their tokens.
    parses_new
        Whether it parses sentences that it makes.
    draws
        Whether sentences are drawn from its lattices.  Otherwise they are made, and its lattices hold only
        those, besides the given ones.
    one
        Whether it makes one sentence for a cluster, which is chosen even if it is one of the given sentences.
    english_only
        Whether it has the rules of English.
    lower_cased
        Whether its lattices are lower-cased.
    pair_table
        Name of the table of the paraphrase pairs that each run writes; empty if only a command does so.
    story
        A sentence for the report: what it does, and what a lattice is.
    story_beside
        The same after the story of another method; empty if it is :attr:`story`.
    none
        Said of a cluster without new sentences.
    none_anywhere
        Said of a run without new sentences.
    better
        A version that is recommended to users of this method, and what it does; empty for none.
    """

    name: ClassVar[str]
    versions: ClassVar[tuple[MethodVersion, ...]]
    reads: ClassVar[tuple[str, ...]] = ()
    code: ClassVar[tuple[str, ...]] = ()
    stage: ClassVar[str] = "merge"
    weight: ClassVar[float] = 1.0
    scored: ClassVar[bool] = False
    from_trees: ClassVar[bool] = False
    parses_new: ClassVar[bool] = False
    draws: ClassVar[bool] = True
    one: ClassVar[bool] = False
    english_only: ClassVar[bool] = False
    lower_cased: ClassVar[bool] = False
    pair_table: ClassVar[str] = ""
    story: ClassVar[str]
    story_beside: ClassVar[str] = ""
    none: ClassVar[str] = "No new sentence was drawn: every path that was drawn is a sentence of the cluster."
    none_anywhere: ClassVar[str] = (
        "No new sentence was drawn: the sentences of these clusters share too few words to be joined."
    )
    better: ClassVar[tuple[str, str] | None] = None

    def key_parts(self, options: RunOptions, cluster: str, versions: tuple[str, ...]) -> tuple[Any, ...]:
        """Return what decides the artefact of its stage besides the sentences and the options it reads."""
        del options, cluster
        return (versions,)

    def wanted(self, options: RunOptions) -> int:
        """Return the number of sentences to choose from a cluster."""
        return min(options.sample.keep, 1) if self.one else options.sample.keep

    @abstractmethod
    def merge(self, versions: Sequence[str], material: Material, options: RunOptions) -> Merged:
        """Return what some of its versions make of a cluster, to be stored."""

    def laid_out(self, version: str, merged: Merged) -> LaidOut:
        """Return a version's lattice of what :meth:`merge` returned."""
        return _aligned(merged[version])

    def draw(self, version: str, laid_out: LaidOut, options: RunOptions, cluster: str) -> Drawn:
        """Return sentences of a version's lattice."""
        from paralattice.lattice import sentence_rows
        from paralattice.lattice.records.compact import compact_sampling
        from paralattice.lattice.sampling import sample_paths

        sentences, lattice = laid_out.sentences, laid_out.lattice
        drawn = sample_paths(lattice, sentences, options.sample, cluster, version)
        novel = len({*drawn.novel}.difference(drawn.duplicate))
        counts = {"draws": len(drawn.ends), "novel": novel, "chosen": len(drawn.chosen)}
        rows = sentence_rows(
            drawn.chosen_samples(), sentences, lattice, drawn.chosen_paths(), options.language
        )
        return Drawn(compact_sampling(drawn), rows, counts)

    def why_none(self, counts: ExchangeCounts | None) -> str:
        """Return why a cluster got no new sentence, in a sentence.

        Parameters
        ----------
        counts
            How many candidates were made and refused, if sentences were made.
        """
        del counts
        return self.none

    def build(self, version: str, material: Material, options: RunOptions) -> LaidOut:
        """Return a version's lattice of a cluster; nothing is stored."""
        return self.laid_out(version, self.merge((version,), material, options))

    def score(self, version: str, material: Material, options: RunOptions) -> Ints:
        """Return the scores of all sentence pairs; see :attr:`scored`."""
        raise NotImplementedError(f"{self.name} scores no pairs")


# Two stages need the same lattices, and versions that align a cluster alike have one.
@lru_cache(maxsize=6)
def _aligned(text: bytes) -> LaidOut:
    from paralattice.align import CompactAlignment
    from paralattice.formats.typed_json import from_json
    from paralattice.lattice import from_alignment

    record = from_json(text, CompactAlignment)
    return LaidOut(record.sentences, record.columns, from_alignment(record.sentences, record.columns))
