"""The results of a cluster as the texts of files, for other tools."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from paralattice import lattice as lattices
from paralattice.formats.features import write_features

if TYPE_CHECKING:
    from paralattice.results.run import ClusterResults, VersionResults

_Writer = Callable[["VersionResults", int], Mapping[str, str]]


def _alignment(results: VersionResults, _: int) -> dict[str, str]:
    return {"alignment.json": json.dumps(results.alignment, ensure_ascii=False) + "\n"}


def _json(results: VersionResults, _: int) -> dict[str, str]:
    return {"lattice.json": lattices.write_lattice(results.lattice, results.statistics)}


def _exported(form: str) -> _Writer:
    """Return the writer of a format of other tools."""

    def write(results: VersionResults, _: int) -> Mapping[str, str]:
        names, columns = (results.cluster, results.version), results.alignment["columns"]
        aligned = lattices.AlignedLattice(*names, results.lattice, results.originals, columns)
        return lattices.export(aligned, form)

    return write


def _svg(results: VersionResults, draw_limit: int) -> dict[str, str]:
    picture = lattices.draw_svg(results.lattice, draw_limit)
    return {"lattice.svg": picture} if picture else {}


def _samples(results: VersionResults, _: int) -> dict[str, str]:
    return {"samples.jsonl": lattices.write_samples(results.samples)}


def _sentences(results: VersionResults, _: int) -> dict[str, str]:
    rows = results.sentence_rows
    return {"sentences.csv": lattices.write_sentences(results.cluster, results.version, rows)}


# Names as in paralattice.lattice.records.exports, which takes numpy to load: a command's help must not.
_TOOLS = ("dot", "graphml", "node-link", "openfst", "tei")
_VERSION_WRITERS: dict[str, tuple[_Writer, ...]] = {
    "files": (_alignment, _json, _exported("openfst"), _exported("dot"), _svg, _samples, _sentences),
    "json": (_json,),
    "svg": (_svg,),
    **{form: (_exported(form),) for form in _TOOLS},
}
_CLUSTER_FORMATS = {"files": ("mrg", "features"), "mrg": ("mrg",), "features": ("features",)}

FILE_FORMATS = (*_VERSION_WRITERS, "mrg", "features")
"""The formats of :func:`cluster_texts`."""


def cluster_texts(
    results: ClusterResults, file_format: str, versions: tuple[str, ...], draw_limit: int
) -> Iterator[tuple[str, str]]:
    """Yield the files of a cluster in a format: path below the output folder, and text.

    Parameters
    ----------
    results
        What the run computed for the cluster.
    file_format
        ``files`` for all files of lattices, samples, features and trees; ``json``, ``svg``, or a format of
        :mod:`~paralattice.lattice.records.exports` for the lattices; ``mrg`` for the trees; ``features`` for
        the features.
    versions
        The versions to write.
    draw_limit
        Maximum number of boxes of a picture; larger lattices are not drawn.

    Raises
    ------
    FormatError
        A record of the run is damaged.
    """
    for kind in _CLUSTER_FORMATS.get(file_format, ()):
        if kind == "mrg":
            yield f"parses/{results.name}.mrg", "".join(f"{tree}\n" for tree in results.trees)
        else:
            yield f"features/{results.name}.tsv", write_features(results.sentences)
    for version in versions:
        for write in _VERSION_WRITERS.get(file_format, ()):
            for name, text in write(results[version], draw_limit).items():
                yield f"{version}/{results.name}/{name}", text
