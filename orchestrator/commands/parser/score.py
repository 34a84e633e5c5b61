"""``orchestrator parser score``."""

from pathlib import Path

import click

from orchestrator.commands.common.output import json_option, print_json
from orchestrator.commands.common.shared import EXISTING, choice_option


@click.command("score")
@click.argument("model")
@click.argument("treebanks", type=EXISTING, nargs=-1, required=True, metavar="TREEBANK...")
@choice_option(
    "--tags",
    ("both", "predicted", "gold"),
    "both",
    "Tags that the parser is given: its own tagger's, the treebank's, or both in turn.",
)
@json_option("Print one JSON object with all counts.")
def score_command(model: str, treebanks: tuple[Path, ...], tags: str, as_json: bool) -> None:
    """Compare the trees of a parser with a treebank.

    MODEL is 'default', 'stanza:PACKAGE', or a folder that
    `orchestrator parser train` made.  A TREEBANK is a file of trees in Penn
    brackets, or a folder with such files (*.mrg).  The sentences have the
    treebank's tokens.

    \b
      orchestrator parser score default test.mrg
      orchestrator parser score my-parser/ wsj/23/ --tags predicted
      orchestrator parser score stanza:ptb3-revised_charlm test.mrg --json > score.json

    The command prints labelled bracketing precision, recall and F1, the share of
    sentences with all brackets right, and the share of words with the right tag,
    in per cent, also by length; and sentences per second of processor time.

    \b
    Conventions (EVALB with COLLINS.prm):
      left out     the root (ROOT, TOP, S1 or no label); words with the gold tags
                   , : . `` '' and constituents that then span nothing
      the same     ADVP and PRT
      cut off      function tags and indices (NP-SBJ-1 is NP); traces (-NONE-)
      unparsed     a sentence without a parse has no brackets: all its gold
                   brackets are missed.  No sentence is skipped
      tags         are compared on all words, punctuation included
    """
    from rich.console import Console

    from orchestrator.commands.common.requests import parser_name
    from orchestrator.parsers.score import TAGS
    from orchestrator.parsers.summary import score_with_progress, show_parser_score

    report = score_with_progress(parser_name(model), treebanks, TAGS if tags == "both" else (tags,))
    if as_json:
        print_json(report.record())
    else:
        show_parser_score(Console(highlight=False), report)
