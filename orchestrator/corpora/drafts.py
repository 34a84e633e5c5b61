"""Clusters before tokenisation: found in files, their names checked, their sentences read."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO

from orchestrator.corpora.files import Found
from orchestrator.corpora.model import ClusterDraft
from orchestrator.corpora.treebanks import TreeFile, read_tree_file
from orchestrator.io.problems import Problems
from orchestrator.io.text import open_text, read_bytes, shown
from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import Text, read_cluster, read_entries
from paralattice.formats.corpora.groups import is_grouped, read_groups
from paralattice.formats.names import clashing_names, name_problem

# Bytes of a text that show whether it holds groups.
_PEEK = 512


def find_drafts(found: Found, encoding: str, problems: Problems) -> tuple[list[ClusterDraft], bool]:
    """Return the clusters of all files, in their order, and whether all files could be read.

    Files of many clusters are read to find them, one line at a time.
    """
    drafts: list[ClusterDraft] = []
    complete = True
    for file in found.texts:
        named = _drafts_in(file, encoding, problems)
        drafts += named
        complete &= bool(named)
    return drafts, complete


def _drafts_in(file: str, encoding: str, problems: Problems) -> list[ClusterDraft]:
    if file.lower().endswith(".jsonl"):
        return _index(file, encoding, problems)
    if _holds_groups(file, encoding):
        return _index_groups(file, encoding, problems)
    return [ClusterDraft(Path(file).stem, file)]


def _index(file: str, encoding: str, problems: Problems) -> list[ClusterDraft]:
    """Return the clusters of a file of JSON Lines with the offsets of their lines; none if it has errors."""
    drafts: dict[str, ClusterDraft] = {}
    with problems.collected(file), open_text(file, encoding) as stream:
        lines = _Lines(stream)
        for entry in read_entries(lines, shown(file)):
            draft = drafts.setdefault(entry.cluster, ClusterDraft(entry.cluster, file, entry.line))
            draft.offsets.append(lines.start)
        return list(drafts.values())
    return []


class _Lines:
    """The lines of a file, and the offset of the one read last."""

    def __init__(self, stream: BinaryIO) -> None:
        self.start = 0
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        end = 0
        for line in self._stream:
            self.start, end = end, end + len(line)
            yield line


def _holds_groups(file: str, encoding: str) -> bool:
    if not file.lower().endswith(".txt"):
        return False
    # A file that cannot be read is reported when its sentences are read.
    with suppress(OSError, FormatError), open_text(file, encoding) as stream:
        return is_grouped(stream.read(_PEEK))
    return False


def _index_groups(file: str, encoding: str, problems: Problems) -> list[ClusterDraft]:
    """Return the groups of a file with the offsets of their lines; none if it has errors."""
    drafts: dict[str, ClusterDraft] = {}
    with problems.collected(file):
        data = read_bytes(file, encoding)
        offsets = list(accumulate((len(line) + 1 for line in data.split(b"\n")), initial=0))
        for entry in read_groups(data, shown(file)):
            # The heading stands right above the first sentence.
            draft = drafts.setdefault(entry.cluster, ClusterDraft(entry.cluster, file, entry.line - 1))
            draft.offsets.append(offsets[entry.line - 1])
    return list(drafts.values())


def read_draft(
    draft: ClusterDraft, encoding: str, problems: Problems
) -> tuple[Sequence[Text], TreeFile | None]:
    """Return the sentences of a cluster, and the trees that they were taken from, if any.

    If the file has problems, they are added, and there are no sentences.
    """
    kind = Path(draft.file).suffix.lower()
    if kind == ".mrg":
        bank = read_tree_file(draft.file, encoding, problems)
        return [tree.words() for tree in bank.trees] if bank else (), bank
    with problems.collected(draft.file):
        return _texts(draft, kind, encoding), None
    return (), None


def _texts(draft: ClusterDraft, kind: str, encoding: str) -> Sequence[Text]:
    file = shown(draft.file)
    with open_text(draft.file, encoding) as stream:
        if not draft.offsets:
            return read_cluster(stream.read(), file)
        lines = _lines_at(stream, draft.offsets)
        if kind == ".jsonl":
            return [entry.sentence for entry in read_entries(lines, file)]
        return read_cluster(b"".join(line.rstrip(b"\r\n") + b"\n" for line in lines), file)


def _lines_at(stream: BinaryIO, offsets: Iterable[int]) -> Iterator[bytes]:
    for offset in offsets:
        stream.seek(offset)
        yield stream.readline()


def check_names(drafts: Sequence[ClusterDraft], problems: Problems) -> None:
    """Add a problem for each name that a cluster cannot have, and each that two clusters share."""
    for draft in drafts:
        problem = name_problem(draft.name)
        if problem:
            message = f"a cluster cannot have the name {draft.name!r}: {problem}"
            problems.add(message, draft.file, draft.names_line)
    for names in clashing_names(draft.name for draft in drafts):
        # Names of two clusters that are equal occur twice, and either finds both clusters.
        first, *others = [draft for name in dict.fromkeys(names) for draft in drafts if draft.name == name]
        for draft in others:
            same = "the name" if draft.name == first.name else "a name that some file systems take for that"
            message = f"cluster {draft.name!r} has {same} of cluster {first.name!r} in {shown(first.file)}"
            problems.add(message, draft.file, draft.names_line)
