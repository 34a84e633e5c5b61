"""``orchestrator export``."""

from pathlib import Path

import click

from orchestrator.commands.common.output import folder_output, quiet_option
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import choice_option

# The names in paralattice.results.files.FILE_FORMATS, which takes too long to import for `--help`.
FORMATS = (
    "files", "json", "svg", "dot", "graphml", "node-link", "openfst", "tei", "mrg", "features",
)  # fmt: skip


@click.command("export")
@run_argument
@click.argument("clusters", nargs=-1)
@click.option(
    "--version", "versions", multiple=True, help="A version; may be given several times.  [default: all]"
)
@choice_option("--format", FORMATS, "files", "Output format.", to="file_format")
@folder_output("Folder of the files, created if absent.", metavar="DIR")
@quiet_option
def export_command(
    run: Path, clusters: tuple[str, ...], versions: tuple[str, ...], file_format: str, output: Path
) -> None:
    """Write the results of RUN as files for other tools.

    A run keeps its results in a few large files.  This command writes those of
    CLUSTERS, by default of all, one by one, below DIR:

    \b
      files      json, svg, openfst, dot, mrg and features, and for each lattice
                 alignment.json, samples.jsonl and sentences.csv
      json       VERSION/CLUSTER/lattice.json
      svg        VERSION/CLUSTER/lattice.svg, a picture
      openfst    VERSION/CLUSTER/lattice.fst.txt and lattice.syms
      dot        VERSION/CLUSTER/lattice.dot, for Graphviz
      graphml    VERSION/CLUSTER/lattice.graphml, for Gephi, yEd, igraph
      node-link  VERSION/CLUSTER/lattice.node-link.json, for networkx and D3
      tei        VERSION/CLUSTER/alignment.tei.xml, parallel segmentation
      mrg        parses/CLUSTER.mrg, a tree a line: for `submit --parses DIR/parses`
      features   features/CLUSTER.tsv, a token a line

    \b
      orchestrator export runs/corpus -o files/
      orchestrator export runs/corpus bridge ferry --version V4 --format svg -o pictures/

    docs/formats.md describes all files.  In Python, paralattice.Run reads a run
    without them.
    """
    from orchestrator.runs.export import export_run

    exported, files = export_run(run, clusters, versions, file_format, output)
    click.echo(f"{output}: {files} files of {exported} clusters")
