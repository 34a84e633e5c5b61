"""Scores of a parser as tables on the terminal."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from orchestrator.corpora.treebank_files import read_treebank
from orchestrator.io.console import say, transient_bar
from orchestrator.io.tables import grid, print_grid
from orchestrator.parsers.score import CONVENTIONS, ParserScore, score_parser
from paralattice.formats.tables.paper_tables import decimal_text
from paralattice.measures.brackets import BracketScore

# A row of all of them fits into 80 characters.
_HEADINGS = ("precision", "recall", "F1", "exact", "tags ok", "trees", "unparsed")


def score_with_progress(model: str, paths: Iterable[Path], tags: tuple[str, ...]) -> ParserScore:
    """Score a parser; show a progress bar on a terminal."""
    treebank = read_treebank(paths)
    with transient_bar("parsing") as progress:
        task = progress.add_task("sentences", total=len(treebank.trees) * len(tags))
        return score_parser(model, treebank, tags, lambda count: progress.advance(task, count))


def show_parser_score(console: Console, report: ParserScore) -> None:
    """Print the scores as tables, in per cent, and their conventions."""
    trees = sum(count for _, _, count in report.treebank.files)
    say(console, f"parser {report.model}, digest {report.digest[:12]}; {trees:,} trees")
    rows = [(one.tags, *_cells(one.total), decimal_text(one.rate, 1)) for one in report.scores]
    print_grid(console, grid(("tags", *_HEADINGS, "trees/s"), rows, ("tags",)))
    for score in report.scores:
        say(console, f"\nby length, {score.tags} tags")
        rows = [
            (f"{low}-{high}" if high else f"{low} and more", *_cells(part)) for low, high, part in score.bands
        ]
        print_grid(console, grid(("words", *_HEADINGS), rows, ("words",)))
    say(console, f"\n{CONVENTIONS}")


def _cells(score: BracketScore) -> list[str]:
    shares = (score.precision, score.recall, score.f1, score.exact_match, score.tag_accuracy)
    return [*(decimal_text(100 * share, 2) for share in shares), str(score.sentences), str(score.unparsed)]
