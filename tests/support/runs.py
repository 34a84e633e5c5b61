"""Write run folders as the stages would, from lexical alignments of given sentences."""

import csv
import json

from orchestrator.runs.results import RESULT_COLUMNS
from paralattice.align import align, compact_alignment
from paralattice.lattice import from_alignment, sample, sentence_rows, statistics, write_sentences
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.records.compact import compact_lattice, compact_samples
from paralattice.run_options import Options
from support.results import plain, write_records


def make_run(folder, clusters, versions=("V1", "V2"), failed=()):
    """Write a run: ``clusters`` maps a name to its sentences, ``failed`` names those without files."""
    folder.mkdir(parents=True)
    options = Options(versions=versions).to_dict()
    signature = {
        "paralattice": "1.0.0",
        "corpus": {"clusters": len(clusters), "digest": "c0ffee"},
        "options": options,
        "parser": {"name": "given trees", "digest": ""},
    }
    record = {
        "name": folder.name,
        "id": f"{folder.name}-1",
        "versions": list(versions),
        "signature": signature,
    }
    record |= {"submits": [{"started": "2020-02-02T02:02:02Z", "seconds": 1.5}], "corpus": "/somewhere/else"}
    (folder / "run.json").write_text(json.dumps(record), encoding="utf-8")
    rows = [
        row
        for name, texts in clusters.items()
        for row in _rows(folder, name, texts, versions, name in failed)
    ]
    _write_csv(folder / "results.csv", RESULT_COLUMNS, rows)
    names = [{"cluster": name, "split": "", "sentences": len(texts)} for name, texts in clusters.items()]
    _write_csv(folder / "clusters.csv", ("cluster", "split", "sentences"), names)
    return folder


def _rows(folder, name, texts, versions, failed):
    sentences = [text.split(" ") for text in texts]
    tokens = sum(map(len, sentences))
    head = {"cluster": name, "split": "", "sentences": len(sentences), "tokens": tokens}
    if failed:
        reason = f"{name} was <b>killed</b> by signal 9"
        return [head | {"version": version, "status": "failed", "reason": reason} for version in versions]
    found = [_version(name, version, sentences) for version in versions]
    write_records(folder, name, [record for record, _ in found], sentences)
    return [
        head | {"version": version} | figures | {"status": "done"}
        for version, (_, figures) in zip(versions, found, strict=True)
    ]


def _version(name, version, sentences):
    """Return the record of a version and its row in the table."""
    found = align(sentences, "V1")
    alignment = plain(compact_alignment(sentences, found.scores, found.merged))
    if version == "V6":
        alignment["exchange"] = {"made": 9, "parsed": 5, "refused": {"time": 4, "whole": 3}}
    columns = found.merged.columns
    lattice = from_alignment(sentences, columns)
    figures = statistics(lattice, columns, sentences, 1000)
    samples = sample(lattice, sentences, SampleOptions(keep=3), name, version)
    chosen = [each for each in samples if each.chosen]
    rows = write_sentences(name, version, sentence_rows(chosen, sentences, lattice))
    return {
        "cluster": name,
        "version": version,
        "sentences": rows,
        "alignment": alignment,
        "lattice": plain(compact_lattice(lattice, figures)),
        "samples": plain(compact_samples(samples, lattice)),
    }, {
        "states": figures.states,
        "arcs": figures.arcs,
        "paths": figures.paths,
        "distinct": figures.distinct,
        "aligned_tokens": figures.aligned_tokens,
        "draws": len(samples),
        "novel": len({each.words for each in samples if each.novel}),
        "chosen": sum(each.chosen for each in samples),
    }


def _write_csv(path, columns, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
