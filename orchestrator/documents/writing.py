"""Writing clusters of documents as a corpus for ``orchestrator submit``."""

import json
from pathlib import Path

from orchestrator.corpora.declared import SPLITS
from orchestrator.corpora.files import KINDS, SETTINGS_FILE
from orchestrator.documents.clustering import Clustered
from orchestrator.documents.provenance import SENTENCES, provenance_of
from orchestrator.io.atomic import write_bytes_whole, write_whole
from orchestrator.io.text import shown
from paralattice.errors import ClusterError
from paralattice.formats.names import name_problem

_HEAD = "# Written by orchestrator cluster, which writes it again.\n"


def write_corpus(folder: Path, clustered: Clustered) -> None:
    """Write ``CLUSTER.txt`` for each cluster, ``sources/`` and, if there are splits, ``corpus.toml``.

    Files of clusters that an earlier call wrote and that no longer exist are removed; other files stay.

    Raises
    ------
    ClusterError
        The folder holds files of clusters that this function did not write.
    OSError
        It cannot be written.
    """
    names = {f"{one.name}.txt" for one in clustered.clusters}
    former = _former(folder / SENTENCES)
    _check_strangers(folder, former)
    settings = _settings(clustered)
    _check_settings(folder / SETTINGS_FILE, settings)
    # Written first: after any interruption the next call knows which files this one wrote.
    for name, lines in provenance_of(clustered).files.items():
        write_whole(folder / name, lines)
    for name in sorted(former - names):
        (folder / name).unlink(missing_ok=True)
    for one in clustered.clusters:
        write_whole(folder / f"{one.name}.txt", (f"{text}\n" for text in one.texts))
    if settings:
        write_bytes_whole(folder / SETTINGS_FILE, settings)


def _former(table: Path) -> set[str]:
    """Return the names of the files that an earlier call wrote, by its table."""
    if not table.is_file():
        return set()
    rows = table.read_text(encoding="utf-8", errors="replace").splitlines()[1:]
    clusters = {row.partition("\t")[0] for row in rows}
    return {f"{name}.txt" for name in clusters if not name_problem(name)}


def _check_strangers(folder: Path, former: set[str]) -> None:
    if not folder.is_dir():
        return
    files = (path for path in folder.iterdir() if path.suffix.lower() in KINDS)
    strange = sorted(path.name for path in files if path.name not in former and not path.name.startswith("."))
    if strange:
        raise ClusterError(
            f"{shown(folder)}: holds {strange[0]}{' and others' * (len(strange) > 1)}, which "
            "`orchestrator cluster` did not write; give another --output"
        )


def _settings(clustered: Clustered) -> bytes:
    """Return the content of ``corpus.toml``: that of the documents, or the splits of the key terms."""
    given = clustered.found.top.settings
    if given:
        return given.read_bytes()
    by_split = {split: [one.name for one in clustered.clusters if one.split == split] for split in SPLITS}
    lines = [f"{split} = {json.dumps(names)}\n" for split, names in by_split.items() if names]
    return "".join([f"{_HEAD}[splits]\n", *lines] if lines else []).encode()


def _check_settings(path: Path, settings: bytes) -> None:
    if path.is_file():
        old = path.read_bytes()
        if not old.startswith(_HEAD.encode()) and old != settings:
            raise ClusterError(
                f"{shown(path)}: was not written by `orchestrator cluster`; move it away first"
            )
