"""``sentences.csv`` and ``sentences.txt``: the sentences of a run as a table and as text."""

from collections.abc import Iterable, Sequence
from itertools import chain

from orchestrator.io.atomic import writing_whole
from orchestrator.runs.folder import RunFolder
from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.lattice import SENTENCE_COLUMNS
from paralattice.lattice.records.sentence_table import read_sentence_texts
from paralattice.methods import best_first


def write_sentence_files(folder: RunFolder, clusters: Iterable[str], versions: Sequence[str]) -> None:
    """Write the sentences of the clusters that are done, in their order, as a table and as text.

    Both have the chosen ones; :func:`orchestrator.runs.view.samples.sample_lines` gives the others as well.
    The text has a heading with ``#`` for each cluster, one sentence per line, the best version first, each
    once per cluster.

    Raises
    ------
    FormatError
        A file of a cluster cannot be read.
    OSError
        A file cannot be written.
    """
    with writing_whole(folder.sentence_table) as table, writing_whole(folder.sentence_text) as text:
        table.writelines(rows_as_csv([SENTENCE_COLUMNS]))
        for name in clusters:
            pieces = {version: folder.version(name, version).sentence_lines for version in versions}
            table.writelines(pieces.values())
            best = (pieces[version].split("\n") for version in best_first(versions))
            if chosen := dict.fromkeys(chain.from_iterable(map(read_sentence_texts, best))):
                text.write("\n".join([f"# {name}", *chosen, "", ""]))
