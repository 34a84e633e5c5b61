"""From files to clusters of sentences that are not yet tokenised."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from orchestrator.corpora.files import Found, read_bytes, shown
from orchestrator.corpora.model import Draft, Problems
from orchestrator.corpora.treebanks import read_treebank
from paraphrase.errors import ProblemsError
from paraphrase.formats.clusters import Entry, read_cluster, read_entries
from paraphrase.formats.names import clashing_names, name_problem


def read_drafts(found: Found, problems: Problems) -> list[Draft]:
    """Return the clusters of all files, in their order; what is wrong is noted.

    A file that names a cluster and cannot be read still counts, without
    sentences; one of JSON Lines leaves ``found.complete`` false.
    """
    drafts = []
    for path in found.texts:
        kind = path.suffix.lower()
        if kind == ".jsonl":
            drafts += _of_entries(path, found, problems)
        else:
            drafts.append(_of_trees(path, problems) if kind == ".mrg" else _of_text(path, problems))
    return drafts


def _of_text(path: Path, problems: Problems) -> Draft:
    draft = Draft(path.stem, shown(path))
    data = read_bytes(path, problems)
    try:
        draft.texts += read_cluster(data, draft.file) if data is not None else []
    except ProblemsError as error:
        problems.extend(error, draft.file)
    draft.lines += range(1, len(draft.texts) + 1)
    return draft


def _of_trees(path: Path, problems: Problems) -> Draft:
    bank = read_treebank(path, problems)
    draft = Draft(path.stem, shown(path), bank=bank)
    if bank:
        draft.texts += [tree.words() for tree in bank.trees]
        draft.lines += bank.lines
    return draft


def _of_entries(path: Path, found: Found, problems: Problems) -> list[Draft]:
    file = shown(path)
    data = read_bytes(path, problems)
    try:
        entries = read_entries(data, file) if data is not None else None
    except ProblemsError as error:
        problems.extend(error, file)
        entries = None
    found.complete &= entries is not None
    return _grouped(entries or [], file)


def _grouped(entries: Sequence[Entry], file: str) -> list[Draft]:
    drafts: dict[str, Draft] = {}
    for entry in entries:
        draft = drafts.setdefault(entry.cluster, Draft(entry.cluster, file, names_line=entry.line))
        draft.texts.append(entry.sentence)
        draft.lines.append(entry.line)
    return list(drafts.values())


def check_names(drafts: Sequence[Draft], problems: Problems) -> None:
    """Note the names that cannot be a cluster's, and those that two clusters share."""
    by_name: dict[str, list[Draft]] = {}
    for draft in drafts:
        by_name.setdefault(draft.name, []).append(draft)
        problem = name_problem(draft.name)
        if problem:
            message = f"a cluster cannot have the name {draft.name!r}: {problem}"
            problems.add(message, draft.file, draft.names_line)
    for names in clashing_names(draft.name for draft in drafts):
        # A name that two clusters have is there twice, and leads to both.
        group = [draft for name in dict.fromkeys(names) for draft in by_name[name]]
        _note_clash(group, problems)


def _note_clash(group: Sequence[Draft], problems: Problems) -> None:
    first, *others = group
    for draft in others:
        same = "the name" if draft.name == first.name else "a name that some file systems take for that"
        message = f"cluster {draft.name!r} has {same} of cluster {first.name!r} in {first.file}"
        problems.add(message, draft.file, draft.names_line)
