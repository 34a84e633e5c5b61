"""``orchestrator evaluate``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.shared import FOLDER, machinery_options, store_option

_FILE = click.Path(dir_okay=False, exists=True, path_type=Path)


@click.command()
@click.argument("run", type=FOLDER)
@click.option("--versions", help="Versions to evaluate, separated by commas.  [default: all of the run]")
@click.option(
    "--text",
    "texts",
    type=_FILE,
    multiple=True,
    help="Text to train the language model of Table 4 on; may be given several times.",
)
@click.option("--tokenized", is_flag=True, help="The texts have a sentence a line, blanks between tokens.")
@click.option(
    "--model", "arpa", type=_FILE, help="A model in ARPA format (.gz too), of lower-cased words, instead."
)
@click.option(
    "--order", type=click.IntRange(1, 12), default=4, show_default=True, help="Words of the longest n-grams."
)
@click.option("--wordnet", type=FOLDER, help="Folder of WordNet's database.  [default: /usr/share/wordnet]")
@click.option(
    "--held-out",
    type=click.IntRange(1),
    default=11,
    show_default=True,
    help="Sentences of a group that are left out in turn (Table 5), at most.",
)
@click.option(
    "--references",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="n of the last row of Table 6; smaller groups are not in it.",
)
@click.option("--seed", type=int, default=2003, show_default=True, help="Decides what is left to chance.")
@store_option("that of the run")
@machinery_options
def evaluate(run: Path, **flags: Any) -> None:
    """Evaluate the lattices of RUN (a folder, such as runs/groups) as Pang et al. (2003) did.

    \b
    RUN/evaluation/ then has, as .csv, .md and .tex, with the paper's figures beside:
      table2      recall of WordNet's synonyms, by length of sentences; synonyms:
                  how many of the pairs found are synonyms
      table3      numbers of paths, by length of sentences
      table4      entropy of all paths against that of the sentences, under a
                  language model of --text or --model
      repetition  words that paths repeat though no sentence does
      edgain, table5   edits saved by measuring against a lattice
      table6      what each further reference sentence adds
    Table 1 is made of people's judgements: orchestrator pair-sheets.

    The lattices are evaluated on workers, as those of `orchestrator submit`;
    what is computed is kept, and the same command goes on where it stopped.

    \b
      orchestrator submit groups/ --method pang --versions pang,V1
      orchestrator evaluate runs/groups --text news.txt
      orchestrator evaluate runs/groups --model wsj.arpa.gz --wordnet WordNet-3.0/dict

    Exit code: 0 all evaluated; 1 some lattices failed; 2 bad input; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.commands.requests import make_machinery
    from orchestrator.runs.folder import RunFolder
    from orchestrator.systems.pang.evaluation import evaluate_run

    folder = RunFolder(run)
    request = _request(**flags)
    machinery = make_machinery(flags | folder.store_flags(flags), run.resolve().parent)
    sys.exit(evaluate_run(run, request, machinery, Console(highlight=False)).exit_code)


def _request(
    versions: str | None, texts: tuple[Path, ...], tokenized: bool, arpa: Path | None, **flags: Any
) -> Any:
    from orchestrator.measures.language_models import ModelRequest
    from orchestrator.systems.pang.evaluation import EvaluationRequest
    from paralattice.rewording.options import LanguageModelOptions

    if arpa and texts:
        raise click.UsageError("--model goes without --text: nothing is trained")
    if tokenized and not texts:
        raise click.UsageError("--tokenized is about the files of --text, and there is none")
    options = LanguageModelOptions(order=flags["order"])
    model = ModelRequest(texts, arpa, options, tokenized, lower=True) if texts or arpa else None
    return EvaluationRequest(
        versions=tuple(name.strip() for name in versions.split(",")) if versions else (),
        model=model,
        **{name: flags[name] for name in ("wordnet", "held_out", "references", "seed")},
    )
