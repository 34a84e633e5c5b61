"""Speed of training and rewording: ``python -m benchmarks.rewording [--pairs N] [--folder FOLDER]``.

Three measurements, in processor time of one process, on the data in ``../shared/data``:

* finding pairs: sentences of clusters of 16 documents of ``onestop`` are split, tokenised and compared as by
  `orchestrator reword train`; extrapolated to the 11,162 clusters of 15.8 documents of Quirk et al. (2004);
* training a model of N sentence pairs: all pairs in groups of ``translations``, then pairs found in
  ``onestop`` and ``ecbplus``, the closest first;
* for each preset, rewording held-out sentences of 18 to 22 words: five each, entities and case too; by
  default also with the parser's tags, as `orchestrator reword run` does.
"""

from __future__ import annotations

import argparse
import re
import resource
import tempfile
import time
from itertools import combinations, groupby, islice
from pathlib import Path

from orchestrator.corpora.wordnet_files import DEBIAN_WORDNET
from orchestrator.engine.resources import Resources
from orchestrator.io.model_folder import open_model
from orchestrator.systems.rewording.training.inputs import find_training_input
from orchestrator.systems.rewording.training.train import TrainRequest
from paralattice.adapters.tagging import tags_of_words
from paralattice.adapters.text import split_sentences, tokenize
from paralattice.formats.corpora.groups import read_groups
from paralattice.rewording.decoding.phrasal_rewording import reword_by_phrases
from paralattice.rewording.decoding.rewriter import Rewriter
from paralattice.rewording.options import PRESETS, DecodeOptions, SentencePairOptions, TrainingOptions
from paralattice.rewording.sentence_pairs import extract_sentence_pairs
from tasks.items.sentence_pairs import extract
from tests.support.training import train_in_process

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def find_pairs(clusters):
    """Measure finding pairs in clusters of 16 documents; print the rate and the extrapolation."""
    texts = [path.read_text("utf-8") for path in sorted((DATA / "onestop").glob("*/*.txt"))]
    blocks = [texts[low : low + 16] for low in range(0, 16 * clusters, 16)]
    form = {"lines": False, "tokenized": False, "given": None}
    options = TrainingOptions().to_dict()["pairs"]
    extract({"documents": blocks[0], "options": options, **form}, None)
    begin, compared, sentences = time.process_time(), 0, 0
    for block in blocks:
        found = extract({"documents": block, "options": options, **form}, None)
        compared += found.value["counts"]["compared"]
        sentences += found.files["sentences.txt"].count(b"\n")
    seconds = (time.process_time() - begin) / len(blocks)
    print(f"{len(blocks)} clusters of 16 documents: {sentences / len(blocks):.0f} sentences, {seconds:.2f} s")
    print(f"{compared / seconds / len(blocks):.0f} pairs compared per second, with splitting and tokenising")
    print(f"11,162 clusters: {11_162 * seconds / 3600:.1f} hours on one core")


def translations():
    """Yield the sentences of each group of translations."""
    for path in sorted((DATA / "translations").glob("*.txt")):
        entries = read_groups(path.read_bytes(), str(path))
        for _, group in groupby(entries, key=lambda entry: entry.cluster):
            yield [entry.sentence for entry in group]


def found_pairs(distance):
    """Yield the sentence pairs of both collections of documents, with blanks between tokens."""
    options = SentencePairOptions(distance=distance)
    for folder, tokenized in (("onestop", False), ("ecbplus/documents", True)):
        for _, paths in find_training_input(DATA / folder).events:
            texts = [path.read_text("utf-8") for path in paths]
            if tokenized:
                sentences = [
                    tuple(line.split()) for text in texts for line in text.splitlines() if line.strip()
                ]
            else:
                sentences = [tokenize(line) for text in texts for line in split_sentences(text)]
            for pair in extract_sentence_pairs(sentences, options).pairs:
                yield " ".join(pair.first), " ".join(pair.second)


def write_pairs(path, size, groups):
    """Write up to ``size`` distinct pairs; return their number."""
    pairs = {}
    for group in groups:
        for one, other in combinations(group, 2):
            if max(len(one.split()), len(other.split())) <= 50:
                pairs[one, other] = None
    for distance in (12, 20, 40):
        for pair in found_pairs(distance) if len(pairs) < size else ():
            pairs[pair] = None
    with path.open("w", encoding="utf-8") as file:
        for one, other in islice(pairs, size):
            # Some texts have control characters, which are not allowed in files of pairs.
            file.write(re.sub("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", "\ufffd", f"{one}\t{other}") + "\n")
    return min(size, len(pairs))


def _peak():
    """Return the peak memory of this process, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50_000)
    parser.add_argument("--clusters", type=int, default=20)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    find_pairs(arguments.clusters)
    folder = arguments.folder or Path(tempfile.mkdtemp())
    groups = list(translations())
    asked = [text for group in groups[::20] for text in group if 18 <= len(text.split()) <= 22][:200]
    count = write_pairs(folder / "pairs.tsv", arguments.pairs, [g for n, g in enumerate(groups) if n % 20])
    print(f"{count} pairs")
    for preset in PRESETS:
        measure_preset(preset, folder, [text.split() for text in asked])


def measure_preset(preset, folder, sentences):
    """Train a model by a preset, and reword sentences by it; print times."""
    begin = time.process_time()
    options = TrainingOptions.preset(preset)
    store = Resources(str(folder / "store"))
    wordnet = DEBIAN_WORDNET if DEBIAN_WORDNET.is_dir() else None
    request = TrainRequest(
        folder / "pairs.tsv", folder / preset, store, options, True, True, force=True, wordnet=wordnet
    )
    train_in_process(request)
    print(f"{preset}: trained in {time.process_time() - begin:.0f} s, memory {_peak():.1f} GB")
    begin = time.process_time()
    model = open_model(folder / preset)
    print(f"{preset}: {len(model.table)} replacements read in {time.process_time() - begin:.1f} s")
    # All replacements make no difference where few edits are searched.
    for replacements in (20, 0) if preset == "quirk2004" else (20,):
        decoding = DecodeOptions(replacements=replacements)
        some = sentences if replacements else sentences[:10]
        reword_by_phrases(some[0], model, decoding)
        begin = time.process_time()
        done = sum(bool(reword_by_phrases(words, model, decoding)) for words in some)
        speed = len(some) / (time.process_time() - begin)
        what = f"{replacements or 'all'} replacements per phrase: " if preset == "quirk2004" else ""
        print(f"{preset}: {what}{speed:.1f} sentences per second, {done} of {len(some)} reworded")
    if preset == "default":
        measure_tags(model, sentences)
    print(f"memory {_peak():.1f} GB")


def measure_tags(model, sentences):
    """Reword sentences with the parser's tags; print the rate."""
    rewriter = Rewriter(model, tag=tags_of_words)
    list(rewriter.reword_all(sentences[:5]))
    begin = time.process_time()
    done = sum(map(bool, rewriter.reword_all(sentences)))
    speed = len(sentences) / (time.process_time() - begin)
    print(f"default: with tags {speed:.1f} sentences per second, {done} of {len(sentences)} reworded")


if __name__ == "__main__":
    main()
