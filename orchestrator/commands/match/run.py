"""``orchestrator match run``."""

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import file_output, json_option, print_lines

FORMATS = ("table", "sentences", "csv", "html", "jsonl", "tmx")

SIMILARITIES = ("tfidf", "overlap", "cosine", "bm25", "ngrams", "mixed")


@click.command("run")
@click.argument("documents", type=shared.EXISTING, nargs=-1)
@shared.number_option("--method", 2, "1: by probability alone; 2: by global alignment.", most=2)
@click.option(
    "--model",
    metavar="NAME|FILE",
    help="Parameters: the paper's (britannica, gospels), or a file of --save-model.  "
    "[default: britannica, trained on entries on cities in two encyclopedias]",
)
@click.option(
    "--train",
    type=shared.FILE,
    metavar="GOLD.jsonl",
    help="Train on pairs with known matches instead of loading a model.",
)
@shared.choice_option(
    "--similarity",
    SIMILARITIES,
    "tfidf",
    "With --train: the similarity.  The first three are the paper's; bm25 weights words as BM25 does, "
    "ngrams compares sequences of characters, mixed is the mean of tfidf and ngrams.",
    to="measure",
)
@click.option(
    "--context",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="With --train: weight of the neighbouring pairs; the pair itself has weight 1.",
)
@shared.flag_option(
    "--plain",
    "With --train: only the similarity of a pair, as in the paper; by default also how it compares with "
    "the pairs around it, and all likely pairs are added if that helps in training.",
)
@shared.flag_option(
    "--all-likely",
    "Method 2: add all pairs more probable than 0.65, not five as in the paper; a model that is trained "
    "with this option keeps it.",
)
@click.option("--save-model", type=shared.NEW_FILE, metavar="FILE", help="Write the trained model.")
@shared.lines_option
@shared.language_option
@shared.encoding_option
@shared.choice_option("--format", FORMATS, "table", "Output format, see below.", to="form")
@file_output()
@click.option("--html", type=shared.NEW_FILE, metavar="FILE", help="Also write the format html.")
@click.option("--pairs", type=shared.NEW_FILE, metavar="FILE", help="Also write the format jsonl.")
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    help="Minimum probability of a match.  [default: 0; 0.6 with --pairs and for jsonl and tmx]",
)
@json_option("Print one JSON object per match instead of the table.")
@shared.runs_option
@shared.store_option("RUNS/.store")
@shared.resource_options
def run_command(documents: tuple[Path, ...], method: int, **flags: Any) -> None:
    """Match the sentences of comparable documents.

    This is the method of Nelken & Shieber (2006).  DOCUMENTS are two texts; or the
    folder of an event, whose documents are matched two by two; or a folder of
    events, each a folder of documents (*.txt, *.html, or *.jsonl with "title" and
    "text"); or a file of pairs, one JSON object per line: "sents1" and "sents2",
    lists of sentences, and with --train "gold", the index pairs that match.

    \b
      table      rows with tabs: pair of documents, sentence of the first, sentence
                 of the second (counted from 0), probability of a match
      sentences  the matching sentences as text, below each other
      csv        the table with the sentences, counted from 1, for spreadsheets
      html       a page with the documents side by side and lines between matches
      jsonl      objects of "first", "second", "event", "probability"
      tmx        a translation memory (TMX 1.4), with pairs as units

    `orchestrator reword train --pairs` reads jsonl and tmx, which leave out equal
    sentences.

    \b
      orchestrator match run monday.txt tuesday.txt --html links.html
      orchestrator match run pairs.jsonl --method 1
      orchestrator match run event/ --train gold.jsonl --save-model news.json
      orchestrator match run events/ --model news.json --workers 2 -o matches.tsv
      orchestrator match run events/ --format tmx -o pairs.tmx

    With --workers or --broker, and for large inputs, documents of folders are
    matched on workers; results are stored, and the same command continues an
    interrupted one.

    \b
    Exit code: 0 all pairs matched; 1 some failed; 2 bad input; 130 stopped.
    """
    if not documents and not flags["train"]:
        raise click.UsageError("two texts, a folder or a file of pairs are needed, or --train")
    if len(documents) > 2:
        raise click.UsageError("more than two documents: put them into a folder")
    if len(documents) == 2 and any(path.is_dir() for path in documents):
        raise click.UsageError("a folder stands alone: every two texts in it are matched")
    from attrs import evolve

    from paralattice.languages.registry import DEFAULT

    trained = _model(flags)
    if documents:
        options = evolve(trained.options(method), language=flags["language"] or DEFAULT)
        sys.exit(_run(documents, trained, options, flags))


def _run(documents: tuple[Path, ...], trained: Any, options: Any, flags: dict[str, Any]) -> int:
    from orchestrator.io.atomic import write_whole
    from orchestrator.systems.matching import output

    if flags["as_json"] and flags["form"] != "table":
        raise click.UsageError("--json and --format exclude each other")
    results, failures = _results(documents, trained, options, flags)
    for form, file in (("html", flags["html"]), ("jsonl", flags["pairs"])):
        if file:
            results = list(results)
            write_whole(file, output.FORMS[form](results, _least(form, flags)))
    lines = output.json_lines if flags["as_json"] else output.FORMS[flags["form"]]
    print_lines(lines(results, _least(flags["form"], flags)), flags["output"], quiet=True)
    if not (flags["train"] or flags["model"] or flags["quiet"]):
        note = f"parameters of the paper, trained on {trained.trained_on}: --train fits them to your texts"
        click.echo(note, err=True)
    for name, reason in failures.items():
        click.echo(f"failed: {name}: {reason}", err=True)
    return 1 if failures else 0


def _least(form: str, flags: dict[str, Any]) -> float:
    """Return the minimum probability of the matches to write in a format."""
    if flags["least"] is not None:
        return float(flags["least"])
    return 0.6 if form in ("jsonl", "tmx") else 0.0


def _results(documents: tuple[Path, ...], trained: Any, options: Any, flags: dict[str, Any]) -> Any:
    from orchestrator.commands.common.requests import make_resources
    from orchestrator.documents.provenance import document_notes
    from orchestrator.systems.matching import matching
    from orchestrator.systems.matching.documents import events_of, two_texts

    first, *others = documents
    form = flags["lines"], options.language, flags["encoding"]
    if others:
        return matching.match_two(two_texts(first, others[0], *form), trained, options), {}
    if not first.is_dir():
        return matching.match_file(first, trained, options, flags["encoding"]), {}
    events = events_of(first, *form)
    for note in document_notes(events):
        click.echo(note, err=True)
    wanted = flags["workers"] or flags["broker"] or matching.is_much(events)
    resources = make_resources(flags["runs"], flags) if wanted else None
    return matching.match_events(events, trained, options, resources, flags["runs"] / ".match")


def _model(flags: dict[str, Any]) -> Any:
    """Load the model, or train and save one."""
    from dataclasses import replace

    from orchestrator.systems.matching import models
    from paralattice.languages.registry import DEFAULT

    train, measure, context, plain = (flags[name] for name in ("train", "measure", "context", "plain"))
    if train is None:
        if flags["save_model"] or context or measure != "tfidf" or plain:
            raise click.UsageError("--save-model, --similarity, --context and --plain go with --train")
        found = models.load_model(flags["model"] or "britannica")
        return replace(found, all_likely=found.all_likely or flags["all_likely"])
    if flags["model"]:
        raise click.UsageError("--model and --train exclude each other")
    gold, language = models.read_gold(train, flags["encoding"]), flags["language"] or DEFAULT
    found = models.train_model(gold, measure, context, surroundings=not plain, language=language)
    trained = replace(found, trained_on=str(train), all_likely=found.all_likely or flags["all_likely"])
    if flags["save_model"]:
        models.save_model(flags["save_model"], trained)
    click.echo(f"trained: {trained.parameters_text()}", err=True)
    return trained
