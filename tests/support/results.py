"""What a run keeps of its clusters: written by hand, changed, and read as files."""

import json

import msgspec

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.folder.part_writer import PartWriter
from paralattice.corpus import Sentence
from paralattice.formats.features import feature_columns
from paralattice.lattice import Sample, from_alignment, statistics
from paralattice.lattice.building import separate_columns
from paralattice.lattice.records.compact import compact_lattice, compact_samples
from paralattice.results import PartFolder
from paralattice.results.files import cluster_texts
from paralattice.results.run import FEATURES, RESULTS

# The files of clusters by their records, which alone they depend on: most runs have the clusters of another.
_exported = {}


def exported(root):
    """Return the files that `orchestrator export` writes of a run, by relative path."""
    run, folders = RunFolder(root), [PartFolder(root / kind) for kind in (RESULTS, FEATURES)]
    files = {}
    for name in run.stored:
        records = (name, *(folder.lines(name) for folder in folders))
        if records not in _exported:
            texts = cluster_texts(run.cluster(name), "files", tuple(run.cluster(name)), 600)
            _exported[records] = {path: text.encode() for path, text in texts}
        files |= _exported[records]
    return files


def plain(record):
    """Return a typed record as plain values, read from its JSON."""
    return json.loads(msgspec.json.encode(record))


def finished_clusters(root):
    """Return the names of the clusters whose results a run has written, while it may still be running."""
    return PartFolder(root / "results").names()


def lattice_of(sentences):
    """Return a lattice in which each sentence is a path, and its statistics."""
    columns = separate_columns(sentences)
    lattice = from_alignment(sentences, columns)
    return lattice, statistics(lattice, columns, sentences, 1000)


def record_of(cluster, version, originals, samples):
    """Return the record of a cluster and version; a sample is a pair of words and the flags that it has."""
    texts = list(map(list, dict.fromkeys(map(tuple, [*originals, *(words for words, _ in samples)]))))
    lattice, figures = lattice_of(texts)
    arcs = {number: [arc for arc in lattice.arcs if number in arc.sentences] for number in range(len(texts))}
    paths = {tuple(text): (*(arc.source for arc in arcs[n]), lattice.accept) for n, text in enumerate(texts)}
    names = ("novel", "duplicate", "chosen")
    drawn = [
        Sample(tuple(words), paths[tuple(words)], *(name in flags for name in names))
        for words, flags in samples
    ]
    return {
        "cluster": cluster,
        "version": version,
        "alignment": {"sentences": originals, "scores": None, "order": None, "columns": []},
        "sentences": "",
        "lattice": plain(compact_lattice(lattice, figures)),
        "samples": plain(compact_samples(drawn, lattice)),
    }


def write_records(root, cluster, records, sentences=()):
    """Write what a run keeps of a cluster; an earlier record of it counts no longer."""
    columns = feature_columns([Sentence.from_words(words) for words in sentences])
    features = {"cluster": cluster, "trees": [], **plain(columns)}
    write_lines(root / "features", cluster, json.dumps(features, ensure_ascii=False))
    write_lines(root / "results", cluster, *(json.dumps(each, ensure_ascii=False) for each in records))


def write_lines(folder, cluster, *lines):
    """Write a record of some lines, texts or bytes, which need not be right."""
    writer = PartWriter(folder)
    data = [line if isinstance(line, bytes) else line.encode() for line in lines]
    writer.append(cluster, b"".join(line + b"\n" for line in data))
    writer.close()


def read_records(root, cluster):
    """Return the records of a cluster by version."""
    lines = PartFolder(root / "results").lines(cluster).decode()
    records = [json.loads(line) for line in lines.removesuffix("\n").split("\n") if line]
    return {record["version"]: record for record in records}


def change_record(root, cluster, version, change):
    """Change a record; ``change`` gets it and changes it, or returns another one, or ``False`` for none."""
    records = read_records(root, cluster)
    changed = change(records[version])
    if changed is False:
        del records[version]
    elif changed is not None:
        records[version] = changed
    lines = [json.dumps(each, ensure_ascii=False) for each in records.values()]
    write_lines(root / "results", cluster, *lines)


def remove_record(root, cluster, version):
    """Remove the results of a cluster and version."""
    change_record(root, cluster, version, lambda _: False)
