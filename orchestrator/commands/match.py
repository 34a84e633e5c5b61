"""``orchestrator match``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_NEW_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("documents", type=click.Path(path_type=Path, exists=True), nargs=-1)
@click.option(
    "--method",
    type=click.IntRange(1, 2),
    default=2,
    show_default=True,
    help="1: by probability alone; 2: by global alignment.",
)
@click.option(
    "--model",
    metavar="NAME|FILE",
    help="Parameters: the paper's (britannica, gospels), or a file of --save-model.  [default: britannica]",
)
@click.option("--train", type=_FILE, metavar="GOLD.jsonl", help="Train on pairs with known matches instead.")
@click.option(
    "--measure",
    type=click.Choice(["tfidf", "overlap", "cosine"]),
    default="tfidf",
    show_default=True,
    help="With --train: what similarity is the cosine of.",
)
@click.option("--save-model", type=_NEW_FILE, metavar="FILE", help="Write what --train found.")
@click.option("--lines", is_flag=True, help="Texts have a sentence a line.")
@click.option("--html", type=_NEW_FILE, metavar="FILE", help="Also write a page with lines between matches.")
def match(documents: tuple[Path, ...], html: Path | None, lines: bool, method: int, **flags: Any) -> None:
    """Match the sentences of comparable DOCUMENTS (Nelken & Shieber 2006).

    DOCUMENTS are two texts; or a folder, of which every two texts (*.txt) are
    matched; or a file of pairs, one JSON object a line: "sents1" and "sents2",
    lists of sentences, and with --train "gold", the index pairs that match.

    Printed is a table with tabs: pair, sentence of the first document, sentence
    of the second (counted from 0), and the probability of a match.

    \b
      orchestrator match monday.txt tuesday.txt --html links.html
      orchestrator match pairs.jsonl --method 1
      orchestrator match event/ --train gold.jsonl --save-model news.json
      orchestrator match event/ --model news.json
    """
    from orchestrator.matching import HEADER, match_sources, write_page
    from paraphrase.options import MatchOptions

    if not documents and not flags["train"]:
        raise click.UsageError("two texts, a folder or a file of pairs are needed, or --train")
    trained = _model(**flags)
    if not documents:
        return
    options = MatchOptions(measure=trained.measure, method=method)
    results = match_sources(_checked(documents), trained, options, whole_lines=lines)
    if html:
        found = list(results)
        write_page(html, found)
        results = iter(found)
    click.echo(HEADER)
    for result in results:
        for line in result.lines():
            click.echo(line)


def _checked(documents: tuple[Path, ...]) -> tuple[Path, ...]:
    if len(documents) > 2:
        raise click.UsageError("more than two documents: put them into a folder")
    if len(documents) == 2 and any(path.is_dir() for path in documents):
        raise click.UsageError("a folder stands alone: every two texts in it are matched")
    return documents


def _model(train: Path | None, model: str | None, measure: str, save_model: Path | None) -> Any:
    from orchestrator import match_models

    if train is None:
        if save_model or measure != "tfidf":
            raise click.UsageError("--save-model and --measure go with --train")
        return match_models.load_model(model or "britannica")
    if model:
        raise click.UsageError("--model and --train exclude each other")
    trained = match_models.train_model(match_models.read_gold(train), measure)
    if save_model:
        match_models.save_model(save_model, trained)
    found = trained.model
    click.echo(
        f"trained: intercept {found.intercept:.4f}, slope {found.slope:.4f}, threshold {found.threshold:.4f}",
        err=True,
    )
    return trained
