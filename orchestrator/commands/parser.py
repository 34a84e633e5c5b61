"""``orchestrator parser``: how good a parser is, and parsers of one's own."""

from __future__ import annotations

from pathlib import Path

import click

_TREEBANKS = click.Path(path_type=Path, exists=True)


@click.group()
def parser() -> None:
    """Measure parsers, and train them."""


@parser.command("score")
@click.argument("model")
@click.argument("treebanks", type=_TREEBANKS, nargs=-1, required=True, metavar="TREEBANK...")
@click.option(
    "--tags",
    type=click.Choice(["both", "predicted", "gold"]),
    default="both",
    show_default=True,
    help="Whose tags the parser is given: its own tagger's, or the treebank's.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs, with all counts.")
def score_command(model: str, treebanks: tuple[Path, ...], tags: str, as_json: bool) -> None:
    """Hold the trees of MODEL against those of a TREEBANK.

    MODEL is 'default', 'stanza:PACKAGE', or a folder that `orchestrator parser
    train` has made.  A TREEBANK is a file of trees in Penn brackets, or a folder
    with such files (*.mrg).  Sentences are taken with the treebank's tokens.

    \b
      orchestrator parser score default test.mrg
      orchestrator parser score my-parser/ wsj/23/ --tags predicted
      orchestrator parser score stanza:ptb3-revised_charlm test.mrg --json > score.json

    Printed are labelled bracketing precision, recall and F1, the share of
    sentences with all brackets right, and the share of words with the right tag,
    in per cent, also by length; and sentences a second of processor time.

    \b
    Conventions (EVALB with COLLINS.prm):
      left out     the root (ROOT, TOP, S1 or no label); words with the gold tags
                   , : . `` '' and what then spans nothing
      the same     ADVP and PRT
      cut off      function tags and indices (NP-SBJ-1 is NP); traces (-NONE-)
      unparsed     a sentence without a parse has no brackets: all its gold
                   brackets are missed.  No sentence is skipped
      tags         are compared on all words, punctuation included
    """
    import json

    from rich.console import Console

    from orchestrator.parser_score import TAGS
    from orchestrator.parser_summary import score_with_progress, show_parser_score
    from orchestrator.requests import parser_name

    report = score_with_progress(parser_name(model), treebanks, TAGS if tags == "both" else (tags,))
    if as_json:
        click.echo(json.dumps(report.record(), ensure_ascii=False, indent=2))
    else:
        show_parser_score(Console(highlight=False), report)
