"""The public class Lattice: it is sampled, listed, compared with sentences, drawn and exported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from paralattice import lattice as lattices
from paralattice.facade.texts import Text, words_of_text
from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses
from paralattice.languages.registry import DEFAULT, language_of
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.table import ArcTable
from paralattice.methods import find_version, is_syntactic, method_of
from paralattice.syntax.tree import Tree

if TYPE_CHECKING:
    from paralattice.align import ClusterAlignment
    from paralattice.facade.material import GivenCluster
    from paralattice.run_options import Options

_DRAWS = 100
_SEED = 2006
_LARGEST_PICTURE = 600


class OpenFstTexts(NamedTuple):
    """An acceptor as OpenFst reads it: AT&T text of its transitions, and its table of symbols."""

    transitions: str
    symbols: str


@dataclass(frozen=True, slots=True, repr=False)
class Lattice(WordLattice):
    """The word lattice of a cluster of sentences; each of its paths is a sentence, old or new.

    All functions of :mod:`paralattice.lattice` take it, as a :class:`paralattice.lattice.WordLattice`.

    Attributes
    ----------
    originals
        The words of the sentences that it was made of.
    columns
        The 0-based column of each of these words, one row per sentence; words of one column are aligned.
    version
        The version that made it, such as ``V4``.
    name
        Name of the cluster.
    made
        Of V6: the new sentences that were made, the best first; empty for other versions.
    witnesses
        The sigla of the sentences and their white space, if they were aligned as witnesses.
    language
        Language of the sentences, a code of ISO 639-1.

    Examples
    --------
    >>> lattice = Lattice.from_texts(["The old bridge was closed", "The bridge was shut"], version="V1")
    >>> for sentence in lattice.paths():
    ...     print(sentence)
    The bridge was closed
    The bridge was shut
    The old bridge was closed
    The old bridge was shut
    >>> lattice.accepts("The old bridge was shut"), lattice.distance("The new bridge was shut")
    (True, 1)
    >>> lattice.sample(2, seed=1)
    ['The bridge was closed', 'The old bridge was shut']
    """

    originals: tuple[tuple[str, ...], ...] = ()
    columns: tuple[tuple[int, ...], ...] = ()
    version: str = ""
    name: str = ""
    made: tuple[tuple[str, ...], ...] = ()
    witnesses: Witnesses = UNNAMED
    language: str = DEFAULT

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[Text],
        version: str = "V4",
        *,
        name: str = "",
        parser: str = "default",
        language: str = DEFAULT,
    ) -> Lattice:
        """Return the lattice of sentences that are about the same event.

        Parameters
        ----------
        texts
            The sentences, at least one: running text, which is tokenised, or lists of words.
        version
            V1 to V5 (Shen et al. 2006, Table 2); ``pang`` (Pang et al. 2003), whose sentences mean the same;
            or V6, whose lattice has the sentences and those made by exchange of constituents, no others.
            V1 to V3 need no parser.
        name
            Name of the cluster; part of the seed of samples.
        parser
            As for :func:`~paralattice.facade.texts.parse`.
        language
            Code of ISO 639-1; V4, V5 and pang need a parser of that language, and V6 is for English.

        Raises
        ------
        OptionError
            No version or language has that name, or the version does not go with the language.
        ParseError, AlignError, BuildError
            A sentence has no words, or the cluster cannot be aligned.
        """
        from paralattice.adapters.options import ParseOptions
        from paralattice.facade.material import GivenCluster
        from paralattice.run_options import Options

        words = [words_of_text(text, language) for text in texts]
        options = Options(parse=ParseOptions(parser=parser), versions=(version,), language=language)
        options.require_language()
        features = None if is_syntactic(version) else words
        return cls._built(version, GivenCluster(options, words, features=features, name=name), options)

    @classmethod
    def from_trees(
        cls, trees: Iterable[Tree], version: str = "V4", *, name: str = "", language: str = DEFAULT
    ) -> Lattice:
        """Return the lattice of sentences whose trees are known; see :meth:`from_texts`."""
        from paralattice.facade.material import GivenCluster
        from paralattice.run_options import Options

        known, options = list(trees), Options(versions=(version,), language=language)
        options.require_language(trees=True)
        words = [tree.words() for tree in known]
        return cls._built(version, GivenCluster(options, words, known, name=name), options)

    @classmethod
    def _built(cls, version: str, material: GivenCluster, options: Options) -> Lattice:
        built = method_of(version).build(version, material, options)
        names, made = (version, material.cluster), [sample.words for sample in built.made]
        return cls.of_parts(built.lattice, built.sentences, built.columns, names, made, options.language)

    @classmethod
    def from_alignment(cls, alignment: ClusterAlignment, *, name: str = "") -> Lattice:
        """Return the lattice of an alignment that :func:`~paralattice.align.cluster.align` made."""
        columns = [row.tolist() for row in alignment.columns]
        names = alignment.version, name
        made = cls.of_parts(alignment.lattice, alignment.sentences, columns, names)
        object.__setattr__(made, "witnesses", alignment.witnesses)
        return made

    @classmethod
    def of_parts(
        cls,
        lattice: WordLattice,
        originals: Sequence[Sequence[str]],
        columns: Sequence[Sequence[int]],
        names: tuple[str, str],
        made: Sequence[Sequence[str]] = (),
        language: str = DEFAULT,
    ) -> Lattice:
        """Return a lattice with the attributes of this class; `names` name version and cluster."""
        known = (tuple(map(tuple, originals)), tuple(map(tuple, columns)), *names, tuple(map(tuple, made)))
        whole = cls(lattice.start, lattice.accept, lattice.states, lattice.arcs, *known, language=language)
        object.__setattr__(whole, "_table", lattice.table)
        return whole

    @classmethod
    def of_table(cls, table: ArcTable) -> Lattice:
        """Return the lattice with these arcs; its originals are unknown."""
        return cls.of_parts(WordLattice.of_table(table), (), (), ("", ""))

    def __repr__(self) -> str:
        """Return its size in words."""
        what = f"{self.version} of {len(self.originals)} sentences" if self.version else "lattice"
        return f"<{what}: {self.states} states, {len(self.arcs)} arcs, {self.count_paths()} paths>"

    def count_paths(self) -> int:
        """Return the exact number of paths; two paths that spell the same sentence count as two."""
        return lattices.count_paths(self)

    def paths(self, limit: int = 1000) -> Iterator[str]:
        """Yield the different sentences of the lattice as text, in the order of their words."""
        return map(language_of(self.language).running_text, lattices.enumerate_sentences(self, limit))

    def sample(self, count: int = 10, *, seed: int = _SEED, sampler: str = "arc-uniform") -> list[str]:
        """Return new sentences as text: different paths that are no originals, drawn at random.

        ``orchestrator submit`` draws 100 paths and chooses 10 with the same seed and the same names; so does
        this, and more paths if `count` is above 10.  There are fewer sentences if fewer were drawn.
        The sentences of V6 were made, not drawn: they come best first, whatever seed and sampler.

        Parameters
        ----------
        count
            Most sentences to return.
        seed
            The same seed gives the same sentences.
        sampler
            See :class:`paralattice.lattice.options.SampleOptions`.

        Raises
        ------
        OptionError
            A value is not allowed.
        """
        from paralattice.lattice.options import SampleOptions

        running_text = language_of(self.language).running_text
        if self.made:
            return [running_text(words) for words in self.made[:count]]
        options = SampleOptions(seed=seed, sampler=sampler, draws=max(_DRAWS, 10 * count), keep=count)
        drawn = lattices.sample(self, self.originals, options, self.name, self.version)
        return [running_text(one.words) for one in drawn if one.chosen]

    def accepts(self, text: Text) -> bool:
        """Return whether a path of the lattice spells the sentence."""
        return lattices.accepts(self, self._words(text))

    def distance(self, text: Text) -> int:
        """Return the fewest words to insert, delete or replace to get to a path (Pang et al. 2003, 4.2.3)."""
        return self.nearest(text).distance

    def nearest(self, text: Text) -> lattices.Nearest:
        """Return the path that is nearest to the sentence, with the edits that lead to it."""
        return lattices.nearest_path(self, self._words(text))

    def _words(self, text: Text) -> tuple[str, ...]:
        words = words_of_text(text, self.language)
        lower = find_version(self.version) and method_of(self.version).lower_cased
        return tuple(word.lower() for word in words) if lower else words

    def to_networkx(self) -> Any:
        """Return the lattice as a ``networkx.MultiDiGraph``.

        Nodes are states; edges have ``word`` (may be empty) and ``sentences``, 0-based numbers; those of
        witnesses have ``witnesses``, their sigla.
        """
        import networkx

        return networkx.node_link_graph(lattices.to_node_link(self, self.witnesses), edges="edges")

    def to_openfst(self) -> OpenFstTexts:
        """Return the two texts from which ``fstcompile --acceptor --isymbols=SYMBOLS`` makes the acceptor."""
        return OpenFstTexts(*lattices.to_att(self))

    def export(self, form: str) -> dict[str, str]:
        """Return the lattice in a format of :mod:`~paralattice.lattice.records.exports`: texts by files.

        Raises
        ------
        OptionError
            No format has that name.
        """
        parts = self.name, self.version, self, self.originals, self.columns, self.witnesses
        return lattices.export(lattices.AlignedLattice(*parts), form)

    def to_svg(self) -> str:
        """Return a picture of the lattice; empty if it has more than 600 boxes."""
        return lattices.draw_svg(self, _LARGEST_PICTURE, self.witnesses)

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show."""
        return self.to_svg() or None
