"""``orchestrator reword align-error``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.output import json_option, print_tables
from orchestrator.commands.common.shared import FILE, FOLDER

_METHODS = ("intersection", "union", "grow-diag", "grow-diag-final-and", "agreement")


@click.command("align-error")
@click.argument("gold", type=FILE, nargs=-1, required=True)
@click.option(
    "--model", type=FOLDER, metavar="FOLDER", help="Train on the sentence pairs of this model, too."
)
@click.option(
    "--pairs", type=FILE, help="Train on these, too: one pair per line, ' ||| ' between the sentences."
)
@click.option("--alignments", type=FILE, help="Measure these and train nothing: one line per pair, 0-0 1-2.")
@click.option(
    "--symmetrisation",
    type=click.Choice(_METHODS),
    multiple=True,
    help="How the alignments of both directions are combined: by links, or by the agreement of their "
    "probabilities; may be repeated.  [default: all]",
)
@click.option(
    "--wordnet",
    type=FOLDER,
    metavar="FOLDER",
    help="WordNet's database files, by which words are related before training.  "
    "[default: /usr/share/wordnet, if there]",
)
@click.option("-o", "--output", type=FOLDER, metavar="FOLDER", help="Also write table1.csv, .md and .tex.")
@json_option()
def align_error_command(
    gold: tuple[Path, ...],
    output: Path | None,
    symmetrisation: tuple[str, ...],
    wordnet: Path | None,
    as_json: bool,
    **flags: Any,
) -> None:
    """Measure word alignment against manual links.

    The result is Table 1 of Quirk et al. (2004).  GOLD are files of JSON Lines:
    "source" and "target", lists of words; "sure" and "possible", lists of links,
    which are pairs of word positions from 0.

    The command prints precision, recall and AER over all links, over links
    between identical words and over the others, beside the paper's figures.
    Models of --preset quirk2004 are trained as in the paper; others, and without
    --model, with what is known of words: their forms, and WordNet.

    \b
      orchestrator reword align-error gold.jsonl --model model/
      orchestrator reword align-error gold.jsonl --model model/ -o aer/
      orchestrator reword align-error gold.jsonl --alignments giza.txt
    """
    from orchestrator.corpora.wordnet_files import DEBIAN_WORDNET, open_wordnet
    from orchestrator.io.tables import write_tables
    from orchestrator.systems.rewording.alignment_error import AlignmentErrorRequest, measure_alignments
    from paralattice.formats.tables.paper_tables import markdown_text

    if flags["alignments"] and (flags["model"] or flags["pairs"]):
        raise click.UsageError("--alignments excludes --model and --pairs: nothing is trained")
    folder = wordnet or (DEBIAN_WORDNET if DEBIAN_WORDNET.is_dir() else None)
    related = open_wordnet(folder) if folder and not flags["alignments"] else None
    methods = symmetrisation or _METHODS
    request = AlignmentErrorRequest(gold, symmetrisations=methods, wordnet=related, **flags)
    table = measure_alignments(request)
    if as_json:
        print_tables([table])
    else:
        click.echo(markdown_text(table), nl=False)
    if output:
        write_tables(output, [table])
