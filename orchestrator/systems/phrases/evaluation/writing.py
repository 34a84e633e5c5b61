"""``orchestrator phrases evaluate``: tables of an evaluation, written to ``RUN/evaluation`` and printed."""

from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console

import paralattice
from orchestrator.corpora.wordnet_files import DEBIAN_WORDNET, WordNetError, open_wordnet
from orchestrator.engine.resources import Resources
from orchestrator.engine.worker_pool import open_worker_pool
from orchestrator.io.atomic import write_json
from orchestrator.io.console import say, warn
from orchestrator.io.tables import replaced_together, show_table, table_file_names, write_tables
from orchestrator.runs.folder.files import EVALUATION_TABLES
from orchestrator.systems.phrases.evaluation.figures import EvaluatedRun, EvaluationRequest, gather_figures
from orchestrator.systems.phrases.evaluation.models import store_model
from orchestrator.systems.phrases.evaluation.tables import Synonyms, evaluation_tables
from paralattice.formats.tables.paper_tables import Table
from paralattice.measures.synonyms import Synonymy


def evaluate_run(
    folder: Path,
    request: EvaluationRequest,
    resources: Resources,
    console: Console,
    show: Callable[[Iterable[Table]], None] | None = None,
) -> int:
    """Evaluate the lattices of a run on the workers, write ``evaluation/`` into its folder, print the tables.

    The store keeps the figures: the same command continues after an interruption.  The exit code is 0
    if all lattices were evaluated, else 1.

    Parameters
    ----------
    folder
        The folder of a run; clusters that are not done are left out.
    request
        Options of the evaluation.
    resources
        Store, workers and broker.
    console
        Where to print progress and tables.
    show
        Prints the tables instead; ``None`` to print them on the console.

    Raises
    ------
    ParalatticeError
        Files of the run, texts or models are damaged; there is no WordNet in the given folder; or
        the workers do not start.
    OSError
        A file cannot be read or written.
    StopRequest
        The command was asked to stop.
    """
    run = EvaluatedRun(folder, request.versions)
    found, wordnet = _wordnet(run, request, console)
    store = resources.open_store()
    key, model = store_model(request.model, store) if request.model else ("", None)
    if request.model is None:
        warn(console, "no Table 4: it needs a language model (--text FILE or --model FILE)")
    with open_worker_pool(resources, f"evaluate-{folder.resolve().name}", folder / "logs", console) as pool:
        figures = gather_figures(run, request, key, store, pool)
        failures = dict(pool.failures)
    tables = evaluation_tables(run.versions, figures, request.references, found)
    record = {
        "paralattice": paralattice.__version__,
        "run": run.identity,
        "versions": list(run.versions),
        "clusters": len(run.clusters),
        "left_out": list(run.left_out),
        "failed": failures,
        "language_model": model,
        "wordnet": wordnet,
        "pairs": request.pairs.to_dict(),
        **{name: getattr(request, name) for name in ("held_out", "references", "seed")},
        # The number of groups in Table 6.
        "curves": {
            version: sum(one.version == version and len(one.curve) == request.references for one in figures)
            for version in run.versions
        },
    }
    with replaced_together(run.folder.evaluation, table_file_names(*EVALUATION_TABLES)) as new:
        write_tables(new, tables)
        write_json(new / "evaluation.json", record)
    if show is not None:
        show(tables)
    for table in tables if show is None else ():
        say(console, f"\n{table.name}: {table.caption}")
        show_table(console, table)
    for name, reason in failures.items():
        warn(console, f"failed: {name}: {reason}")
    say(console, f"\ntables in {run.folder.evaluation}")
    return 1 if failures else 0


def _wordnet(
    run: EvaluatedRun, request: EvaluationRequest, console: Console
) -> tuple[tuple[Synonymy, Synonyms] | None, str | None]:
    """Return WordNet with the synonyms of the run's clusters, and its folder; ``None`` without WordNet."""
    folder = request.wordnet or DEBIAN_WORDNET
    try:
        synonymy = Synonymy(open_wordnet(folder))
    except WordNetError as error:
        if request.wordnet:
            raise
        warn(console, f"no Table 2: {error}")
        return None, None
    synonyms = {name: synonymy.pairs(run.folder.cluster(name).words) for name in run.clusters}
    return (synonymy, synonyms), str(folder)
