"""The new sentences of a run, in the formats of people and of other tools."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from orchestrator.runs.folder import RunError, RunFolder
from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.formats.tables.paper_tables import escape_cell
from paralattice.lattice import SENTENCE_COLUMNS, SentenceRecord
from paralattice.lattice.records.sentence_table import write_records
from paralattice.methods import best_first, method_of
from paralattice.methods.exchange import EXCHANGE
from paralattice.methods.sentence_pairs import SentencePair


def sample_lines(
    run: RunFolder, form: str, chosen: bool, versions: Sequence[str], clusters: Sequence[str]
) -> Iterator[str]:
    """Yield the new sentences of a run in a format, in pieces of text.

    Parameters
    ----------
    form
        One of :data:`FORMS`.
    chosen
        Whether only the chosen sentences are wanted.
    versions, clusters
        Those that are wanted; empty for all.

    Raises
    ------
    RunError
        The run has no such version or cluster, or no ``sentences.csv``.
    FormatError
        A file of the run is damaged.
    """
    for version in versions:
        run.require_version(version)
    require_clusters(run, clusters)
    found = (
        record
        for record in (run.sentence_records() if chosen else _drawn(run, versions, clusters))
        if record.row.novel
        and (not versions or record.version in versions)
        and (not clusters or record.cluster in clusters)
    )
    return FORMS[form](run, found)


def one_sentence_lines(
    run: RunFolder, form: str, versions: Sequence[str], clusters: Sequence[str]
) -> Iterator[str]:
    """Yield the one sentence of each cluster in a format, in pieces of text; ``txt`` is a line a cluster.

    Parameters
    ----------
    form
        One of :data:`FORMS`.
    versions
        Those that are wanted; empty for the best one that makes one sentence a cluster.
    clusters
        Those that are wanted; empty for all.

    Raises
    ------
    RunError
        The run has no such version or cluster, or no ``sentences.csv``.
    FormatError
        A file of the run is damaged.
    """
    makers = [name for name in best_first(run.versions()) if method_of(name).one]
    for version in versions:
        run.require_version(version)
        if version not in makers:
            raise RunError(f"{run.root}: version {version} makes no sentence for the whole of a cluster")
    if not makers:
        raise RunError(f"{run.root}: has no version that makes one sentence a cluster, such as boudin")
    require_clusters(run, clusters)
    wanted = versions or makers[:1]
    found = (
        record
        for record in run.sentence_records()
        if record.version in wanted and (not clusters or record.cluster in clusters)
    )
    return _one_a_line(found) if form == "txt" else FORMS[form](run, found)


def _one_a_line(records: Iterable[SentenceRecord]) -> Iterator[str]:
    """Yield cluster and sentence, and for one of the given sentences the reason, with tabs between them."""
    for record in records:
        row = record.row
        yield "\t".join([record.cluster, row.text, *([] if row.novel else [row.operations])]) + "\n"


def require_clusters(run: RunFolder, names: Sequence[str]) -> None:
    """Raise a RunError if a run has no cluster of some name."""
    known = {entry.name for entry in run.cluster_entries()}
    for name in names:
        if name not in known:
            raise RunError(f"{run.root}: has no cluster {name!r}; clusters.csv lists them")


def stored_among(run: RunFolder, clusters: Sequence[str]) -> Iterator[str]:
    """Yield the names of the stored clusters that are wanted; empty for all."""
    require_clusters(run, clusters)
    return (name for name in run.stored if not clusters or name in clusters)


def _drawn(run: RunFolder, versions: Sequence[str], clusters: Sequence[str]) -> Iterator[SentenceRecord]:
    """Yield all sentences that were drawn, which a run keeps as paths of its lattices."""
    for name in stored_among(run, clusters):
        for version in run.versions():
            if not versions or version in versions:
                rows = run.version(name, version).sentence_rows
                yield from (SentenceRecord(name, version, rank, row) for rank, row in enumerate(rows, 1))


def _text(_: RunFolder, records: Iterable[SentenceRecord]) -> Iterator[str]:
    """Yield headings with ``#`` and sentences; a sentence of several versions is named once."""
    gap = ""
    for name, group in groupby(records, lambda record: record.cluster):
        yield f"{gap}# {name}\n"
        gap = "\n"
        yield from (f"{text}\n" for text in dict.fromkeys(record.row.text for record in group))


def _fields(record: SentenceRecord) -> dict[str, Any]:
    return {"cluster": record.cluster, "version": record.version, "rank": record.rank, **record.row._asdict()}


def _label_studio(run: RunFolder, records: Iterable[SentenceRecord]) -> Iterator[str]:
    """Yield an array of tasks whose data has the sentence and the originals of its cluster."""
    return _array({"data": {**_fields(record), "originals": text}} for record, text in _with(run, records))


def _argilla(run: RunFolder, records: Iterable[SentenceRecord]) -> Iterator[str]:
    """Yield an array of records with the fields ``text`` and ``originals``."""
    names = ("cluster", "version", "rank", "tokens", "edits", "difference")
    found = (
        {
            "id": f"{record.cluster}/{record.version}/{record.rank}",
            "fields": {"text": record.row.text, "originals": text},
            # Metadata has texts and numbers only.
            "metadata": {name: _fields(record)[name] for name in names}
            | {"chosen": str(record.row.chosen).lower()},
            "suggestions": {},
            "responses": {},
            "vectors": {},
        }
        for record, text in _with(run, records)
    )
    return _array(found)


def _with(run: RunFolder, records: Iterable[SentenceRecord]) -> Iterator[tuple[SentenceRecord, str]]:
    """Yield records, each with the originals of its cluster, one per line."""
    for name, group in groupby(records, lambda record: record.cluster):
        originals = "\n".join(run.texts(name))
        yield from ((record, originals) for record in group)


def _array(values: Iterable[Any]) -> Iterator[str]:
    before = "[\n"
    for value in values:
        yield before + json.dumps(value, ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def pair_lines(form: str, pairs: Iterable[SentencePair]) -> Iterator[str]:
    """Yield pairs of sentences as lines of JSON, of CSV, or with tabs between columns and no quoting."""
    if form == "pairs":
        return (json.dumps(pair._asdict(), ensure_ascii=False) + "\n" for pair in pairs)
    cells = (
        [escape_cell(value) if isinstance(value, str) else str(value) for value in pair] for pair in pairs
    )
    rows = chain([SentencePair._fields], cells)
    return rows_as_csv(rows) if form == "pairs-csv" else ("\t".join(row) + "\n" for row in rows)


def refusal_totals(run: RunFolder, clusters: Sequence[str], rules: Sequence[str] = ()) -> Iterator[str]:
    """Yield a table of how many candidates each rule of V6 refused, summed over clusters, most first.

    Parameters
    ----------
    clusters, rules
        Those that are wanted; empty for all.

    Raises
    ------
    RunError
        The run has no version V6, or no such cluster.
    """
    run.require_version(EXCHANGE)
    totals: Counter[str] = Counter()
    sums = Counter({"candidates": 0, "parsed": 0, "sentences": 0})
    for name in stored_among(run, clusters):
        counts = run.version(name, EXCHANGE).alignment["exchange"]
        totals.update(counts["refused"])
        refused = sum(counts["refused"].values())
        sums.update(candidates=counts["made"], parsed=counts["parsed"], sentences=counts["made"] - refused)
    yield from (f"{name}\t{count}\n" for name, count in sums.items())
    yield from (
        f"refused by {rule}\t{count}\n"
        for rule, count in totals.most_common()
        if rule in rules or (count and not rules)
    )


FORMS: dict[str, Callable[[RunFolder, Iterable[SentenceRecord]], Iterator[str]]] = {
    "txt": _text,
    "csv": lambda _, records: chain(rows_as_csv([SENTENCE_COLUMNS]), write_records(records)),
    # With the same fields and types in all lines.
    "jsonl": lambda _, records: (json.dumps(_fields(each), ensure_ascii=False) + "\n" for each in records),
    "label-studio": _label_studio,
    "argilla": _argilla,
}
"""Formats by name."""
