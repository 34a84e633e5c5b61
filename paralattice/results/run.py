"""A run's results, read from its folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paralattice.errors import FormatError
from paralattice.results.cluster_rows import read_cluster_rows
from paralattice.results.part_folder import PartFolder
from paralattice.results.run_record import require_record

if TYPE_CHECKING:
    from paralattice.corpus import Sentence
    from paralattice.lattice import LatticeStatistics, Sample, SentenceRow, WordLattice

RESULTS, FEATURES = "results", "features"
"""Folders of a run: the lattices of all clusters and versions, and the features and trees of all clusters."""


# Names of clusters in a message.
_NAMED = 5


class VersionResults:
    """What a run computed for one cluster in one version; each part is read at first use.

    All of them raise :class:`~paralattice.errors.FormatError` if the record is damaged.

    Parameters
    ----------
    line
        The record, a line of JSON.
    source
        Name of the record's source, for errors.
    """

    def __init__(self, line: str, source: str) -> None:
        self._line = line
        self._source = source

    @cached_property
    def record(self) -> dict[str, Any]:
        """The record as JSON values: ``cluster``, ``version``, ``alignment``, ``lattice``, ``samples``."""
        record = _parsed(self._line, self._source)
        for name in ("alignment", "lattice", "samples"):
            if not isinstance(record.get(name), dict):
                raise FormatError(f"the record has no {name}", self._source)
        return record

    @cached_property
    def _texts(self) -> dict[str, str]:
        return _part_texts(self._line)

    @cached_property
    def _alignment(self) -> dict[str, Any]:
        return self._part("alignment")

    @cached_property
    def _lattice(self) -> dict[str, Any]:
        return self._part("lattice")

    @cached_property
    def _samples(self) -> dict[str, Any]:
        from paralattice.lattice.compact import parsed_samples

        text = self._texts.get("samples", "")
        return parsed_samples(text) or self._part("samples")

    def _part(self, name: str) -> dict[str, Any]:
        """Return a part of the record.  Most readers need one, and all together take three times as long."""
        text = self._texts.get(name)
        return self.record[name] if text is None else _parsed(text, self._source)

    @cached_property
    def alignment(self) -> dict[str, Any]:
        """The alignment, as ``alignment.json`` has it."""
        from paralattice.align import expanded_alignment

        try:
            return expanded_alignment(_head(self._line, self._source)["version"], self._alignment)
        except (KeyError, TypeError) as error:
            raise FormatError(f"not the record of an alignment: {error!r}", self._source) from error

    @cached_property
    def originals(self) -> list[tuple[str, ...]]:
        """The words of the cluster's sentences as they were aligned, at least one sentence."""
        sentences = self._alignment.get("sentences")
        if not isinstance(sentences, list) or not sentences:
            raise FormatError("the record has no sentences", self._source)
        return [_words(sentence, self._source) for sentence in sentences]

    @cached_property
    def lattice(self) -> WordLattice:
        """The lattice."""
        from paralattice.lattice import read_compact_lattice

        return read_compact_lattice(self._lattice, self._source)

    @cached_property
    def statistics(self) -> LatticeStatistics:
        """The lattice's statistics."""
        from paralattice.lattice import read_statistics

        return read_statistics(self._lattice, self._source)

    @cached_property
    def samples(self) -> list[Sample]:
        """The sentences drawn from the lattice, in the order of drawing."""
        from paralattice.lattice import read_compact_samples

        return read_compact_samples(self._samples, self.lattice, self._source)

    @cached_property
    def chosen_samples(self) -> list[Sample]:
        """The chosen ones among :attr:`samples`; the others are not read."""
        from paralattice.lattice import read_compact_samples

        return read_compact_samples(self._samples, self.lattice, self._source, chosen=True)

    @property
    def novel(self) -> int:
        """The number of distinct new sentences that were drawn."""
        samples = self._samples
        try:
            return len({*samples["novel"]} - {*samples["duplicate"]})
        except (KeyError, TypeError) as error:
            raise FormatError(f"not the record of samples: {error!r}", self._source) from error

    @property
    def sentence_rows(self) -> list[SentenceRow]:
        """The distinct sentences that were drawn: the chosen ones, other new ones, then repeated ones."""
        from paralattice.lattice import sentence_rows

        return sentence_rows(self.samples, self.originals, self.lattice)

    @property
    def sentence_lines(self) -> str:
        """The lines of ``sentences.csv`` of this cluster and version: its chosen sentences."""
        # All that precedes the alignment: the rest takes longer to read.
        lines = _head(self._line, self._source).get("sentences")
        if not isinstance(lines, str):
            raise FormatError("the record has no sentences", self._source)
        return lines


class ClusterResults(Mapping[str, VersionResults]):
    """What a run computed for one cluster, by the names of the versions.

    Parameters
    ----------
    name
        The cluster's name.
    versions
        Its versions and their records.
    features
        Returns the line of its features and trees, which most readers do not need.
    source
        Name of the records' source, for errors.
    """

    def __init__(
        self, name: str, versions: Mapping[str, str], features: Callable[[], str], source: str
    ) -> None:
        self.name = name
        self._features = features
        self._source = source
        self._versions = {
            version: VersionResults(line, f"{source}, {name} {version}") for version, line in versions.items()
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
        """The words of the cluster's sentences, which take less time to read than :attr:`sentences`."""
        sentences = self._feature_record.get("words")
        if not isinstance(sentences, list):
            raise FormatError(f"the record of {self.name!r} has no words", self._source)
        return [_words(sentence, self._source) for sentence in sentences]

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The cluster's sentences with the features of their tokens."""
        from paralattice.formats.features import sentences_of_columns

        return sentences_of_columns(self._feature_record, self._source)

    @cached_property
    def trees(self) -> list[str]:
        """The trees of the cluster's sentences, in brackets."""
        trees = self._feature_record.get("trees")
        if not isinstance(trees, list) or not all(isinstance(tree, str) for tree in trees):
            raise FormatError(f"the record of {self.name!r} has no trees", self._source)
        return trees

    @cached_property
    def _feature_record(self) -> dict[str, Any]:
        record = _parsed(self._features(), self._source)
        _require_name(record, self.name, self._source)
        return record


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
        The folder is not a run's, or has files per cluster, as earlier releases wrote them.

    Examples
    --------
    >>> run = Run("runs/corpus")  # doctest: +SKIP
    >>> run["bridge"]["V4"].lattice.states  # doctest: +SKIP
    31
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.record = require_record(self.folder / "run.json")
        self._results = PartFolder(self.folder / RESULTS)
        self._features = PartFolder(self.folder / FEATURES)
        self._last: ClusterResults | None = None
        self._require_parts()

    @property
    def versions(self) -> tuple[str, ...]:
        """The names of the run's versions, at least one."""
        return tuple(self.record["versions"])

    def __getitem__(self, name: str) -> ClusterResults:
        """Return the results of a cluster.

        Raises
        ------
        KeyError
            The run has no such cluster, or it is not done.
        FormatError
            Its records are damaged, or the run is one of files per cluster.
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
        listed = {name: None for name in self._listed() if name in done}
        yield from listed | done

    def __len__(self) -> int:
        """Return the number of clusters that are done; raises as iterating over them does."""
        self.require_records()
        return len(self._results.names())

    def lost(self) -> list[str]:
        """Return the names of the clusters that ``results.csv`` has as done and that have no record.

        A part that was cut off or damaged has fewer records than were written.
        """
        rows = self._rows("results.csv", "status")
        done = (row["cluster"] for row in rows if row["status"] == "done")
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

    def _listed(self) -> list[str]:
        return [row["cluster"] for row in self._rows("clusters.csv")]

    def _rows(self, table: str, *columns: str) -> Iterator[dict[str, str]]:
        """Return the rows of a table, which must have these columns; none without the table."""
        path = self.folder / table
        return read_cluster_rows(path, columns) if path.exists() else iter(())

    def _read(self, name: str) -> ClusterResults:
        if name not in self:
            self.require_records()
            raise KeyError(name)
        source = str(self._results.place(name))
        # Not splitlines, which splits at more than line feeds.
        lines = [line for line in _text(self._results.lines(name), source).split("\n") if line]
        versions = dict(zip((_version(line, name, source) for line in lines), lines, strict=True))
        return ClusterResults(name, versions, partial(self._feature_line, name), source)

    def _feature_line(self, name: str) -> str:
        return _text(self._features.lines(name), str(self._features.place(name)))

    def _require_parts(self) -> None:
        """Raise FormatError for a run of an earlier release, which wrote files per cluster."""
        if not self._results.root.is_dir() and any((self.folder / name).is_dir() for name in self.versions):
            raise FormatError(
                "the run has files per cluster, as earlier releases wrote them, and no results/: "
                "submit its corpus again under the same name and with the same store",
                str(self.folder),
            )


def _version(line: str, cluster: str, source: str) -> str:
    """Return the version of a record of a cluster."""
    head = _head(line, source)
    _require_name(head, cluster, source)
    version = head.get("version")
    if not isinstance(version, str):
        raise FormatError("a record names no version", source)
    return version


def _require_name(record: Mapping[str, Any], cluster: str, source: str) -> None:
    """Raise FormatError if a record is another cluster's: the name outside of it has no checksum."""
    if record.get("cluster", cluster) != cluster:
        raise FormatError(f"the record of {cluster!r} is that of {record['cluster']!r}", source)


def _head(line: str, source: str) -> dict[str, Any]:
    """Return the fields of a record before the alignment; all fields if they are in another order."""
    head, comma, _ = line.partition(', "alignment":')
    return _parsed(f"{head}}}" if comma else line, source)


def _part_texts(line: str) -> dict[str, str]:
    """Return the JSON of the parts of a record by their names; none if they are in another order."""
    # No string of JSON has these texts: a quotation mark within it follows a backslash.
    _, _, rest = line.partition(', "alignment": ')
    alignment, _, rest = rest.partition(', "lattice": ')
    lattice, comma, samples = rest.partition(', "samples": ')
    if not comma or not samples.endswith("}}"):
        return {}
    return {"alignment": alignment, "lattice": lattice, "samples": samples[:-1]}


def _text(lines: bytes, source: str) -> str:
    try:
        return lines.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise FormatError(f"cannot be read: {error}", source) from error


def _parsed(text: str, source: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", source) from error
    if not isinstance(value, dict):
        raise FormatError("not a JSON object", source)
    return value


def _words(sentence: object, source: str) -> tuple[str, ...]:
    if not isinstance(sentence, list) or not all(isinstance(word, str) for word in sentence):
        raise FormatError("the record has a sentence that is not a list of tokens", source)
    return tuple(sentence)
