"""``orchestrator phrases evaluate``."""

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import language_model, shared
from orchestrator.commands.common.output import json_option, print_tables
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.report import refresh


@click.command("evaluate")
@run_argument
@click.option("--versions", help="Versions to evaluate, separated by commas.  [default: all of the run]")
@language_model.model_options("  It is needed for Table 4.")
@language_model.tokenized_option
@language_model.order_option
@click.option(
    "--wordnet", type=shared.FOLDER, help="Folder of WordNet's database.  [default: /usr/share/wordnet]"
)
@shared.number_option("--held-out", 11, "Most sentences of a group that are left out in turn (Table 5).")
@shared.number_option("--references", 10, "The n of the last row of Table 6; smaller groups are left out.")
@shared.seed_option(2003, "Random seed.")
@json_option()
@shared.store_option("that of the run")
@shared.resource_options
def evaluate_command(run: Path, versions: str | None, **flags: Any) -> None:
    """Evaluate the lattices of RUN: Tables 2 to 6.

    The tables follow Pang et al. (2003).

    \b
    The command writes into RUN/evaluation/, as .csv, .md and .tex, beside the paper's figures:
      table2      recall of WordNet's synonyms, by length of sentences
      synonyms    how many of the pairs found are synonyms
      table3      numbers of paths, by length of sentences
      table4      entropy of all paths minus that of the sentences, under a
                  language model of --text or --model (lower-cased words)
      repetition  words that paths repeat but no sentence does
      edgain, table5   edits saved by measuring against a lattice
      table6      effect of each further reference sentence
    Table 1 comes from human judgements: orchestrator phrases deal.

    The lattices are evaluated on workers, as in `orchestrator submit`; results
    are kept, and after an interruption the same command continues.

    \b
      orchestrator submit groups/ --method pang --versions pang,V1
      orchestrator phrases evaluate runs/groups --text news.txt
      orchestrator phrases evaluate runs/groups --model wsj.arpa.gz --wordnet WordNet-3.0/dict

    Exit code: 0 all evaluated; 1 some lattices failed; 2 bad input; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.commands.common.requests import make_resources
    from orchestrator.runs.folder import RunFolder
    from orchestrator.systems.phrases.evaluation.figures import EvaluationRequest
    from orchestrator.systems.phrases.evaluation.writing import evaluate_run

    folder = RunFolder(run)
    request = EvaluationRequest(
        versions=shared.comma_separated(versions),
        # Evaluated sentences are lower-cased.
        model=language_model.model_request(flags, lower=True) if flags["texts"] or flags["arpa"] else None,
        **{name: flags[name] for name in ("wordnet", "held_out", "references", "seed")},
    )
    resources = make_resources(run.resolve().parent, flags | folder.store_flags(flags))
    # Progress and tables for people go elsewhere if a program reads the output.
    console = Console(highlight=False, stderr=flags["as_json"])
    show = print_tables if flags["as_json"] else None
    code = evaluate_run(run, request, resources, console, show)
    refresh(run)
    sys.exit(code)
