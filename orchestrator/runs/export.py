"""``orchestrator export``: the results of a run as files, a few for each cluster."""

from collections.abc import Sequence
from pathlib import Path

from orchestrator.io.atomic import write_whole
from orchestrator.runs.folder import RunError, RunFolder
from paralattice.options import suggestion
from paralattice.results.files import cluster_texts


def export_run(
    run: Path, clusters: Sequence[str], versions: Sequence[str], file_format: str, output: Path
) -> tuple[int, int]:
    """Write the results of a run's clusters as files; return the numbers of clusters and of files.

    Parameters
    ----------
    run
        The run's folder.
    clusters, versions
        Names; empty for all clusters that are done, and for all versions.
    file_format
        One of :data:`paralattice.results.files.FILE_FORMATS`.
    output
        Folder of the files, created if absent.

    Raises
    ------
    RunError
        The run lacks a version or the results of a cluster.
    FormatError
        A record of the run is damaged.
    OSError
        A file cannot be written.
    """
    folder = RunFolder(run)
    for version in versions:
        folder.require_version(version)
    chosen = tuple(versions) or folder.versions()
    draw_limit = folder.options().build.draw_limit
    files = 0
    names = [*map(folder.stored_name, clusters)] or list(folder.stored)
    if not names:
        raise RunError(f"{folder.root}: has no results yet")
    for name in names:
        if name not in folder.stored:
            hint = suggestion(name, list(folder.stored))
            raise RunError(f"{folder.root}: has no results of {name!r}{hint}")
    for name in names:
        for version in chosen:
            # An error names what is absent.
            folder.version(name, version)
        for path, text in cluster_texts(folder.cluster(name), file_format, chosen, draw_limit):
            write_whole(output / path, text)
            files += 1
    return len(names), files
