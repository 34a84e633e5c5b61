"""Aligns a cluster in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from paralattice.align.collating import collate, columns_of, near_columns, segment_rows
from paralattice.align.encoding import Encoded, encode, words_of
from paralattice.align.matches import OWN, Match, encode_matches
from paralattice.align.options import AlignOptions
from paralattice.align.progressive import Merged, merge
from paralattice.align.scoring import score_pairs
from paralattice.align.tables import table_csv, table_html, table_text
from paralattice.align.versions import Version, version_named
from paralattice.align.witnesses import Tokenizer, WitnessText, read_witnesses
from paralattice.arrays import Ints, Longs
from paralattice.corpus import Sentence
from paralattice.errors import AlignError, MergeError
from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses
from paralattice.options import require_known

if TYPE_CHECKING:
    from paralattice.lattice import WordLattice

APART, ALIGNED = "apart", "aligned"
"""Whether variants have columns of their own or share one."""

_SHORTEST = [["a"], ["a"]]


@dataclass(frozen=True, eq=False)
class ClusterAlignment:
    """The alignment of the N sentences of a cluster by one version.

    Attributes
    ----------
    version
        The version's name; ``own`` if the user specified the matches, ``aligned`` if variants are aligned.
    sentences
        The words of each sentence.
    scores
        (N, N) int32. The score of sentences i < j at ``[i, j]``, 0 elsewhere, and
        everywhere if variants are aligned.
    merged
        The merged sentences.
    witnesses
        Their sigla and white space.
    nodes
        If variants are aligned: for each token the 0-based node that it shares with equal tokens of other
        sentences, one array per sentence.
    segments
        If variants are aligned by position: the column of each token in the table of segments.
    """

    version: str
    sentences: tuple[tuple[str, ...], ...]
    scores: Ints
    merged: Merged
    witnesses: Witnesses = UNNAMED
    nodes: tuple[Ints, ...] | None = None
    segments: tuple[Ints, ...] | None = None

    @property
    def columns(self) -> tuple[Ints, ...]:
        """The column of each token, one array per sentence; aligned tokens share a column.

        Columns are numbered from 0 in the order of their creation; :meth:`table` has them
        in reading order.
        """
        return self.merged.columns

    @property
    def sigla(self) -> tuple[str, ...]:
        """The sigla; for sentences without names their numbers, counted from 1."""
        return self.witnesses.sigla or tuple(str(number + 1) for number in range(len(self.sentences)))

    @cached_property
    def lattice(self) -> WordLattice:
        """The word lattice; each of its paths is a sentence of the cluster or a new one.

        Raises
        ------
        BuildError
            A sentence has no words.
        """
        # Lazy import: alignment alone needs no lattices.
        from paralattice.lattice.building import from_alignment

        return from_alignment(self.sentences, self.nodes or self.columns, different_words=True)

    def table(self, segments: bool = False) -> list[list[str | None]]:
        """Return one row per sentence: its word in each column, or ``None``.

        The columns are ordered so that every sentence reads from left to right.

        Parameters
        ----------
        segments
            Whether words that always follow each other are one cell, with the white space between them.

        Raises
        ------
        AlignError
            Variants are apart, or were moved to similar ones: then there are no segments.
        """
        from paralattice.lattice.building import aligned_rows

        if not segments:
            return aligned_rows(self.sentences, self.columns)
        if self.segments is None:
            raise AlignError("only variants that are aligned without near_match have segments")
        spaces = self.witnesses.spaces or [[" "] * len(words) for words in self.sentences]
        rows: list[list[str | None]] = []
        for words, own, columns in zip(self.sentences, spaces, self.segments, strict=True):
            cells: dict[int, str] = {}
            for word, space, column in zip(words, own, columns.tolist(), strict=True):
                cells[column] = cells.get(column, "") + word + space
            row = map(cells.get, range(1 + max((row.max(initial=-1) for row in self.segments), default=-1)))
            rows.append([cell and cell.rstrip() for cell in row])
        return rows

    def to_table(self, segments: bool = False) -> str:
        """Return the table for people: a line per sentence, its siglum first; a gap is a hyphen."""
        return table_text(self.sigla, self.table(segments))

    def to_csv(self, segments: bool = False) -> str:
        """Return the table as CSV: a row per sentence, its siglum first; a gap is an empty cell."""
        return table_csv(self.sigla, self.table(segments))

    def _repr_html_(self) -> str:
        """Return the table that notebooks show; columns in which the sentences differ are shaded."""
        return table_html(self.sigla, self.table())

    def pairs(self, first: int, second: int) -> Longs:
        """Return (K, 2) pairs of 0-based tokens of two sentences that share a column, ascending."""
        _, own, other = np.intersect1d(self.columns[first], self.columns[second], True, True)
        order = np.argsort(own)
        return np.stack([own[order], other[order]], axis=1)


def align(
    sentences: Sequence[Sentence | Sequence[Any]] = (),
    version: str | Version | None = None,
    options: AlignOptions | None = None,
    stop_words: frozenset[str] | None = None,
    match: Match | None = None,
    *,
    witnesses: Mapping[str, WitnessText] | None = None,
    tokenize: Tokenizer | None = None,
    variants: str | None = None,
    near_match: bool = False,
) -> ClusterAlignment:
    """Align a cluster (Shen et al. 2006, section 3), or the witnesses of a text.

    Parameters
    ----------
    sentences
        At least one, in the cluster's order.  Lists of words suffice for the
        lexical versions, V1 to V3; with `match`, tokens may be any objects.
    version
        The name of a version of Table 2, or a custom version; V1 by default.
    options
        The scores; ``None`` for the paper's.
    stop_words
        Lower-cased words that V3 and V4 never match; ``None`` for
        :data:`~paralattice.english.stop_words.DEFAULT_STOP_WORDS`.
    match
        The matching tokens, instead of a version: a function of two tokens, a
        matrix of booleans, or keys, which match if they are equal.  See
        :func:`~paralattice.align.matches.encode_matches`.
    witnesses
        In place of sentences: running texts or lists of tokens by their sigla.  A token is a text, or a
        mapping with ``t``, its text, and ``n``, what is compared.
    tokenize
        Divides the running texts of witnesses, such as ``str.split``; by default into words and what
        stands between them.  White space at the end of a token is kept, and not compared.
    variants
        ``apart``: a column has equal words alone, variants stand in columns one after the other.
        ``aligned``: between two shared words, variants share columns, and sentences are joined in the
        given order; for equal words or keys alone.  The default is ``aligned`` for witnesses, ``apart``
        for sentences.
    near_match
        Whether variants that could stand in several columns stand beside the most similar word; otherwise
        they stand in the first.

    Raises
    ------
    OptionError
        No version or kind of variants has that name.
    AlignError
        The version is syntactic and a token has no features, a sentence is
        too long, arguments exclude each other, or `match` or a token does not fit.
    MergeError
        There is no sentence.

    Examples
    --------
    >>> result = align(["Milan is beautiful".split(), "I went to Milan".split()])
    >>> [columns.tolist() for columns in result.columns]
    [[0, 1, 2], [3, 4, 5, 0]]
    >>> for row in result.table():
    ...     print(*(word or "-" for word in row))
    - - - Milan is beautiful
    I went to Milan - -
    >>> words = ["She sang".split(), "Yesterday SHE sang".split()]
    >>> align(words, match=lambda a, b: a.lower() == b.lower()).pairs(0, 1).tolist()
    [[0, 1], [1, 2]]
    >>> print(align(witnesses={"A": "the grey cat", "B": "a gray cat"}).to_table())
    A  the  grey  cat
    B  a    gray  cat
    """
    settings = options if options is not None else AlignOptions()
    names, keys = UNNAMED, None
    if witnesses is not None:
        if len(sentences) or match is not None:
            raise AlignError("give witnesses, or sentences with or without a match of your own, not both")
        sentences, keys, names = read_witnesses(witnesses, tokenize)
    elif tokenize is not None:
        raise AlignError("tokenize divides the texts of witnesses: give witnesses={'A': 'the cat', ...}")
    aligned = variants == ALIGNED or (variants is None and witnesses is not None)
    require_known("kind of variants", variants or APART, (APART, ALIGNED))
    if near_match and not aligned:
        raise AlignError(f"near_match moves aligned variants: set variants={ALIGNED!r}")
    own = keys if match is None and version is None else match
    chosen, encoded = _encoded(sentences, version, settings, stop_words, own)
    words = tuple(tuple(words_of(sentence)) for sentence in sentences)
    if aligned:
        return _collated(encoded, words, names, chosen, near_match)
    scores = score_pairs(encoded, chosen, settings)
    return ClusterAlignment(chosen.name, words, scores, merge(encoded, scores, chosen, settings), names)


def _encoded(
    sentences: Sequence[Sentence | Sequence[Any]],
    version: str | Version | None,
    options: AlignOptions,
    stop_words: frozenset[str] | None,
    match: Match | None,
) -> tuple[Version, Encoded]:
    if match is None:
        chosen = version if isinstance(version, Version) else version_named(version or "V1")
        return chosen, encode(sentences, options, stop_words)
    if version is not None or stop_words is not None:
        raise AlignError("give a version, with or without stop words, or a match of your own, not both")
    return OWN, encode_matches([_tokens(sentence) for sentence in sentences], match)


def _collated(
    encoded: Encoded, words: tuple[tuple[str, ...], ...], names: Witnesses, version: Version, near_match: bool
) -> ClusterAlignment:
    if not words:
        raise MergeError("no sentences or witnesses to align")
    if encoded.partners is not None or version not in (OWN, version_named("V1")):
        raise AlignError("variants are aligned by equal words (V1), witnesses or lists of keys")
    rows = collate(np.split(encoded.words, encoded.starts[1:-1]))
    # Near matches compare the words as they are written; a node has that of its first sentence.
    flat = [
        (node, word)
        for row, own in zip(rows, words, strict=True)
        for node, word in zip(row, own, strict=True)
    ]
    labels = [word for _, word in sorted(dict(reversed(flat)).items())]
    columns = near_columns(rows, labels) if near_match else columns_of(rows, len(labels))
    places = tuple(np.array([columns[node] for node in row], np.int32) for row in rows)
    segments = (
        None if near_match else tuple(np.array(row, np.int32) for row in segment_rows(rows, len(labels)))
    )
    return ClusterAlignment(
        ALIGNED,
        words,
        np.zeros((len(words), len(words)), np.int32),
        Merged((), places, max(columns, default=-1) + 1),
        names,
        tuple(np.array(row, np.int32) for row in rows),
        segments,
    )


def _tokens(sentence: Sentence | Sequence[Any]) -> Sequence[Any]:
    if isinstance(sentence, str):
        # Raises, because a text's characters would count as words.
        return words_of(sentence)
    return sentence.tokens if isinstance(sentence, Sentence) else sentence


def prepare_alignment() -> None:
    """Compile the loops of the alignment, or load them from disk, in advance.

    Compiling takes seconds, once per installation; loading takes half a second per
    process.
    """
    prepare_scoring()
    prepare_merging()


def prepare_scoring() -> None:
    """Compile the loops that score pairs of sentences, or load them."""
    score_pairs(encode(_SHORTEST, AlignOptions()), version_named("V1"), AlignOptions())


def prepare_merging() -> None:
    """Compile the loops that merge sentences, or load them."""
    scores = np.zeros((2, 2), np.int32)
    merge(encode(_SHORTEST, AlignOptions()), scores, version_named("V1"), AlignOptions())
