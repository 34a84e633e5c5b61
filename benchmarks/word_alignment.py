"""Word alignment against manual links: ``python benchmarks/word_alignment.py [GOLD...]``.

Extracts sentence pairs from the ECB+ documents in ``../shared/data`` (Quirk et al. 2004, section 3.1), trains
Model 1 and the HMM in both orders on them and on the sentences of the gold files, and prints precision,
recall and AER as in Table 1; the gold links only serve to measure.  A gold file has one JSON object per
line: ``source``, ``target``, ``sure``, ``possible``; by default ``../shared/data/wordalign/*.jsonl``.

The same is trained with the lexical prior and WordNet, as a model of the default preset is. There the least
probability of a link on which both directions agree, and the size of the pseudo-counts, are chosen together
on one half of the gold pairs and measured on the other, and the other way round; and the processor time of
both trainings, with the alignment of all pairs, is compared in turns.

With ``--thot`` the models of Thot (package sil-thot) are trained on the same pairs in the same run.  Both
sides take lists of words and return lists of links; both number the words, train one model on the pairs in
both orders and the identity lexicon, the HMM with the same numbers of iterations of Model 1 and of the HMM,
and align all pairs in both directions.  Times are processor time of the whole; our loops are compiled before.
Thot has one thread: with more it takes more processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from itertools import combinations, groupby, islice
from pathlib import Path
from statistics import fmean

from attrs import evolve
from thot_aligner import directions_of_thot

from paralattice.english.wordnet import WordNet
from paralattice.formats.corpora.groups import read_groups
from paralattice.rewording.alignment.agreement import agreed_links, combine_directions
from paralattice.rewording.alignment.alignment_error import AlignmentError, alignment_error, split_links
from paralattice.rewording.alignment.shard_training import (
    align_both_directions,
    train_both_directions,
    train_word_alignment,
)
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.options import (
    SYMMETRISATIONS,
    SentencePairOptions,
    TrainingOptions,
    WordAlignmentOptions,
)
from paralattice.rewording.sentence_pairs import extract_sentence_pairs, join_extractions
from paralattice.rewording.words.word_relations import WordRelations

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
WORDNET = Path("/usr/share/wordnet")
LEAST = [place / 100 for place in range(2, 52, 2)]
SIZES = [0.0, 1.0, 3.0, 10.0, 30.0, 100.0]


def groups(paths):
    """Yield the sentences of each group, words lower-cased."""
    for path in paths:
        entries = read_groups(path.read_bytes(), str(path))
        for _, group in groupby(entries, key=lambda entry: entry.cluster):
            yield [[word.lower() for word in entry.sentence.split()] for entry in group]


def read_gold(paths):
    """Return the gold pairs, words lower-cased."""
    pairs = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    for pair in pairs:
        for side in ("source", "target"):
            pair[side] = [word.lower() for word in pair[side]]
        for kind in ("sure", "possible"):
            pair[kind] = [tuple(link) for link in pair[kind]]
    return pairs


def extract(folder, options):
    """Return the pairs of all clusters of documents."""
    clusters = []
    for cluster in sorted(path for path in folder.iterdir() if path.is_dir()):
        lines = (line for file in sorted(cluster.iterdir()) for line in file.read_text("utf-8").split("\n"))
        clusters.append([words for line in lines if (words := line.split())])
    return join_extractions(extract_sentence_pairs(sentences, options) for sentences in clusters)


def measure(gold, alignments):
    """Return the errors over all links, over those of identical words and over the others."""
    total, same, other = AlignmentError(), AlignmentError(), AlignmentError()
    for pair, links in zip(gold, alignments, strict=True):
        total += alignment_error(links, pair["sure"], pair["possible"])
        parts = [
            split_links(part, pair["source"], pair["target"])
            for part in (links, pair["sure"], pair["possible"])
        ]
        same += alignment_error(*(part[0] for part in parts))
        other += alignment_error(*(part[1] for part in parts))
    return total, same, other


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", nargs="*", type=Path)
    parser.add_argument(
        "--relative", type=float, default=0.0, help="largest distance as a share of the shorter"
    )
    parser.add_argument("--one-way", action="store_true", help="two models, each trained on one direction")
    parser.add_argument("--thot", action="store_true", help="also Thot's Model 1 and HMM, on the same pairs")
    parser.add_argument(
        "--translations", type=int, default=0, metavar="N", help="with --thot: use N pairs of translations"
    )
    arguments = parser.parse_args()
    begin = time.process_time()
    options = SentencePairOptions(relative_distance=arguments.relative)
    found = extract(DATA / "ecbplus" / "documents", options)
    print(found.counts)
    print(
        f"mean distance {fmean(pair.distance for pair in found.pairs):.2f} (paper 5.17), "
        f"mean length {fmean(len(pair.first + pair.second) / 2 for pair in found.pairs):.1f} (paper 18.6), "
        f"{time.process_time() - begin:.1f} s"
    )
    gold = read_gold(arguments.gold or sorted((DATA / "wordalign").glob("*.jsonl")))
    asked = [(pair["source"], pair["target"]) for pair in gold]
    pairs = [(pair.first, pair.second) for pair in found.pairs] + asked
    model1, *hmms = train_both_directions(pairs, doubled=not arguments.one_way)
    models1 = [model1, model1]
    if arguments.one_way:
        models1[0] = train_word_alignment(pairs)[0]
    for name, models in (("Model 1", models1), ("HMM", hmms)):
        show(name, models, gold, asked)
    with_prior(pairs, gold, asked)
    if arguments.thot:
        against_thot(translations(arguments.translations) + asked if arguments.translations else pairs, gold)


def show(name, models, gold, asked):
    """Print a line for each method of symmetrisation."""
    for method in SYMMETRISATIONS:
        links = combine_directions(asked, *models, WordAlignmentOptions(symmetrisation=method))
        results = measure(gold, links)
        parts = (f"{100 * r.precision:6.2f} {100 * r.recall:6.2f} {100 * r.aer:6.2f}" for r in results)
        print(f"{name:12} {method:20} all | identical | other: {' | '.join(parts)}")


def relations():
    """Return the relations of words in WordNet, read anew."""
    files = {path.name: path.read_bytes() for path in WORDNET.iterdir()} if WORDNET.is_dir() else None
    return WordRelations(WordNet(files) if files else None)


def with_prior(pairs, gold, asked):
    """Train with the lexical prior; print errors, the chosen threshold, and times beside those without."""
    known = relations()
    options = TrainingOptions().alignment
    for name, words in (("prior", WordRelations()), ("prior, WN", known)):
        _, *models = train_both_directions(pairs, options, relations=words)
        show(name, models, gold, asked)
    choices = {}
    for size in SIZES:
        sized = evolve(options, lexical_prior=size)
        _, *models = train_both_directions(pairs, sized, relations=known)
        choices |= {(size, least): agreed_links(asked, *models, least) for least in LEAST}
    print(f"size, threshold {halves(gold, choices)}")
    seconds = {"without prior": [], "with prior": []}
    for _ in range(3):
        for name, wanted, words in (
            ("without prior", WordAlignmentOptions(), None),
            ("with prior", options, known),
        ):
            begin = time.process_time()
            _, *models = train_both_directions(pairs, wanted, relations=words)
            combine_directions(pairs, *models, wanted)
            seconds[name].append(time.process_time() - begin)
    begin = time.process_time()
    relations()
    read = time.process_time() - begin
    for name, found in seconds.items():
        print(f"{name}: {len(pairs)} pairs trained on and aligned in {min(found):.2f} s (best of 3)")
    print(f"WordNet is read in {read:.2f} s")


def halves(gold, links):
    """Return what the best choice on each half of the gold pairs gives on the other half."""
    errors = [
        [
            alignment_error(found, pair["sure"], pair["possible"])
            for found, pair in zip(each, gold, strict=True)
        ]
        for each in links.values()
    ]
    total, chosen = AlignmentError(), []
    for half in (0, 1):
        rates = [sum(each[half::2], AlignmentError()).aer for each in errors]
        best = rates.index(min(rates))
        chosen.append(list(links)[best])
        total += sum(errors[best][1 - half :: 2], AlignmentError())
    return f"chosen on each half {chosen}; on the other halves AER {100 * total.aer:.2f}"


def translations(count):
    """Return pairs of sentences of the same group, each of at most 50 words."""
    found = groups(sorted((DATA / "translations").glob("*.txt")))
    pairs = (pair for group in found for pair in combinations(group, 2))
    return list(islice((pair for pair in pairs if all(0 < len(words) <= 50 for words in pair)), count))


def ours(pairs):
    """Return the links of all pairs in both directions."""
    _, *models = train_both_directions(pairs)
    return align_both_directions(pairs, *models)


def thots(pairs):
    """Return the links of all pairs in both directions by Thot's HMM."""
    return list(directions_of_thot(pairs, eflomal=False))


def eflomal(pairs):
    """Return the links of all pairs in both directions by Thot's eflomal."""
    return list(directions_of_thot(pairs, eflomal=True))


def against_thot(pairs, gold):
    """Compare processor time and AER of the intersection."""
    # Thot reads it when it is imported, which is later.
    os.environ["OMP_NUM_THREADS"] = "1"
    seconds = []
    for name, work in (("ours", ours), ("Thot", thots), ("Thot, eflomal", eflomal)):
        begin = time.process_time()
        found = work(pairs)
        seconds.append(time.process_time() - begin)
        links = [symmetrise(one, other, "intersection") for one, other in found[-len(gold) :]]
        error = measure(gold, links)[0].aer
        print(f"{name}: {len(pairs)} pairs in {seconds[-1]:.1f} s, AER {100 * error:.2f}")
    print(f"Thot / ours: {seconds[1] / seconds[0]:.1f}")


if __name__ == "__main__":
    main()
