"""``orchestrator submit``: read the corpus, plan the run, compute it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from rich.console import Console

from orchestrator.corpora import Corpus, CorpusSettings
from orchestrator.corpora.files import SETTINGS_FILE
from orchestrator.documents import DocumentSettings, open_source
from orchestrator.engine.backends import new_identity
from orchestrator.engine.resources import Resources
from orchestrator.io.atomic import write_whole
from orchestrator.io.console import say, warn
from orchestrator.runs.corpus_cache import CachedCorpus, corpus_key
from orchestrator.runs.daemonize import detached
from orchestrator.runs.folder import RunError, RunFolder, differences, run_folder, signature
from orchestrator.runs.ledger import DONE, Ledger, noted_corpus
from orchestrator.runs.plan import Plan, PlannedCluster, Remaining
from orchestrator.runs.results import CLUSTER_COLUMNS, cluster_row, csv_lines
from orchestrator.runs.session import Finisher, RunSession, usable
from orchestrator.runs.tagging import tag_with
from paralattice.adapters.engines import require_device
from paralattice.adapters.parser import parser_digest
from paralattice.errors import OptionError
from paralattice.run_options import Options
from tasks.cluster.jobs import EXCHANGE_STAGE
from workers.broker.remote import check_broker, settled_url
from workers.store import Store, digest, is_remote, settled_location
from workers.store.identity import check_store
from workers.task_names import STAGES


@dataclass(frozen=True, slots=True)
class Request:
    """The arguments of ``orchestrator submit``.

    Attributes
    ----------
    corpus, runs
        Folder (or file) of the clusters, and folder of the runs.
    name
        The run's name.
    resources
        Store, workers and broker.
    settings, documents
        How the corpus is read; how documents become a corpus.
    options
        Options that override those of the corpus, by stage and name.
    split
        The split whose clusters are computed; empty for all clusters.
    dry_run, update, detach
        Print the plan only; continue a run whose corpus or options changed; daemonise the run.
    """

    corpus: Path
    runs: Path
    name: str
    resources: Resources
    settings: CorpusSettings = field(default_factory=CorpusSettings)
    documents: DocumentSettings = field(default_factory=DocumentSettings)
    options: dict[str, Any] = field(default_factory=dict)
    split: str = ""
    dry_run: bool = False
    update: bool = False
    detach: bool = False


def submit(
    request: Request,
    console: Console,
    after: Sequence[Finisher] = (),
    show_plan: Callable[[dict[str, Any]], None] | None = None,
) -> int:
    """Run a corpus and return the exit code: 0 done, 1 a cluster failed, 130 stopped on request.

    Parameters
    ----------
    request
        The arguments.
    console
        Where to show progress and results.
    after
        Called in turn with folder and console when all is computed.
    show_plan
        Shows the plan of a dry run; ``None`` to print it on the console.

    Raises
    ------
    ParalatticeError
        The input is invalid, or server or workers do not start; nothing is left running.
    """
    check_resources(request.resources, console)
    corpus = open_request(request, console)
    options = Options.from_dict(overlay(corpus.options, request.options))
    if not request.resources.broker:
        require_device(options.parse.device)
    folder = run_folder(request.runs, request.name)
    plan = Plan(options)
    if request.dry_run:
        return _dry_run(corpus, plan, folder, request, show_plan or partial(_print_plan, console=console))
    with ExitStack() as held:
        with closing(Ledger()) as ledger:
            key = corpus_key(corpus, request.settings.tokenized, request.split, plan)
            cached = CachedCorpus.of(folder, key, plan)
            described = (
                _description(cached.source, cached.parser, plan, request)
                if cached
                else described_run(plan, planned(corpus, plan, request.split), ledger, request)
            )
            folder.create()
            lock = held.enter_context(folder.locked())
            record = adopt(folder, described, ledger, request.update, cached)
            # What changed while it was read must be read again.
            if not cached and key and corpus.current() == corpus.content:
                texts = folder.original_texts.exists()
                ledger.note_corpus(CachedCorpus.new(key, described["signature"], plan, texts).to_text())
            for name, lines in corpus.provenance().files.items():
                write_whole(folder.root / name, lines)
        if request.detach and not detached(folder, lock, console):
            return 0
        return RunSession(folder, record, request.resources, console, after).go()


def _dry_run(
    corpus: Corpus, plan: Plan, folder: RunFolder, request: Request, show: Callable[[dict[str, Any]], None]
) -> int:
    """Show what a run would compute; nothing is written."""
    with closing(Ledger()) as ledger:
        described = described_run(plan, planned(corpus, plan, request.split), ledger, request)
        check_run(folder, described, request.update)
        show(_plan_record(plan, ledger, folder, request.resources.open_store()))
    return 0


def open_request(request: Request, console: Console) -> Corpus:
    """Open the corpus, and show notes on it.

    Raises
    ------
    ParalatticeError
        The corpus cannot be opened.
    """
    documents = request.documents
    if not request.dry_run:
        documents = replace(documents, tag=tag_with(request.resources, request.runs / ".tag", console))
    corpus = open_source(request.corpus, request.settings, documents)
    for name in corpus.ignored:
        warn(console, f"not read: {request.corpus / name}")
    for note in corpus.provenance().notes:
        warn(console, note)
    return corpus


def check_resources(resources: Resources, console: Console) -> None:
    """Check that a shared broker and a remote store can be used; show warnings about them.

    Raises
    ------
    BrokerError, StoreError
        One of them cannot be used.
    """
    if resources.broker:
        for warning in check_broker(settled_url(resources.broker)):
            warn(console, f"warning: {warning}")
    if resources.broker or is_remote(resources.store):
        check_store(resources.store, resources.endpoint)


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
        The return value of :func:`described_run`.
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
    record = _open_record(folder, described, update)
    plan = Plan(Options.from_dict(record["signature"]["options"]))
    with usable(folder):
        ledger.open(folder.ledger)
        if not cached:
            ledger.adopt()
        ledger.reset_failed()
        # The results of a cluster are written again if they were removed.
        stored = folder.stored_clusters()
        ledger.make_pending([name for name in ledger.names(DONE) if name not in stored])
        texts = folder.original_texts.exists()
        if not (cached and folder.clusters.exists() and texts == cached.texts):
            _write_clusters(folder, plan, ledger)
    return record


def _write_clusters(folder: RunFolder, plan: Plan, ledger: Ledger) -> None:
    """Write the table of clusters, and their sentences as they were given."""
    clusters = (plan.restore(name, body) for name, _, body in ledger.clusters())
    write_whole(folder.clusters, csv_lines(CLUSTER_COLUMNS, map(cluster_row, clusters)))
    clusters = (plan.restore(name, body) for name, _, body in ledger.clusters())
    folder.write_texts((cluster.name, cluster.texts) for cluster in clusters)


def check_run(folder: RunFolder, described: dict[str, Any], update: bool) -> None:
    """Check that a run can be started or continued; nothing is written.

    Raises
    ------
    RunError
        The run has other input, is being worked on, or its folder cannot be written.
    """
    _changes(folder, described, update)
    if folder.is_held():
        raise RunError(f"run {folder.name!r} is being worked on by another process")
    parent = next(path for path in (folder.root, *folder.root.resolve().parents) if path.exists())
    if not (parent.is_dir() and os.access(parent, os.W_OK | os.X_OK)):
        raise RunError(
            f"cannot write the run folder {folder.root}: {parent} is not a folder that we may write"
        )


def overlay(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return options, by stage and name, overridden by others."""
    merged = dict(base)
    for key, value in over.items():
        merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
    return merged


def planned(corpus: Corpus, plan: Plan, *splits: str) -> Iterator[PlannedCluster]:
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


def described_run(
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
    parser = (options.parse.parser, parser_digest(options.parse)) if parsed else ("given trees", "")
    source = {"clusters": ledger.staged, "digest": content.hexdigest()}
    if request.split:
        source["split"] = request.split
    return _description(source, dict(zip(("name", "digest"), parser, strict=True)), plan, request)


def _description(
    source: dict[str, Any], parser: dict[str, str], plan: Plan, request: Request
) -> dict[str, Any]:
    options = plan.options
    return {
        "signature": signature(source, options.to_dict(), parser),
        "versions": list(options.versions),
        "corpus": str(request.corpus.resolve()),
        "store": settled_location(request.resources.store),
        "store_endpoint": request.resources.endpoint,
    }


def no_clusters(corpus: Path, split: str) -> OptionError:
    """Return the error for a split without clusters."""
    file = corpus / SETTINGS_FILE if corpus.is_dir() else corpus
    lacking = (
        "a single file has no splits" if corpus.is_file() else f"name its clusters: [splits] {split} = […]"
    )
    return OptionError(f"{file}: no cluster is in split {split!r}; {lacking}")


def _open_record(folder: RunFolder, described: dict[str, Any], update: bool) -> dict[str, Any]:
    old, changed = _changes(folder, described, update)
    if old is None:
        record = {"name": folder.name, "id": new_identity(folder.name), **described, "submits": []}
    else:
        record = {**old, **described}
        if changed:
            # Events about the previous input must not count for this one.
            record["id"] = new_identity(folder.name)
            folder.sentence_table.unlink(missing_ok=True)
    folder.write(record)
    return record


def _changes(
    folder: RunFolder, described: dict[str, Any], update: bool
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the record of a run, or ``None``, and what differs from it; raise RunError if it may not."""
    old = folder.read()
    if old is None:
        return None, []
    if not isinstance(old.get("signature"), dict):
        raise RunError(f"{folder.root / 'run.json'}: is not the record of a run")
    changed = differences(old["signature"], described["signature"])
    if changed and not update:
        listed = "\n".join(f"  {line}" for line in changed)
        raise RunError(
            f"run {folder.name!r} was started with other input:\n{listed}\n"
            "  give another --name, or --update to compute what changed and keep the rest"
        )
    return old, changed


def _plan_record(plan: Plan, ledger: Ledger, folder: RunFolder, store: Store) -> dict[str, Any]:
    """Return what a run would compute: its clusters, sentences and versions, and the units by stage."""
    left = Remaining(plan, store)
    sentences = 0
    for name, body in ledger.staged_bodies():
        cluster = plan.restore(name, body)
        sentences += len(cluster.sentences)
        left.add(cluster)
    units = left.units()
    stages = [stage for stage in STAGES if stage != EXCHANGE_STAGE or stage in left.stages]
    return {
        "run": str(folder.root),
        "clusters": ledger.staged,
        "sentences": sentences,
        "versions": list(plan.options.versions),
        "to_compute": {stage: units[stage] for stage in stages},
    }


def _print_plan(found: Mapping[str, Any], console: Console) -> None:
    clusters, versions = found["clusters"], found["versions"]
    head = f"run {found['run']}: {clusters} clusters, {found['sentences']} sentences, {', '.join(versions)}"
    say(console, head)
    for stage, units in found["to_compute"].items():
        total = "sentences" if stage == "parse" else f"of {clusters * len(versions)} lattices"
        say(console, f"  {stage:9}{units:>8} {total} to compute")
    say(console, "nothing was run (--dry-run)")
