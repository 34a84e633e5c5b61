"""The clusters of a corpus, read, planned and staged in a ledger; what they are goes into ``run.json``."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from orchestrator.corpora import Corpus
from orchestrator.runs.folder import signature
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan, PlannedCluster
from orchestrator.runs.submission.admission import no_clusters
from orchestrator.runs.submission.request import Request
from paralattice.adapters.parser_files import parser_digest
from tasks.code import run_code
from workers.store import digest, settled_location


def planned_clusters(corpus: Corpus, plan: Plan, *splits: str) -> Iterator[PlannedCluster]:
    """Read a corpus to its end; yield the clusters of some splits, or all clusters if a split is empty.

    Raises
    ------
    ProblemsError
        At the end: all problems of the corpus, those of other splits included.
    """
    # The digest requires reading the model, which a corpus with trees does not need.
    parser = cache(lambda: parser_digest(plan.options.parse))
    for entry in corpus:
        if "" in splits or entry.cluster.split in splits:
            yield plan.cluster(entry, parser)


def stage_clusters(
    plan: Plan, clusters: Iterable[PlannedCluster], ledger: Ledger, request: Request
) -> dict[str, Any]:
    """Stage clusters in a ledger, and return the description of clusters and request for ``run.json``.

    Raises
    ------
    OptionError
        The split has no clusters.
    """
    content = hashlib.sha256()
    parsed = False
    for cluster in clusters:
        parsed |= bool(cluster.parses)
        ledger.stage(cluster.name, plan.identity(cluster), cluster.to_body())
        content.update(digest(cluster.name, cluster.sentences, cluster.trees).encode())
    if request.split and not ledger.staged:
        raise no_clusters(request.corpus, request.split)
    options = plan.options
    unparsed = "given trees" if options.parses else "none"
    parser = (options.parse.parser, parser_digest(options.parse)) if parsed else (unparsed, "")
    source = {"clusters": ledger.staged, "digest": content.hexdigest()}
    if request.split:
        source["split"] = request.split
    return describe(source, dict(zip(("name", "digest"), parser, strict=True)), plan, request)


def describe(source: dict[str, Any], parser: dict[str, str], plan: Plan, request: Request) -> dict[str, Any]:
    """Return the description of clusters, parser and request for ``run.json``."""
    options = plan.options
    code = run_code(options.versions, bool(parser["digest"]))
    return {
        "signature": signature(source, options.to_dict(), parser, code),
        "versions": list(options.versions),
        "corpus": str(request.corpus.resolve()),
        "store": settled_location(request.resources.store),
        "store_endpoint": request.resources.endpoint,
    }
