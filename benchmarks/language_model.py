"""N-gram models against KenLM: ``python benchmarks/language_model.py [FILE...] [--lmplz PROGRAM]``.

Trains on tokenised texts with one sentence per line, by default the ECB+ documents in ``../shared/data``;
queries the probability of every token; writes and reads ARPA text.  ``--sentences N`` adds N sentences made
of random pieces of four words; they have more distinct n-grams than a real text of that size, and so take
longer.  KenLM's Python module (``pip install kenlm`` builds it) answers the same queries from our file, and
``--lmplz`` names its training program; both are left out if absent.  Times are processor time; kernels are
compiled before.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from paralattice.ngrams import CodedText, read_arpa, train_language_model, train_n_grams, write_arpa
from paralattice.ngrams.options import LanguageModelOptions

DOCUMENTS = Path(__file__).resolve().parents[2] / "shared" / "data" / "ecbplus" / "documents"


def read(files):
    """Return the sentences of the files."""
    lines = (line for path in files for line in path.read_text("utf-8").split("\n"))
    return [words for line in lines if (words := line.split())]


def pieces(sentences, count, seed=1):
    """Return sentences made of random pieces of four words."""
    rng = random.Random(seed)
    tokens = [word for words in sentences for word in words]
    lengths = [len(words) for words in sentences]
    made = []
    for _ in range(count):
        starts = (rng.randrange(len(tokens) - 4) for _ in range(math.ceil(rng.choice(lengths) / 4)))
        made.append([word for start in starts for word in tokens[start : start + 4]])
    return made


def timed(call):
    """Return a call's result and its processor time."""
    begin = time.process_time()
    result = call()
    return result, time.process_time() - begin


def children():
    """Return the processor time of programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ours(sentences, options, path):
    """Train, query, write and read; return the model."""
    tokens = sum(map(len, sentences)) + len(sentences)
    text, coding = timed(lambda: CodedText(sentences))
    model, training = timed(lambda: train_n_grams(text, options))
    logs, asking = timed(lambda: sum(model.log_probability(words) for words in sentences))
    _, writing = timed(lambda: path.write_text("".join(write_arpa(model)), "utf-8"))
    _, reading = timed(lambda: read_arpa(path.open(encoding="utf-8", newline="\n")))
    print(
        f"{len(sentences):,} sentences, {tokens:,} tokens, n-grams {' '.join(f'{n:,}' for n in model.sizes)}"
    )
    speed = tokens / (coding + training)
    print(f"ours    coding {coding:.2f} s, training {training:.2f} s, {speed:,.0f} tokens/s")
    print(f"        {tokens / asking:,.0f} queries/s, perplexity {10 ** (-logs / tokens):.6f}")
    print(
        f"        ARPA text {path.stat().st_size / 1e6:.1f} MB, written {writing:.2f} s, read {reading:.2f} s"
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"        peak resident memory of the process {peak:,.0f} MiB")
    return model


def kenlm_queries(sentences, path):
    """Run the same queries in KenLM on the same file."""
    try:
        import kenlm
    except ImportError:
        print("kenlm   not installed")
        return
    peer, loading = timed(lambda: kenlm.Model(str(path)))
    lines = [" ".join(words) for words in sentences]
    logs, asking = timed(lambda: sum(map(peer.score, lines)))
    tokens = sum(map(len, sentences)) + len(sentences)
    perplexity = 10 ** (-logs / tokens)
    print(f"kenlm   {tokens / asking:,.0f} queries/s, perplexity {perplexity:.6f}, read {loading:.2f} s")


def lmplz(sentences, options, program, folder):
    """Train with KenLM's program, which only has modified smoothing, and compare every number."""
    source, target = folder / "text", folder / "lmplz.arpa"
    source.write_text("".join(" ".join(words) + "\n" for words in sentences), "utf-8")
    command = [program, "-o", str(options.order), "-S", "20%", "-T", str(folder), "--skip_symbols"]
    with source.open() as given, target.open("w") as taken:
        before = children()
        subprocess.run(command, stdin=given, stdout=taken, stderr=subprocess.DEVNULL, check=True)
    used = children() - before
    tokens = sum(map(len, sentences)) + len(sentences)
    print(f"lmplz   {used:.2f} s, {tokens / used:,.0f} tokens/s")
    modified = train_language_model(sentences, LanguageModelOptions(options.order, modified=True))
    theirs, mine = entries(target.open()), entries(write_arpa(modified))
    worst = max(abs(a - b) for gram in mine for a, b in zip(mine[gram], theirs[gram], strict=True))
    print(f"        same n-grams: {mine.keys() == theirs.keys()}; largest difference of a number {worst:.1e}")


def entries(lines):
    """Return log10 of probability and back-off weight by n-gram, without the start symbol."""
    rows = (line.rstrip("\n").split("\t") for line in lines)
    found = {row[1]: (float(row[0]), float((*row, 0)[2])) for row in rows if len(row) > 1}
    del found["<s>"]
    return found


def main():
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--order", type=int, default=4)
    parser.add_argument("--sentences", type=int, default=0)
    parser.add_argument("--lmplz")
    arguments = parser.parse_args()
    options = LanguageModelOptions(arguments.order)
    train_language_model([["warm", "up"]], options).score(["warm"])
    sentences = read(arguments.files or sorted(DOCUMENTS.glob("*/*.txt")))
    if arguments.sentences:
        sentences += pieces(sentences, arguments.sentences)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "ours.arpa"
        ours(sentences, options, path)
        kenlm_queries(sentences, path)
        if arguments.lmplz:
            lmplz(sentences, options, arguments.lmplz, Path(name))


if __name__ == "__main__":
    main()
