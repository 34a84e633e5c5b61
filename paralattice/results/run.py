"""A run's results, read from its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from paralattice.errors import FormatError
from paralattice.formats.features import ClusterFeatures, sentences_of_columns
from paralattice.formats.typed_json import from_json
from paralattice.results.cluster_rows import read_cluster_rows
from paralattice.results.part_folder import PartFolder
from paralattice.results.records import ResultLine
from paralattice.results.run_record import language_in, require_record

if TYPE_CHECKING:
    from paralattice.align import CompactAlignment, ExchangeCounts
    from paralattice.corpus import Sentence
    from paralattice.lattice import CompactSamples, LatticeStatistics, Sample, SentenceRow, WordLattice
    from paralattice.lattice.records.compact import CompactLattice

RESULTS, FEATURES = "results", "features"
"""Folders of a run: the lattices of all clusters and versions, and the features and trees of all clusters."""

_Line = TypeVar("_Line", ResultLine, ClusterFeatures)

# Names of clusters in a message.
_NAMED = 5


class VersionResults:
    """Results of one cluster in one version; each part is read at first use.

    All of them raise :class:`~paralattice.errors.FormatError` if the record is damaged.

    Parameters
    ----------
    record
        The record.
    source
        Name of the record's source, for errors.
    language
        Language of the sentences, a code of ISO 639-1.

    Attributes
    ----------
    cluster, version
        Names of the cluster and of the version.
    sentence_lines
        The lines of ``sentences.csv`` of this cluster and version: its chosen sentences.
    """

    def __init__(self, record: ResultLine, source: str, language: str) -> None:
        self.cluster, self.version, self.sentence_lines = record.cluster, record.version, record.sentences
        self._record = record
        self._language = language
        self._source = source

    @cached_property
    def _alignment(self) -> CompactAlignment:
        from paralattice.align import CompactAlignment

        return from_json(self._record.alignment, CompactAlignment, self._source)

    @cached_property
    def _lattice(self) -> CompactLattice:
        from paralattice.lattice.records.compact import CompactLattice

        return from_json(self._record.lattice, CompactLattice, self._source)

    @cached_property
    def _samples(self) -> CompactSamples:
        from paralattice.lattice import CompactSamples

        return from_json(self._record.samples, CompactSamples, self._source)

    @cached_property
    def alignment(self) -> dict[str, Any]:
        """The alignment, as ``alignment.json`` has it."""
        from paralattice.align import expanded_alignment

        return expanded_alignment(self.version, self._alignment)

    @property
    def exchange_counts(self) -> ExchangeCounts | None:
        """The counts of candidates of version V6; ``None`` for other versions."""
        return self._alignment.exchange or None

    @cached_property
    def originals(self) -> list[tuple[str, ...]]:
        """The words of the cluster's sentences as they were aligned, at least one sentence."""
        if not self._alignment.sentences:
            raise FormatError("the record has no sentences", self._source)
        return list(map(tuple, self._alignment.sentences))

    @cached_property
    def lattice(self) -> WordLattice:
        """The lattice."""
        from paralattice.lattice.records.compact import read_compact_lattice

        return read_compact_lattice(self._lattice, self._source)

    @cached_property
    def statistics(self) -> LatticeStatistics:
        """The lattice's statistics."""
        from paralattice.lattice.records.compact import read_statistics

        return read_statistics(self._lattice, self._source)

    @cached_property
    def samples(self) -> list[Sample]:
        """The sentences drawn from the lattice, in the order of drawing."""
        from paralattice.lattice.records.compact import read_compact_samples

        return read_compact_samples(self._samples, self.lattice, self._source)

    @cached_property
    def chosen_samples(self) -> list[Sample]:
        """The chosen ones among :attr:`samples`; the others are not read."""
        from paralattice.lattice.records.compact import read_compact_samples

        return read_compact_samples(self._samples, self.lattice, self._source, chosen=True)

    @property
    def novel(self) -> int:
        """The number of distinct new sentences that were drawn."""
        return len({*self._samples.novel} - {*self._samples.duplicate})

    @property
    def sentence_rows(self) -> list[SentenceRow]:
        """The distinct sentences that were drawn: the chosen ones, other new ones, then repeated ones."""
        from paralattice.lattice import sentence_rows

        return sentence_rows(self.samples, self.originals, self.lattice, language=self._language)


class ClusterResults(Mapping[str, VersionResults]):
    """Results of one cluster by names of versions.

    Parameters
    ----------
    name
        The cluster's name.
    versions
        Its versions and their records.
    features
        Returns the record of its features and trees, which most readers do not need.
    source
        Name of the records' source, for errors.
    language
        Language of the sentences, a code of ISO 639-1.
    """

    _kind: ClassVar[type[VersionResults]] = VersionResults

    def __init__(
        self,
        name: str,
        versions: Mapping[str, ResultLine],
        features: Callable[[], ClusterFeatures],
        source: str,
        language: str,
    ) -> None:
        self.name = name
        self._features = features
        self._source = source
        self._versions = {
            version: self._kind(record, f"{source}, {name} {version}", language)
            for version, record in versions.items()
        }

    def __getitem__(self, version: str) -> VersionResults:
        """Return the results of a version; raises KeyError without it."""
        return self._versions[version]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the versions."""
        return iter(self._versions)

    def __len__(self) -> int:
        """Return the number of versions."""
        return len(self._versions)

    @cached_property
    def words(self) -> list[tuple[str, ...]]:
        """The words of the cluster's sentences."""
        return list(map(tuple, self._feature_record.words))

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The cluster's sentences with the features of their tokens."""
        return sentences_of_columns(self._feature_record, self._source)

    @cached_property
    def trees(self) -> list[str]:
        """The trees of the cluster's sentences, in brackets."""
        return self._feature_record.trees

    @cached_property
    def _feature_record(self) -> ClusterFeatures:
        return self._features()


class Run(Mapping[str, ClusterResults]):
    """A run's results by the names of its clusters.

    Only what is asked for is read.  The last cluster is kept, so read cluster by cluster.  A run that is
    still being computed has the clusters that are done.

    Parameters
    ----------
    folder
        The run's folder, such as ``runs/corpus``.

    Raises
    ------
    FormatError
        The folder is not a run's.

    Examples
    --------
    >>> run = Run("runs/corpus")  # doctest: +SKIP
    >>> run["bridge"]["V4"].lattice.states  # doctest: +SKIP
    31
    """

    _kind: ClassVar[type[ClusterResults]] = ClusterResults

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.record = require_record(self.folder / "run.json")
        self._results = PartFolder(self.folder / RESULTS)
        self._features = PartFolder(self.folder / FEATURES)
        self._last: ClusterResults | None = None

    def __repr__(self) -> str:
        """Return its folder, the number of clusters that are done, and the versions."""
        return f"<run {self.folder}: {len(self._results.names())} clusters, {', '.join(self.versions)}>"

    @property
    def versions(self) -> tuple[str, ...]:
        """The names of the run's versions, at least one."""
        return tuple(self.record["versions"])

    @cached_property
    def splits(self) -> dict[str, str]:
        """The split of each cluster to which the corpus gives one."""
        return {row["cluster"]: row["split"] for row in self._rows("clusters.csv", "split") if row["split"]}

    def __getitem__(self, name: str) -> ClusterResults:
        """Return the results of a cluster.

        Raises
        ------
        KeyError
            The run has no such cluster, or it is not done.
        FormatError
            Its records are damaged.
        """
        if self._last is None or self._last.name != name:
            self._last = self._read(name)
        return self._last

    def __contains__(self, name: object) -> bool:
        """Return whether a cluster is done."""
        return isinstance(name, str) and name in self._results and name in self._features

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the clusters that are done, in the corpus's order.

        Raises
        ------
        FormatError
            The records of clusters that are done were lost, see :meth:`lost`.
        """
        self.require_records()
        done = dict.fromkeys(self._results.names())
        listed = dict.fromkeys(row["cluster"] for row in self._rows("clusters.csv"))
        yield from (name for name in listed | done if name in done)

    def __len__(self) -> int:
        """Return the number of clusters that are done; raises as iterating over them does."""
        self.require_records()
        return len(self._results.names())

    def lost(self) -> list[str]:
        """Return the names of the clusters that ``results.csv`` has as done and that have no record.

        A part that was cut off or damaged has fewer records than were written.
        """
        done = (row["cluster"] for row in self._rows("results.csv", "status") if row["status"] == "done")
        return [name for name in dict.fromkeys(done) if name not in self]

    def require_records(self) -> None:
        """Raise FormatError if records were lost; the message names clusters and parts."""
        if not (lost := self.lost()):
            return
        parts = [*self._results.unread(), *self._features.unread()]
        places = [
            f"{path.relative_to(self.folder)} cannot be read from byte {end:,} on" for path, end in parts
        ]
        named = ", ".join([*lost[:_NAMED], *(["..."] if len(lost) > _NAMED else [])])
        raise FormatError(
            f"{len(lost)} clusters that are done have no record ({named}); "
            f"{''.join(f'{place}; ' for place in places)}"
            "submit the corpus again under the same name: their records are written again",
            str(self._results.root),
        )

    def _rows(self, table: str, *columns: str) -> Iterator[dict[str, str]]:
        """Return the rows of a table, which must have these columns; none without the table."""
        path = self.folder / table
        return read_cluster_rows(path, columns) if path.exists() else iter(())

    def _read(self, name: str) -> ClusterResults:
        if name not in self:
            self.require_records()
            raise KeyError(name)
        source = str(self._results.place(name))
        lines = self._results.lines(name).split(b"\n")
        records = [_record(line, ResultLine, name, source) for line in lines if line]
        versions = {record.version: record for record in records}
        features = partial(self._feature_record, name)
        return self._kind(name, versions, features, source, language_in(self.record))

    def _feature_record(self, name: str) -> ClusterFeatures:
        return _record(self._features.lines(name), ClusterFeatures, name, str(self._features.place(name)))


def _record(line: bytes, kind: type[_Line], cluster: str, source: str) -> _Line:
    """Return a record of a cluster; the name outside of it, in the member's header, has no checksum."""
    record = from_json(line, kind, f"{source}, {cluster}")
    if record.cluster != cluster:
        raise FormatError(f"the record of {cluster!r} is that of {record.cluster!r}", source)
    return record
