"""``orchestrator distance``."""

from pathlib import Path

import click

from orchestrator.commands.common.output import json_option, output_options, print_lines
from orchestrator.commands.common.shared import flag_option, runs_option


@click.command("distance")
@click.argument("lattice")
@flag_option("--tokenized", "White space separates the tokens of the sentences.")
@flag_option("--keep-case", "Respect case, even if the lattice has no capitals.")
@json_option("Print a JSON object for each sentence, with the edits.")
@output_options
@runs_option
def distance_command(
    lattice: str,
    tokenized: bool,
    keep_case: bool,
    as_json: bool,
    output: Path | None,
    quiet: bool,
    runs: Path,
) -> None:
    """Measure the edit distance of sentences to a lattice.

    The sentences are read from standard input, one per line.  All sentences that
    LATTICE accepts are references: the distance is the fewest words to insert,
    delete or replace to get to the nearest of them (Pang et al. 2003, section
    4.2.3).  LATTICE is a lattice of a run, RUN/VERSION/CLUSTER, or a file:
    lattice.json or lattice.fst.txt (AT&T text).  RUN is a name or a folder;
    CLUSTER may be the heading of a group, such as "John 3:16".

    \b
      orchestrator distance groups/pang/ferry < sentences.txt
      orchestrator distance groups/pang < translations.txt
          one sentence for each cluster of the run, in the order of
          clusters.csv, each measured against the lattice of its cluster

    Each line of the output has the distance, that to the nearest of the sentences
    that the lattice was made of, the number of words in the nearest path, and the
    path, separated by tabs.  The last line, on standard error, has the sums and
    error rates: that of the lattice, and WER and TER with these sentences as
    references (edits by mean length of the references; TER, by sacrebleu, counts a
    shifted phrase as one edit, the other two do not), so that one sees what the lattice
    gains.  Lattices made of trees have no capitals: the words of sentences are lower-cased for them.
    """
    from orchestrator.corpora.tokenizing import tokenizer
    from orchestrator.io.text import read_text
    from orchestrator.systems.phrases.distance import DistanceTotals, distance_lines, measure_lines

    text = read_text()
    lines = text.removesuffix("\n").split("\n") if text else []
    measured = measure_lines(lattice, lines, tokenizer(tokenized), keep_case, runs)
    totals = DistanceTotals()
    print_lines((f"{line}\n" for line in distance_lines(measured, as_json, totals)), output, quiet)
    click.echo(str(totals), err=True)
