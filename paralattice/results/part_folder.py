"""A folder of part files as a mapping from names to records."""

from pathlib import Path

from paralattice.errors import FormatError
from paralattice.results.parts import ENDING, PartMember, read_member, scan_members

# Larger than any size of a member, which its header has in four bytes, and than any offset.
_SIZES = 2**32
_OFFSETS = 2**48


class PartFolder:
    """The records in the files ``part-*.jsonl.gz`` of a folder, by their names.

    Of two records of one name the later one counts.  The index is made of the members' headers at the
    first look-up, and brought up to date when a name is not found: a run may still be adding records.

    Parameters
    ----------
    root
        The folder; it may be absent.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        # A million entries: the part's number, the offset and the size of a member are one whole number.
        self._index: dict[str, int] = {}
        # The end of the last whole member of each part, up to which it is indexed.
        self._ends: dict[Path, int] = {}
        self._paths: list[Path] = []

    def parts(self) -> list[Path]:
        """Return the part files, in their order."""
        return sorted(self.root.glob(f"part-*{ENDING}"))

    def __contains__(self, name: str) -> bool:
        """Return whether there is a record of that name."""
        return self._found(name) is not None

    def names(self) -> list[str]:
        """Return the names of all records, in the order of their writing."""
        self._update()
        return list(self._index)

    def lines(self, name: str) -> bytes:
        """Return the lines of a record.

        Raises
        ------
        KeyError
            There is no record of that name.
        FormatError
            It cannot be read, or is damaged.
        """
        found = self._found(name)
        if found is None:
            raise KeyError(name)
        try:
            return read_member(*found)
        except FormatError:
            # Perhaps its part was written anew since it was indexed.
            for known in (self._index, self._ends, self._paths):
                known.clear()
            again = self._found(name)
            if again is None or again == found:
                raise
            return read_member(*again)

    def place(self, name: str) -> Path:
        """Return the part of a record, or the folder without one; for messages."""
        found = self._found(name)
        return self.root if found is None else found[0]

    def unread(self) -> list[tuple[Path, int]]:
        """Return the parts that cannot be read to their end, each with the byte at which reading stops.

        A process that is writing, or was killed, leaves such a part too.
        """
        self._update()
        ends = {path: self._ends.get(path, 0) for path in self.parts()}
        return [(path, end) for path, end in ends.items() if path.stat().st_size > end]

    def _found(self, name: str) -> tuple[Path, PartMember] | None:
        if name not in self._index:
            self._update()
        if (place := self._index.get(name)) is None:
            return None
        rest, size = divmod(place, _SIZES)
        number, offset = divmod(rest, _OFFSETS)
        return self._paths[number], PartMember(name, offset, size)

    def _update(self) -> None:
        """Index what was added to the parts."""
        for path in self.parts():
            start = self._ends.get(path, 0)
            if path.stat().st_size > start:
                if path not in self._ends:
                    self._paths.append(path)
                number = self._paths.index(path)
                for member in scan_members(path, start):
                    self._index[member.name] = (number * _OFFSETS + member.offset) * _SIZES + member.size
                    start = member.offset + member.size
                self._ends[path] = start
