"""From files to clusters of sentences that are not yet tokenised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from orchestrator.corpora.files import Found, noting, open_regular, read_bytes, shown
from orchestrator.corpora.model import Draft, Problems, Sentences
from orchestrator.corpora.treebanks import read_treebank
from paralattice.errors import ProblemsError
from paralattice.formats.clusters import ClusterLine, Text, read_cluster, read_entries
from paralattice.formats.groups import is_grouped, read_groups
from paralattice.formats.names import clashing_names, name_problem

# Bytes of a text that tell whether it is one of groups.
_PEEK = 512


def find_drafts(found: Found, problems: Problems) -> list[Draft]:
    """Return the clusters of all files, in their order; what is wrong is noted.

    Files of many clusters are read for that, one line at a time; where one of them
    cannot be read, ``found.complete`` becomes false.
    """
    drafts = []
    for file in found.texts:
        if file.lower().endswith(".jsonl"):
            drafts += _index(file, found, problems)
        elif _holds_groups(file):
            drafts += _index_groups(file, found, problems)
        else:
            drafts.append(Draft(Path(file).stem, file))
    return drafts


def _index(file: str, found: Found, problems: Problems) -> list[Draft]:
    """Return the clusters of a file of JSON Lines and where their lines are; none where one is faulty."""
    drafts: dict[str, Draft] = {}
    complete = False
    try:
        with noting(file, problems), open_regular(file) as stream:
            lines = _Lines(stream)
            for entry in read_entries(lines, shown(file)):
                draft = drafts.setdefault(entry.cluster, Draft(entry.cluster, file, entry.line))
                draft.offsets.append(lines.start)
            complete = True
    except ProblemsError as error:
        problems.extend(error, shown(file))
    found.complete &= complete
    return list(drafts.values()) if complete else []


class _Lines:
    """The lines of a file, and where the last one that was read begins."""

    def __init__(self, stream: BinaryIO) -> None:
        self.start = 0
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        end = 0
        for line in self._stream:
            self.start, end = end, end + len(line)
            yield line


def _holds_groups(file: str) -> bool:
    if not file.lower().endswith(".txt"):
        return False
    # What cannot be read is reported when the sentences are.
    with suppress(OSError), open_regular(file) as stream:
        return is_grouped(stream.read(_PEEK))
    return False


def _index_groups(file: str, found: Found, problems: Problems) -> list[Draft]:
    """Return the groups of a file and where their lines are; none where one is faulty."""
    data = read_bytes(file, problems)
    drafts: dict[str, Draft] = {}
    try:
        entries = read_groups(data, shown(file)) if data is not None else []
    except ProblemsError as error:
        problems.extend(error, shown(file))
        entries = []
    found.complete &= bool(entries)
    begins = list(_begins(data or b""))
    for entry in entries:
        # The heading stands right above the first sentence.
        draft = drafts.setdefault(entry.cluster, Draft(entry.cluster, file, entry.line - 1))
        draft.offsets.append(begins[entry.line - 1])
    return list(drafts.values())


def _begins(data: bytes) -> Iterator[int]:
    begin = 0
    while begin <= len(data):
        yield begin
        end = data.find(b"\n", begin)
        begin = end + 1 if end >= 0 else len(data) + 1


def read_sentences(draft: Draft, problems: Problems) -> Sentences:
    """Return what the file of a draft holds; what is wrong is noted."""
    kind = Path(draft.file).suffix.lower()
    if kind == ".mrg":
        bank = read_treebank(draft.file, problems)
        return Sentences([tree.words() for tree in bank.trees] if bank else (), bank)
    try:
        return Sentences(_of_entries(draft, problems) if kind == ".jsonl" else _of_text(draft, problems))
    except ProblemsError as error:
        problems.extend(error, shown(draft.file))
        return Sentences(())


def _of_text(draft: Draft, problems: Problems) -> list[str]:
    if draft.offsets:
        return _of_group(draft, problems)
    data = read_bytes(draft.file, problems)
    return read_cluster(data, shown(draft.file)) if data is not None else []


def _of_group(draft: Draft, problems: Problems) -> list[str]:
    sentences: list[str] = []
    with noting(draft.file, problems), open_regular(draft.file) as stream:
        lines = b"".join(line.rstrip(b"\r\n") + b"\n" for line in _at(stream, draft.offsets))
        sentences += read_cluster(lines, shown(draft.file))
    return sentences


def _of_entries(draft: Draft, problems: Problems) -> list[Text]:
    entries: list[ClusterLine] = []
    with noting(draft.file, problems), open_regular(draft.file) as stream:
        entries += read_entries(_at(stream, draft.offsets), shown(draft.file))
    return [entry.sentence for entry in entries]


def _at(stream: BinaryIO, offsets: Iterable[int]) -> Iterator[bytes]:
    for offset in offsets:
        stream.seek(offset)
        yield stream.readline()


def check_names(drafts: Sequence[Draft], problems: Problems) -> None:
    """Note the names that cannot be a cluster's, and those that two clusters share."""
    for draft in drafts:
        problem = name_problem(draft.name)
        if problem:
            message = f"a cluster cannot have the name {draft.name!r}: {problem}"
            problems.add(message, shown(draft.file), draft.names_line)
    for names in clashing_names(draft.name for draft in drafts):
        # A name that two clusters have is there twice, and leads to both.
        group = [draft for name in dict.fromkeys(names) for draft in drafts if draft.name == name]
        _note_clash(group, problems)


def _note_clash(group: Sequence[Draft], problems: Problems) -> None:
    first, *others = group
    for draft in others:
        same = "the name" if draft.name == first.name else "a name that some file systems take for that"
        message = f"cluster {draft.name!r} has {same} of cluster {first.name!r} in {shown(first.file)}"
        problems.add(message, shown(draft.file), draft.names_line)
