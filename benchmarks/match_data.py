"""Converts data of the shared folder into files for `orchestrator match evaluate`.

    python benchmarks/match_data.py gospels ../shared/data/gospels gospels/
    orchestrator match evaluate gospels/test.jsonl --train gospels/train.jsonl --output gospels/

    python benchmarks/match_data.py aesop ../shared/data/aesop aesop/
    orchestrator match evaluate aesop/odd.jsonl --train aesop/even.jsonl --output aesop/

The gospels are those of Nelken & Shieber (2006), section 5.2.  Verses come from ``kjv_NAME.tsv`` (place,
text), matched pericopes from ``aland_parallels.tsv``.  A pericope is a contiguous range of verses; if a cell
of the list has several, each matches each one of the other gospel.  A repeated pair counts once.  Aesop's
retellings (``pairs.jsonl``) are split by story: every second story is for training, so that no story is in
both files.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

GOSPELS = ("matthew", "mark", "luke")
FILES = {"train": [("matthew", "mark")], "test": [("matthew", "luke"), ("mark", "luke")]}


def read_verses(folder):
    """Return the verses of each gospel as ((chapter, verse), text)."""
    verses = {}
    for name in GOSPELS:
        lines = (folder / f"kjv_{name}.tsv").read_text(encoding="utf-8").splitlines()
        verses[name] = [(_place(place), text) for place, _, text in (line.partition("\t") for line in lines)]
    return verses


def read_parallels(folder, first, second):
    """Return the pairs of matched pericopes, texts such as ``3:1-6``, each once, in the order of the list."""
    with (folder / "aland_parallels.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    pairs = [(one, other) for row in rows for one in _ranges(row[first]) for other in _ranges(row[second])]
    return list(dict.fromkeys(pairs))


def _ranges(cell):
    return [part.strip() for part in (cell or "").split(";") if part.strip()]


def _place(text):
    chapter, verse = text.split(":")
    return int(chapter), int(verse)


def _inside(pericope, verses):
    begin, _, end = pericope.partition("-")
    first = _place(begin)
    last = _place(end if ":" in end else f"{first[0]}:{end}") if end else first
    return [number for number, (place, _) in enumerate(verses) if first <= place <= last]


def document_pair(folder, verses, first, second):
    """Return two gospels as an object with sents1, sents2 and blocks."""
    blocks = [
        [_inside(one, verses[first]), _inside(other, verses[second])]
        for one, other in read_parallels(folder, first, second)
    ]
    texts = [[text for _, text in verses[name]] for name in (first, second)]
    return {"id": f"{first}-{second}", "sents1": texts[0], "sents2": texts[1], "blocks": blocks}


def gospels(folder):
    """Return the lines of train.jsonl and test.jsonl."""
    verses = read_verses(folder)
    return {
        name: [json.dumps(document_pair(folder, verses, *pair), ensure_ascii=False) for pair in pairs]
        for name, pairs in FILES.items()
    }


def aesop(folder):
    """Return the lines of even.jsonl and odd.jsonl: every second story by name."""
    lines = (folder / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    stories = sorted({json.loads(line)["story"] for line in lines})
    return {
        name: [line for line in lines if stories.index(json.loads(line)["story"]) % 2 == rest]
        for rest, name in enumerate(("even", "odd"))
    }


def main():
    """Write the files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=["gospels", "aesop"])
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, lines in {"gospels": gospels, "aesop": aesop}[arguments.kind](arguments.data).items():
        (arguments.output / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
