"""``orchestrator tune``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.shared import corpus_options, machinery_options, runs_option, store_option

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
# Those of paralattice.tuning.ranking, which takes too long to import for `--help`.
_MEASURES = (
    "judged", "grammaticality", "fidelity", "entropy", "entropy-difference", "length-difference",
    "edit-distance", "repetition", "novel-share", "paths", "aligned-share",
)  # fmt: skip


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--grid", type=_FILE, required=True, help="TOML file of the values to try.")
@click.option(
    "--measure",
    type=click.Choice(_MEASURES),
    default="entropy-difference",
    show_default=True,
    help="What ranks the settings.",
)
@click.option(
    "--best",
    type=click.Choice(["lowest", "highest", "nearest-zero"]),
    help="Which value of it is the best one.  [default: the measure's own]",
)
@click.option(
    "--top",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many settings to apply to the split dev.",
)
@click.option(
    "--max-settings", type=click.IntRange(1), default=200, show_default=True, help="Refuse larger grids."
)
@click.option(
    "--text",
    "texts",
    type=_FILE,
    multiple=True,
    help="Text to train the language model on; may be given several times.  [default: the splits train and "
    "dev, each part measured by a model of the others]",
)
@click.option("--model", "arpa", type=_FILE, help="A language model in ARPA format (.gz too).")
@click.option("--seen", is_flag=True, help="Let the model of the corpus see the sentences that it measures.")
@click.option("--name", help="Name of the tuning.  [default: the corpus's name and -tune]")
@runs_option
@store_option("RUNS/.store")
@machinery_options
@corpus_options
@click.option("--dry-run", is_flag=True, help="Validate, print how much would be computed, and stop.")
@click.option("--update", is_flag=True, help="Go on although the corpus or other options have changed.")
def tune(corpus: Path, **flags: Any) -> None:
    """Try settings on the training clusters of CORPUS, and the best of them on the dev clusters.

    The grid is a TOML file: a table a stage, a list of values an option
    (`orchestrator options` lists them).  Every combination is a setting.

    \b
      [align]
      position_limit = [0.3, 0.4, 0.5]
      trace_length_discount = [0.25, 0.5]
      iob_exact = [1.0, 2.0]
      iob_partial = [0.0, 0.5]

    \b
      orchestrator tune corpus/ --grid grid.toml --versions V4,V5 --dry-run
      orchestrator tune corpus/ --grid grid.toml --versions V4,V5
      orchestrator tune corpus/ --grid grid.toml --versions V4,V5 --measure judged

    Splits are declared in CORPUS/corpus.toml.  Parses and features are computed
    once for all settings.  Each setting is a run of its own in
    RUNS/NAME/settings (those on dev in RUNS/NAME/dev), for sheets, scores and all
    else that runs are good for; the tables are RUNS/NAME/tuning and tuning-dev
    (.csv, .md, .tex).  A setting's value is the mean over its versions.

    Stop with Ctrl-C whenever you like: the same command goes on.

    \b
    Exit code: 0 done; 1 a cluster failed, or nothing could be ranked; 2 bad input; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.systems.shen.tune import run_tuning

    sys.exit(run_tuning(_request(corpus, flags), Console(highlight=False)))


def _request(corpus: Path, flags: dict[str, Any]) -> Any:
    from dataclasses import replace

    from orchestrator.commands.requests import make_request
    from orchestrator.measures.language_models import ModelRequest
    from orchestrator.measures.measure import MeasureRequest
    from orchestrator.systems.shen.tune import TuneRequest

    if flags["arpa"] and (flags["texts"] or flags["seen"]):
        raise click.UsageError("--model goes with neither --text nor --seen: nothing is trained")
    if flags["texts"] and flags["seen"]:
        raise click.UsageError("--seen is about the model of the corpus, and --text is given")
    base = make_request(corpus, flags)
    if not flags["name"]:
        base = replace(base, name=f"{base.name}-tune")
    model = ModelRequest(flags["texts"], flags["arpa"], seen=flags["seen"])
    return TuneRequest(
        base,
        flags["grid"],
        flags["measure"],
        MeasureRequest(model),
        flags["best"] or "",
        flags["top"],
        flags["max_settings"],
    )
