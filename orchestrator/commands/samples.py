"""``orchestrator samples``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchestrator.commands.common import completion
from orchestrator.commands.common.output import output_options, print_lines
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import choice_option, comma_separated, flag_option

if TYPE_CHECKING:
    from orchestrator.runs.folder import RunFolder

_PAIRS = ("pairs", "pairs-csv", "pairs-tsv")
_FORMATS = ("txt", "csv", "jsonl", "label-studio", "argilla", *_PAIRS)


@click.command("samples")
@run_argument
@click.option("--version", "versions", metavar="NAMES", help="Versions, separated by commas.  [default: all]")
@click.option("--cluster", "clusters", multiple=True, metavar="NAME", help="A cluster; may be repeated.")
@flag_option("--chosen", "Only the sentences that were chosen for judging.")
@flag_option(
    "--one", "The one sentence of each cluster, a line each: of the versions that make one, the best."
)
@choice_option("--format", _FORMATS, "txt", "The format.", to="form")
@click.option(
    "--refused",
    is_flag=False,
    flag_value="",
    metavar="[RULES]",
    shell_complete=completion.rules,
    help="In place of new sentences, how many candidates the rules of V6 refused, by default all of them; "
    "names are separated by commas.",
)
@flag_option("--show", "With --refused: the refused sentences, made again, each with its fault.")
@click.option(
    "--relation",
    metavar="NAMES",
    help="With pairs: what the target says beside the source, of equal, less, more and mixed; names are "
    "separated by commas.  [default: all]",
)
@click.option(
    "--least-difference",
    type=click.FloatRange(0, 1),
    help="With pairs: the least difference (PINC) of the target from the source, 0 to 1.",
)
@click.option(
    "--most-edits",
    type=click.IntRange(0),
    help="With pairs: the most edited words between source and target.",
)
@click.option(
    "--split",
    metavar="TRAIN,DEV,TEST",
    help="With pairs: percentages of the clusters in each, such as 80,10,10; the same clusters each time.  "
    "A split that the corpus has stays.",
)
@output_options
def samples_command(
    run: Path,
    versions: str | None,
    clusters: tuple[str, ...],
    chosen: bool,
    one: bool,
    form: str,
    refused: str | None,
    show: bool,
    output: Path | None,
    quiet: bool,
    **filters: Any,
) -> None:
    """Print the new sentences of RUN as text, or as pairs.

    A new sentence is one that was drawn from a lattice and that no sentence of
    its cluster equals. The chosen ones are also in RUN/sentences.csv and .txt.

    \b
      orchestrator samples corpus --chosen
      orchestrator samples corpus --version V4 --cluster bridge
      orchestrator samples corpus --one
      orchestrator samples corpus --format jsonl -o sentences.jsonl
      orchestrator samples corpus --format pairs --relation equal --split 80,10,10
      orchestrator samples corpus --refused
      orchestrator samples corpus --refused same,which --show --cluster bridge

    \b
      txt           a heading with # for each cluster, one sentence per line; with --one
                    cluster, sentence, and why it is one of the cluster, with tabs
      csv           rows of sentences.csv
      jsonl         one object per line, as datasets.load_dataset("json") reads it
      label-studio  tasks to import in Label Studio, with the originals
      argilla       records for rg.Dataset.records.from_json, with the originals
      pairs         V6: one object per line and pair of sentences: source, target,
                    relation, edits, difference, operations, cluster, split, origin
      pairs-csv     the same as CSV
      pairs-tsv     the same, with tabs between columns and no quoting

    Sentences of a cluster are numbered from 1 in csv and in texts, from 0 in the
    numbers of JSON (sources).
    """
    from orchestrator.runs.folder import RunFolder
    from orchestrator.runs.view.samples import one_sentence_lines, sample_lines

    if show and refused is None:
        raise click.UsageError("--show needs --refused")
    if refused is not None and form != "txt":
        raise click.UsageError(f"--refused prints text about candidates: it has no --format {form}")
    given = [name for name in sorted(filters) if filters[name] is not None]
    if given and form not in _PAIRS:
        option = given[0].replace("_", "-")
        raise click.UsageError(f"--{option} selects pairs: add --format pairs, pairs-csv or pairs-tsv")
    if one and (chosen or refused is not None or form in _PAIRS):
        raise click.UsageError("--one excludes --chosen, --refused and the formats of pairs")
    found = RunFolder(run)
    if one:
        lines = one_sentence_lines(found, form, comma_separated(versions), clusters)
    elif refused is not None:
        lines = _refusals(found, clusters, comma_separated(refused), show)
    elif form in _PAIRS:
        if versions not in (None, "V6"):
            raise click.UsageError("pairs are made of the sentences of V6 alone: leave --version out")
        lines = _pairs(found, form, clusters, chosen, **filters)
    else:
        lines = sample_lines(found, form, chosen, comma_separated(versions), clusters)
    print_lines(lines, output, quiet)


def _pairs(
    run: RunFolder,
    form: str,
    clusters: tuple[str, ...],
    chosen: bool,
    relation: str | None,
    least_difference: float | None,
    most_edits: int | None,
    split: str | None,
) -> Iterator[str]:
    """Return the lines of pairs; raise a UsageError for a split that is not of numbers."""
    from orchestrator.runs.view.samples import pair_lines, require_clusters
    from paralattice.exchange.relations import RELATIONS
    from paralattice.methods.sentence_pairs import sentence_pairs
    from paralattice.results import Run

    require_clusters(run, clusters)
    shares = comma_separated(split)
    if not all(share.isdecimal() for share in shares):
        raise click.UsageError("--split takes three percentages, such as 80,10,10")
    pairs = sentence_pairs(
        Run(run.root),
        comma_separated(relation) or RELATIONS,
        least_difference or 0.0,
        most_edits,
        tuple(map(int, shares)) if split is not None else None,
        clusters,
        chosen,
    )
    return pair_lines(form, pairs)


def _refusals(run: RunFolder, clusters: tuple[str, ...], rules: tuple[str, ...], show: bool) -> Iterator[str]:
    """Return the lines of ``--refused``; raise an OptionError for a name that no rule has."""
    from paralattice.exchange.options import require_rules

    require_rules("--refused", rules)
    if show:
        # Lazy import: it loads the parser.
        from orchestrator.runs.view.refusals import refused_sentences

        return refused_sentences(run, clusters, rules)
    from orchestrator.runs.view.samples import refusal_totals

    return refusal_totals(run, clusters, rules)
