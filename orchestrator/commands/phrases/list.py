"""``orchestrator phrases list``."""

from pathlib import Path

import click

from orchestrator.commands.common.output import quiet_option
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import flag_option, number_option


@click.command("list")
@run_argument
@click.option("--version", default="pang", show_default=True, help="The version whose lattices are read.")
@number_option("--longest", 6, "Most words of a phrase.", most=50)
@number_option(
    "--paths", 50, "Number of shortest paths between two states that are compared.", least=2, most=10_000
)
@flag_option("--simple", "Leave out pairs that are made of other pairs side by side.")
@flag_option("--function-words", "Keep pairs of function words and punctuation alone.")
@quiet_option
def list_command(
    run: Path, version: str, longest: int, paths: int, simple: bool, function_words: bool
) -> None:
    """Write the paraphrase pairs of RUN as tables.

    A pair is two phrases between the same two states of a lattice (Pang et al.
    2003).  RUN/paraphrases.tsv has all pairs with their clusters and the words
    around them, paraphrases-reliable.tsv those seen in more than one cluster.
    Pairs of function words and punctuation alone, such as "the" and "a", are
    left out unless --function-words is given.
    `orchestrator submit --method pang` writes both at the end of a run; this
    command writes them again, with other bounds or for another version:

    \b
      orchestrator phrases list runs/groups --longest 8
      orchestrator phrases list runs/groups --version V1      paraphrases-V1.tsv, of the baseline
    """
    from orchestrator.systems.phrases.pairs import pair_lines, write_pair_tables
    from paralattice.lattice.options import PairOptions

    options = PairOptions(longest, paths, not simple)
    for line in pair_lines(write_pair_tables(run, version, options, function_words)):
        click.echo(line)
