"""Appends records to the part files of a run's folder, and mends what a killed process left."""

import os
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from orchestrator.io.atomic import write_bytes_whole
from paralattice.results import PartFolder
from paralattice.results.parts import ENDING, PartMember, scan_members, write_member
from paralattice.results.run import FEATURES, RESULTS

PART_BYTES = 64 << 20
"""Size above which the next part is begun: few files, and little to copy when one is written anew."""


class PartWriter:
    """Appends records to the parts of one folder; one process writes at a time, under the run's lock.

    A record is whole on the file system when :meth:`append` returns, so the ledger may then say that its
    cluster is done.

    Parameters
    ----------
    root
        The folder, created at the first record.
    part_bytes
        Size above which the next part is begun.
    """

    def __init__(self, root: Path, part_bytes: int = PART_BYTES) -> None:
        self._parts = PartFolder(root)
        self._part_bytes = part_bytes
        self._open = ExitStack()
        self._file = -1
        self._size = 0

    def mend(self, wanted: Collection[str]) -> bool:
        """Remove every record but the last one of each wanted name, and an unfinished one.

        Those at the end of a part, which a killed process left, are cut off; parts with others, which
        belong to clusters that have changed or are gone, are written anew.

        Returns
        -------
        bool
            Whether anything was removed.

        Raises
        ------
        OSError
            A part cannot be written.
        """
        self.close()
        found = {path: list(scan_members(path)) for path in self._parts.parts()}
        last = {member.name: (path, member) for path, members in found.items() for member in members}
        kept = {
            path: [each for each in members if each.name in wanted and last[each.name] == (path, each)]
            for path, members in found.items()
        }
        # All of them, also after the first that was changed.
        changed = [_keep(path, members, kept[path]) for path, members in found.items()]
        return any(changed)

    def append(self, name: str, lines: bytes) -> None:
        """Write a record after all others.

        Raises
        ------
        OSError
            It cannot be written; nothing of it is left in the part.
        """
        content = write_member(name, lines)
        if self._file < 0 or self._size >= self._part_bytes:
            self._begin()
        try:
            written = os.write(self._file, content)
            while written < len(content):
                written += os.write(self._file, content[written:])
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(content)

    def close(self) -> None:
        """Put the part on the disk, and close it."""
        if self._file >= 0:
            os.fsync(self._file)
        self._file = -1
        self._open.close()

    def _begin(self) -> None:
        """Open the last part, or the next one if that is full."""
        self.close()
        self._parts.root.mkdir(parents=True, exist_ok=True)
        parts = self._parts.parts()
        path = parts[-1] if parts else self._numbered(0)
        if path.exists() and path.stat().st_size >= self._part_bytes:
            path = self._numbered(len(parts))
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        self._open.callback(os.close, self._file)
        self._size = os.fstat(self._file).st_size

    def _numbered(self, number: int) -> Path:
        return self._parts.root / f"part-{number:05}{ENDING}"


class ResultWriter:
    """Writes what a run computed for its clusters: features and trees, and all versions.

    Parameters
    ----------
    root
        The run's folder.
    """

    def __init__(self, root: Path) -> None:
        self._features, self._results = PartWriter(root / FEATURES), PartWriter(root / RESULTS)

    def __enter__(self) -> Self:
        """Return this writer."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the parts."""
        self._features.close()
        self._results.close()

    def mend(self, done: Collection[str]) -> bool:
        """Keep the records of the clusters that are done, as :meth:`PartWriter.mend` does."""
        changed = [part.mend(done) for part in (self._features, self._results)]
        return any(changed)

    def write(self, cluster: str, features: bytes, versions: bytes) -> None:
        """Append the records of a cluster.

        Parameters
        ----------
        cluster
            Its name.
        features
            The line of its features and trees, with its line end.
        versions
            A line for each version.

        Raises
        ------
        OSError
            A record cannot be written.
        """
        self._features.append(cluster, features)
        # Last, because a cluster is done if it has this one.
        self._results.append(cluster, versions)


def _keep(path: Path, members: list[PartMember], kept: list[PartMember]) -> bool:
    """Make a part hold these of its members; return whether it held anything else."""
    end = kept[-1].offset + kept[-1].size if kept else 0
    if members[: len(kept)] == kept:
        if path.stat().st_size == end:
            return False
        os.truncate(path, end)
        return True
    content = path.read_bytes()
    write_bytes_whole(path, b"".join(content[member.offset : member.offset + member.size] for member in kept))
    return True
