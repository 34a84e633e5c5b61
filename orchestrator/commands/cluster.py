"""``orchestrator cluster``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import quiet_option


@click.command("cluster")
@click.argument("documents", metavar="DOCS", type=shared.FOLDER)
@click.option("-o", "--output", type=shared.FOLDER, help="Folder of the clusters.")
@click.option(
    "--terms",
    type=shared.FILE,
    help="File of key terms.  [default: terms.txt in the folder of the event or of all events; otherwise "
    "suggested terms]",
)
@shared.flag_option("--suggest", "Suggest key terms; without --output print them and stop.")
@shared.drop_duplicates_option
@shared.lines_option
@shared.language_option
@shared.encoding_option
@shared.flag_option("--tokenized", "Texts have one sentence per line, and white space between tokens.")
@click.option(
    "--similar", type=float, default=0.9, show_default=True, help="Least similarity of near duplicates."
)
@click.option("--least", type=int, default=2, show_default=True, help="Fewest sentences of a cluster.")
@click.option("--most", type=int, default=1000, show_default=True, help="Most sentences of a cluster.")
@click.option("--suggested", type=int, default=20, show_default=True, help="Most terms to suggest.")
@quiet_option
def cluster_command(documents: Path, output: Path | None, **flags: Any) -> None:
    """Group sentences of documents into clusters by key terms.

    This is section 4.1.1 of Shen et al. (2006).  DOCS is a folder of documents
    about one event, or a folder of events, each a folder of documents: texts
    (*.txt), web pages (*.html), or JSON Lines (*.jsonl) with "title" and "text".
    All sentences with a key term form the cluster of that term; a sentence may be
    in several.

    \b
      orchestrator cluster milan/ --suggest > terms.txt      then edit it
      orchestrator cluster milan/ --terms terms.txt -o corpus/
      orchestrator submit corpus/

    Each line of a file of key terms makes a cluster:

    \b
      fasulo                            the word in any of its forms
      injur*                            words that begin with injur
      tower = Pirelli, high rise @train    a name, alternatives, a split
      [milan]                           the lines below are for that event only

    In corpus/sources/, sentences.tsv lists the document and number of each
    sentence and which sentences nearly repeat others, and terms.txt lists the
    key terms with their counts.
    """
    from orchestrator.commands.common.requests import document_settings
    from orchestrator.documents.clustering import cluster_documents
    from orchestrator.documents.provenance import summary_lines, term_lines
    from orchestrator.documents.writing import write_corpus

    if output is None and not flags["suggest"]:
        raise click.UsageError("--output is needed, or --suggest to print key terms")
    clustered = cluster_documents(documents, document_settings(flags), flags["tokenized"])
    if output is None:
        click.echo("".join(term_lines(clustered)), nl=False)
        return
    write_corpus(output, clustered)
    for line in summary_lines(clustered, output):
        click.echo(line)
