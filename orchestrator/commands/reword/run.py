"""``orchestrator reword run``."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import file_output, json_option, print_lines


@click.command("run")
@click.argument("texts", nargs=-1, metavar="[TEXT]…|-|FILE")
@click.option(
    "--model",
    type=shared.FOLDER,
    required=True,
    metavar="FOLDER",
    help="Model folder of `orchestrator reword train`.",
)
@click.option(
    "-n", "--best", type=click.IntRange(1), default=5, show_default=True, help="Number of rewordings."
)
@click.option(
    "--u",
    "identity",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.5,
    show_default=True,
    help="Preset quirk2004: probability that a word stays; the higher, the fewer words are replaced.",
)
@shared.number_option(
    "--replacements",
    20,
    "Preset quirk2004: most probable replacements of a phrase to try; 0 for all, as in the paper.",
    least=0,
)
@click.option(
    "--likely",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Least probability of an edit; the higher, the fewer sentences are reworded, and the better.  "
    "[default: the model's]",
)
@shared.number_option("--changes", 1, "Maximum number of edits of a rewording.", most=12)
@shared.number_option(
    "--contexts",
    2,
    "Least number of sides on which an edit stands beside a word that the language model has seen "
    "there; 1 for more rewordings, with a --likely of 0.3 or so.",
    least=0,
    most=2,
)
@shared.flag_option(
    "--force", "If rewordings are missing, also return single edits that --likely and --contexts exclude."
)
@shared.flag_option("--keep", "Allow the sentence itself among the rewordings.")
@shared.choice_option(
    "--system",
    ("pr", "wn", "wn+lm", "cl"),
    "pr",
    "Phrasal replacement, or one of the paper's baselines: WordNet, WordNet with the language model, "
    "statistical classes with the language model.",
)
@shared.wordnet_option(", for wn and wn+lm")
@shared.seed_option(2004, "Random seed of wn.")
@click.option(
    "--tags/--no-tags",
    default=True,
    help="Whether the parser's tags check that a new word has the part of speech of the old one; without, "
    "rewording is faster.  [default: tags]",
)
@shared.tokens_option
@json_option("Print one line of JSON per sentence.")
@click.option(
    "--show",
    type=click.Choice(["lattice", "evidence"]),
    help="lattice: draw the generation lattice of one sentence; evidence: the sentence pairs that each "
    "replacement was learnt from.",
)
@shared.number_option("--edges", 44, "With --show: number of edges.", least=0)
@file_output(
    "File of the output; a picture is SVG, or DOT if the name ends in .dot.  [default: standard output]"
)
@shared.store_option("a temporary folder")
@shared.resource_options
def run_command(texts: tuple[str, ...], model: Path, output: Path | None, **flags: Any) -> None:
    """Reword sentences with a trained model.

    Each TEXT is a sentence, "-" for standard input, or the name of an existing
    file; standard input and files have one sentence per line.

    A rewording has a likely edit, or --changes of them, each with a change of content; a
    sentence without any has no rewording, unless --force is given.  The score is
    log10 of the odds of the edits.  Under the preset quirk2004 it is log10 of the
    probability of the replacements times that of the resulting words.  The best
    rewording comes first.

    \b
      orchestrator reword run --model model/ "The ferry ran aground near the cape." -n 3
      orchestrator reword run --model model/ "The ferry ran aground." --show evidence
      orchestrator reword run --model model/ sentences.txt --json > rewordings.jsonl
      orchestrator reword run --model model/ --system wn+lm - < sentences.txt
      orchestrator reword run --model model/ "The ferry ran aground." --show lattice -o lattice.svg

    More than 200 sentences are reworded by worker processes, fewer in this process.
    """
    from orchestrator.systems.rewording.reword import draw_lattice

    request = _request(model, flags)
    if flags["show"] == "lattice":
        form = "dot" if output and output.suffix.lower() == ".dot" else "svg"
        lines = iter([draw_lattice(_single(texts), request, form, flags["edges"])])
    else:
        lines = _lines(_sentences(texts), request, flags)
    print_lines(lines, output, quiet=True)


def _request(model: Path, flags: dict[str, Any]) -> Any:
    from orchestrator.systems.rewording.reword import RewordRequest
    from paralattice.rewording.options import DecodeOptions

    options = DecodeOptions(
        flags["identity"],
        flags["replacements"],
        flags["best"],
        not flags["keep"],
        likely=flags["likely"],
        edits=flags["changes"],
        contexts=flags["contexts"],
        force=flags["force"],
    )
    given = {name: flags[name] for name in ("system", "wordnet", "seed", "tokenized", "tags")}
    return RewordRequest(model, options, **given)


def _sentences(texts: tuple[str, ...]) -> Iterator[str]:
    if not texts:
        raise click.UsageError("a sentence is needed, a file, or - for the standard input")
    from orchestrator.io.text import read_text

    for text in texts:
        if text == "-":
            yield from read_text().splitlines()
        # Path.is_file raises an error for a sentence that is longer than a file name may be.
        elif os.path.isfile(text):  # noqa: PTH113
            yield from read_text(text).splitlines()
        else:
            yield text


def _single(texts: tuple[str, ...]) -> str:
    sentences = list(_sentences(texts))
    if len(sentences) != 1:
        raise click.UsageError(f"--show draws the lattice of one sentence, not of {len(sentences)}")
    return sentences[0]


def _lines(sentences: Iterator[str], request: Any, flags: dict[str, Any]) -> Iterator[str]:
    from contextlib import ExitStack
    from dataclasses import replace
    from tempfile import TemporaryDirectory

    from rich.console import Console

    from orchestrator.commands.common.requests import make_resources
    from orchestrator.io.model_folder import ModelFolder
    from orchestrator.systems.rewording.output import json_line, note_unknown
    from orchestrator.systems.rewording.reword import reword_texts

    console = Console(stderr=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="paralattice-")))
        found = reword_texts(
            sentences, request, lambda: make_resources(folder, flags), console, always=bool(flags["broker"])
        )
        evidence = ModelFolder(request.model).evidence() if flags["show"] else None
        for number, one in enumerate(found, 1):
            reworded = replace(one, evidence=evidence)
            note_unknown(reworded, number, console)
            if flags["as_json"]:
                yield json_line(reworded, flags["system"]) + "\n"
            else:
                yield "".join(f"{line}\n" for line in reworded.lines())
