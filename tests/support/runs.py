"""Write run folders as the stages would, from lexical alignments of given sentences."""

import csv
import json

from orchestrator.runs.results import RESULT_COLUMNS
from paralattice.align import align
from paralattice.formats.features import write_features
from paralattice.lattice import (
    draw_svg,
    from_alignment,
    sample,
    sentence_rows,
    statistics,
    write_lattice,
    write_samples,
    write_sentences,
)
from paralattice.lattice.options import SampleOptions
from paralattice.run_options import Options


def make_run(folder, clusters, versions=("V1", "V2"), failed=()):
    """Write a run: ``clusters`` maps a name to its sentences, ``failed`` names those without files."""
    folder.mkdir(parents=True)
    options = Options(versions=versions).to_dict()
    signature = {
        "paralattice": "0.1.0",
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
    from paralattice.corpus import Sentence

    sentences = [text.split(" ") for text in texts]
    tokens = sum(map(len, sentences))
    head = {"cluster": name, "split": "", "sentences": len(sentences), "tokens": tokens}
    if not failed:
        path = folder / "features" / f"{name}.tsv"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(write_features([Sentence.from_words(words) for words in sentences])), "utf-8")
    for version in versions:
        row = head | {"version": version}
        if failed:
            yield row | {"status": "failed", "reason": f"{name} was <b>killed</b> by signal 9"}
        else:
            yield row | _version(folder / version / name, name, version, sentences) | {"status": "done"}


def _version(folder, name, version, sentences):
    folder.mkdir(parents=True)
    columns = align(sentences, "V1").merged.columns
    lattice = from_alignment(sentences, columns)
    figures = statistics(lattice, columns, sentences, 1000)
    samples = sample(lattice, sentences, SampleOptions(keep=3), name, version)
    (folder / "lattice.json").write_text(write_lattice(lattice, figures), encoding="utf-8")
    (folder / "lattice.svg").write_text(draw_svg(lattice, 600), encoding="utf-8")
    (folder / "samples.jsonl").write_text(write_samples(samples), encoding="utf-8")
    rows = write_sentences(name, version, sentence_rows(samples, sentences, lattice))
    (folder / "sentences.csv").write_text(rows, encoding="utf-8")
    return {
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
