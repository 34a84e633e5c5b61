"""Begin or continue a run: its record, and the clusters in its ledger."""

from typing import Any

from orchestrator.engine.backends import new_identity
from orchestrator.io.atomic import write_whole
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.ledger import DONE, Ledger, noted_corpus
from orchestrator.runs.plan import Plan
from orchestrator.runs.results import CLUSTER_COLUMNS, cluster_row, csv_lines
from orchestrator.runs.session import usable
from orchestrator.runs.submission.admission import allowed_changes
from orchestrator.runs.submission.corpus_cache import CachedCorpus
from paralattice.run_options import Options


def adopt(
    folder: RunFolder,
    described: dict[str, Any],
    ledger: Ledger,
    update: bool,
    cached: CachedCorpus | None = None,
) -> dict[str, Any]:
    """Open a run: write its record, and make its ledger hold the clusters of the corpus.

    Parameters
    ----------
    folder
        The run's folder, whose lock this process holds.
    described
        The return value of :func:`~orchestrator.runs.submission.staging.stage_clusters`.
    ledger
        A ledger with the clusters staged; it is opened here.
    update
        Whether corpus and options may have changed.
    cached
        The corpus of the ledger in the folder, if that holds these clusters already and none is staged.

    Returns
    -------
    dict
        The content of ``run.json``.

    Raises
    ------
    RunError
        The run was started with another corpus or other options, or its files cannot be used.
    """
    if cached and noted_corpus(folder.ledger) != cached.to_text():
        raise RunError(f"run {folder.name!r} was changed by another process just now: submit it again")
    old, changed = allowed_changes(folder, described, update)
    if old is None:
        record = {"name": folder.name, "id": new_identity(folder.name), **described, "submits": []}
    else:
        record = {**old, **described}
        if changed:
            # Events about the previous input must not count for this one.
            record["id"] = new_identity(folder.name)
            folder.sentence_table.unlink(missing_ok=True)
    folder.write(record)
    plan = Plan(Options.from_dict(record["signature"]["options"]))
    with usable(folder):
        ledger.open(folder.ledger)
        if not cached:
            ledger.adopt()
        ledger.reset_failed()
        # The results of a cluster are written again if they were removed.
        stored = folder.stored_clusters()
        ledger.make_pending([name for name in ledger.names(DONE) if name not in stored])
        if not (cached and folder.clusters.exists() and folder.original_texts.exists() == cached.texts):
            clusters = (plan.restore(name, body) for name, _, body in ledger.clusters())
            write_whole(folder.clusters, csv_lines(CLUSTER_COLUMNS, map(cluster_row, clusters)))
            clusters = (plan.restore(name, body) for name, _, body in ledger.clusters())
            folder.write_texts((cluster.name, cluster.texts) for cluster in clusters)
    return record
