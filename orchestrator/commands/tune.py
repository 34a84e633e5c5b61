"""``orchestrator tune``."""

import sys
from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.language_model import model_options, model_request, seen_option
from orchestrator.commands.common.output import json_option, print_json

# The names in paralattice.tuning.ranking, which takes too long to import for `--help`.
_MEASURES = (
    "judged", "grammaticality", "fidelity", "entropy", "entropy-difference", "length-difference",
    "edit-distance", "repetition", "novel-share", "paths", "aligned-share",
)  # fmt: skip


@click.command("tune")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--grid", type=shared.FILE, required=True, help="TOML file of the values to try.")
@shared.choice_option("--measure", _MEASURES, "entropy-difference", "The measure that ranks the settings.")
@click.option(
    "--best",
    type=click.Choice(["lowest", "highest", "nearest-zero"]),
    help="The best value of the measure.  [default: the measure's own]",
)
@shared.number_option("--top", 3, "Number of best settings to apply to the split dev.", least=0)
@shared.number_option("--max-settings", 200, "Refuse grids with more settings.")
@model_options("  [default: the splits train and dev, each part measured by a model of the others]")
@seen_option
@click.option("--name", help="Name of the tuning.  [default: the corpus's name with -tune]")
@shared.runs_option
@shared.store_option("RUNS/.store")
@shared.resource_options
@shared.corpus_options
@shared.flag_option("--dry-run", "Validate, print the amount of work, and stop.")
@shared.flag_option("--update", "Continue although the corpus or other options have changed.")
@json_option("Print the tables, or the plan with --dry-run, as one JSON object.")
def tune_command(corpus: Path, as_json: bool, **flags: Any) -> None:
    """Try options on the training clusters of CORPUS.

    The best settings are then tried on the dev clusters.

    The grid is a TOML file with a table for each stage and a list of values for
    each option (`orchestrator options` lists them).  Every combination is a setting.

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
    once for all settings.  Each setting is a run in RUNS/NAME/settings (on dev in
    RUNS/NAME/dev), for other commands such as `judge deal` and `judge score`; the tables are
    RUNS/NAME/tuning and tuning-dev (.csv, .md, .tex).  The value of a setting is
    the mean over its versions.

    Stop with Ctrl-C at any time; the same command continues.

    \b
    Exit code: 0 done; 1 a cluster failed, or nothing could be ranked; 2 bad input; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.systems.tuning.tune import run_tuning

    console = Console(highlight=False, quiet=as_json or flags["quiet"])
    sys.exit(run_tuning(_request(corpus, flags), console, print_json if as_json else None))


def _request(corpus: Path, flags: dict[str, Any]) -> Any:
    from dataclasses import replace

    from orchestrator.commands.common.requests import make_request
    from orchestrator.measures.measure import MeasureRequest
    from orchestrator.systems.tuning.tune import TuneRequest

    base = make_request(corpus, flags)
    if not flags["name"]:
        base = replace(base, name=f"{base.name}-tune")
    return TuneRequest(
        base,
        flags["grid"],
        flags["measure"],
        MeasureRequest(model_request(flags)),
        flags["best"] or "",
        flags["top"],
        flags["max_settings"],
    )
