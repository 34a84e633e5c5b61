"""Sheets for judges: who judges which clusters, in which order, and the tables they fill in.

The procedure is that of Shen et al. 2006, section 4.2.  Every choice that
looks random is the order of digests of (seed, purpose, what is ordered), so
that it depends neither on a generator's state nor on what else is dealt.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from paralattice.corpus import Cluster
from paralattice.errors import JudgeError, OptionError
from paralattice.judging.form import SENTENCES, Form

SHEET_COLUMNS = SENTENCES.columns
ORIGINALS_COLUMNS = ("cluster", "number", "sentence")
KEY_COLUMNS = SENTENCES.key_columns

# The full-width forms are operators too where East Asian text is typed.
_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff0b\uff0d\uff1d\uff20]")
# Neither digits, which a spreadsheet might take for a number, nor vowels, which would make words.
_LETTERS = "bcdfghjkmnpqrstvwxyz"


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How sentences are dealt to judges.

    Attributes
    ----------
    judges
        How many people judge.
    per_cluster
        The least number of judges a cluster gets; ``None`` gives every cluster to every judge.
    split
        Clusters of this split alone; empty for all.
    seed
        Decides who gets which cluster, the order of sentences, and the items' names.
    """

    judges: int = 4
    per_cluster: int | None = None
    split: str = ""
    seed: int = 2006

    def __post_init__(self) -> None:
        """Validate."""
        if self.judges < 1:
            raise OptionError(f"judges = {self.judges}: must be at least 1")
        if self.per_cluster is not None and not 1 <= self.per_cluster <= self.judges:
            raise OptionError(
                f"per_cluster = {self.per_cluster}: must be from 1 to the number of judges, {self.judges}"
            )
        if self.split not in ("", "train", "dev", "test"):
            raise OptionError(f"split = {self.split!r}: must be train, dev or test")


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence to judge, or a pair of phrases.

    Attributes
    ----------
    id
        As :func:`item_id` gives it.
    cluster, version
        Where the sentence comes from.
    draw
        0-based index of the draw among the samples of (cluster, version); of a pair, its number
        among the pairs of the version that are judged.
    words
        The tokens; of a pair the two phrases and the context, a text each.
    """

    id: str
    cluster: str
    version: str
    draw: int
    words: tuple[str, ...]


def _digest(*parts: str | int) -> bytes:
    # As JSON no two lists of parts look alike, as they might when joined.
    return blake2b(json.dumps(parts).encode(), digest_size=16).digest()


def item_id(seed: int, cluster: str, version: str, draw: int) -> str:
    """Return a name for an item that tells a judge nothing about its version.

    It is the same in every judge's sheet and in every run with the same seed.
    Its 14 consonants (20**14 names) can be taken neither for a number or date by
    a spreadsheet program nor for a word by a reader.
    """
    number = int.from_bytes(_digest(seed, "item", cluster, version, draw))
    letters = []
    for _ in range(14):
        number, digit = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[digit])
    return "".join(letters)


def deal(
    clusters: Mapping[str, int], judges: int, per_cluster: int | None = None, seed: int = 2006
) -> tuple[tuple[str, ...], ...]:
    """Return the clusters of each judge, in the order in which they are given.

    With ``per_cluster`` each cluster goes, the largest first, to that many of
    the judges who have least to read.  Then judges who have less than the
    busiest one get further clusters as long as none passes the busiest: 11
    clusters of one size for 6 judges, at least 3 a cluster, make 6 clusters each
    (Shen et al. 2006, section 4.2.2).

    Parameters
    ----------
    clusters
        Cluster name to number of sentences to judge, at least 1 each.
    judges
        Their number, at least 1.
    per_cluster
        The least number of judges a cluster gets, at most ``judges``; ``None`` for all.
    seed
        Decides between judges who have equally much to read.

    Raises
    ------
    JudgeError
        A cluster has nothing to judge.
    OptionError
        The number of judges is not allowed.
    """
    SheetOptions(judges, per_cluster)
    _require_sentences(clusters)
    if per_cluster is None:
        return (tuple(clusters),) * judges
    hands: list[set[str]] = [set() for _ in range(judges)]
    loads = [0] * judges
    # The largest first, so that the small ones can even out what the large ones leave.
    for name in sorted(clusters, key=lambda name: -clusters[name]):
        by_load = sorted(range(judges), key=lambda judge: (loads[judge], _digest(seed, "deal", name, judge)))
        for judge in by_load[:per_cluster]:
            hands[judge].add(name)
            loads[judge] += clusters[name]
    _top_up(hands, loads, clusters)
    return tuple(tuple(name for name in clusters if name in hand) for hand in hands)


def _require_sentences(clusters: Mapping[str, int]) -> None:
    empty = [name for name, size in clusters.items() if size < 1]
    if empty:
        raise JudgeError(f"nothing to judge in {', '.join(empty)}")


def _top_up(hands: list[set[str]], loads: list[int], clusters: Mapping[str, int]) -> None:
    """Give further clusters to judges who stay below the highest load."""
    busiest = max(loads, default=0)
    readers = {name: sum(name in hand for hand in hands) for name in clusters}
    while True:
        # First to who has least; of the clusters first the least read, then the largest.
        choices = (
            (loads[judge], readers[name], -size, judge, name)
            for judge, hand in enumerate(hands)
            for name, size in clusters.items()
            if name not in hand and loads[judge] + size <= busiest
        )
        choice = min(choices, default=None)
        if choice is None:
            return
        _, _, _, judge, name = choice
        hands[judge].add(name)
        loads[judge] += clusters[name]
        readers[name] += 1


def shuffle_items(items: Iterable[Item], judge: str, seed: int) -> tuple[Item, ...]:
    """Return the items cluster by cluster, each cluster's in an order of this judge's own.

    Clusters stay in their order of first mention, because a judge reads the
    originals of one at a time.  Sentences that are equal word by word stay items of their own.
    """
    blocks: dict[str, list[Item]] = {}
    for item in items:
        blocks.setdefault(item.cluster, []).append(item)
    return tuple(
        item
        for block in blocks.values()
        for item in sorted(block, key=lambda item: _digest(seed, "order", judge, item.id))
    )


def escape_cell(text: str) -> str:
    """Return a cell that no spreadsheet program takes for a formula.

    A text that begins with ``=``, ``+``, ``-``, ``@``, their full-width forms, a
    tab or the end of a line, with or without apostrophes before it, gets one
    apostrophe more.  :func:`unescape_cell` takes it away.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_cell(cell: str) -> str:
    """Return the text that :func:`escape_cell` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def sheet_rows(items: Iterable[Item], form: Form = SENTENCES) -> Iterator[tuple[str | int, ...]]:
    """Yield a row of the form's columns an item; ``number`` counts from 1, cells are not escaped yet."""
    for number, item in enumerate(items, 1):
        yield item.id, item.cluster, number, *form.cells(item.words), *[""] * len(form.criteria)


def originals_rows(clusters: Iterable[Cluster]) -> Iterator[tuple[str | int, ...]]:
    """Yield a row of :data:`ORIGINALS_COLUMNS` a sentence, as :func:`sheet_rows` does for items."""
    for cluster in clusters:
        for number, sentence in enumerate(cluster.sentences, 1):
            yield cluster.name, number, sentence_text(sentence.words)


def write_sheet(items: Iterable[Item], form: Form = SENTENCES) -> str:
    """Return the table a judge fills in, as CSV; ``number`` counts from 1 and all scores are empty."""
    return _table(form.columns, sheet_rows(items, form))


def write_originals(clusters: Iterable[Cluster]) -> str:
    """Return the sentences of clusters as CSV; ``number`` counts from 1 in each cluster."""
    return _table(ORIGINALS_COLUMNS, originals_rows(clusters))


def write_key(items: Iterable[Item], form: Form = SENTENCES) -> str:
    """Return the table that links items to versions, as CSV; ``draw`` is 0-based."""
    rows: Iterator[tuple[str | int, ...]] = (
        (item.id, item.cluster, item.version, item.draw, *form.cells(item.words)) for item in items
    )
    return _table(form.key_columns, rows)


def sentence_text(words: Sequence[str]) -> str:
    """Return a sentence as judges see it: its tokens with one space between them."""
    return " ".join(words)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    buffer = io.StringIO()
    # RFC 4180 ends lines so, and no spreadsheet program minds.
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([escape_cell(str(cell)) for cell in row] for row in rows)
    return buffer.getvalue()
