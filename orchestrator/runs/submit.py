"""``orchestrator submit``: read, plan, run, collect."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console

from orchestrator.corpora import Corpus, CorpusSettings
from orchestrator.corpora.files import SETTINGS_FILE
from orchestrator.documents import DocumentSettings, open_source
from orchestrator.documents.tagging import tag_with
from orchestrator.io.atomic import write_whole
from orchestrator.io.console import say
from orchestrator.runs.daemonize import detached
from orchestrator.runs.folder import RunError, RunFolder, differences, new_identity, run_folder, signature
from orchestrator.runs.ledger import DONE, Ledger
from orchestrator.runs.plan import Plan, Planned, Remaining
from orchestrator.runs.results import CLUSTER_COLUMNS, cluster_files, cluster_row, csv_lines
from orchestrator.runs.session import Machinery, Run, usable
from orchestrator.runs.staging import Spool
from paralattice.adapters.parser import parser_digest
from paralattice.errors import OptionError
from paralattice.run_options import Options
from tasks.cluster.jobs import STAGES
from workers.broker.remote import check_broker, settled_url
from workers.store import digest, is_remote, settled_location
from workers.store.identity import check_store


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked for.

    Attributes
    ----------
    corpus, runs
        Folder (or file) of the clusters, and folder of the runs.
    name
        The run's name.
    machinery
        What it is computed with.
    settings, documents
        How the corpus is read; how documents become one.
    options
        Options that go before those of the corpus, by stage and name.
    split
        The split whose clusters are computed; empty for all clusters.
    dry_run, update, detach
        Print the plan alone; let a run go on whose corpus or options changed; go on in the background.
    """

    corpus: Path
    runs: Path
    name: str
    machinery: Machinery
    settings: CorpusSettings = field(default_factory=CorpusSettings)
    documents: DocumentSettings = field(default_factory=DocumentSettings)
    options: dict[str, Any] = field(default_factory=dict)
    split: str = ""
    dry_run: bool = False
    update: bool = False
    detach: bool = False


def submit(request: Request, console: Console) -> int:
    """Run a corpus and return the exit code: 0 done, 1 a cluster failed, 130 stopped on request.

    Raises
    ------
    ParaphraseError
        Bad input, or machinery that does not start; nothing is left running.
    """
    if not request.dry_run:
        check_machinery(request.machinery, console)
    corpus = open_request(request, console)
    options = Options.from_dict(overlay(corpus.options, request.options))
    folder = run_folder(request.runs, request.name)
    with ExitStack() as held:
        with Spool() as spool:
            plan = Plan("", options)
            described = described_run(plan, planned(corpus, plan, request.split), spool, request)
            if request.dry_run:
                _print_plan(Plan("dry-run", options), spool, folder, request, console)
                return 0
            folder.create()
            lock = held.enter_context(folder.locked())
            record = adopt(folder, described, spool, request.update)
            for name, lines in corpus.provenance().files.items():
                write_whole(folder.root / name, lines)
        if request.detach and not detached(folder, lock, console):
            return 0
        return Run(folder, record, request.machinery, console).go()


def open_request(request: Request, console: Console) -> Corpus:
    """Open the corpus that is asked for, and say what a person should know about it.

    Raises
    ------
    ParaphraseError
        It cannot be opened.
    """
    documents = request.documents
    if not request.dry_run:
        documents = replace(documents, tag=tag_with(request.machinery, request.runs / ".tag", console))
    corpus = open_source(request.corpus, request.settings, documents)
    for name in corpus.ignored:
        say(console, f"not read: {request.corpus / name}")
    for note in corpus.provenance().notes:
        say(console, note)
    return corpus


def check_machinery(machinery: Machinery, console: Console) -> None:
    """Make sure that a shared broker and store can be used, and say what is unwise about them.

    Raises
    ------
    BrokerError, StoreError
        One of them cannot be used.
    """
    if machinery.broker:
        for warning in check_broker(settled_url(machinery.broker)):
            say(console, f"warning: {warning}")
    if machinery.broker or is_remote(machinery.store):
        check_store(machinery.store, machinery.endpoint)


def adopt(folder: RunFolder, described: dict[str, Any], spool: Spool, update: bool) -> dict[str, Any]:
    """Open a run: its record, and its ledger with the clusters of the corpus, those to be computed pending.

    Parameters
    ----------
    folder
        The run's folder, whose lock this process holds.
    described
        What :func:`described_run` returned.
    spool
        The clusters, as it left them.
    update
        Whether corpus and options may be others than they were.

    Returns
    -------
    dict
        The content of ``run.json``.

    Raises
    ------
    RunError
        It was started with another corpus or other options, or its files cannot be used.
    """
    record = _open_record(folder, described, update)
    plan = Plan(record["id"], Options.from_dict(record["signature"]["options"]))
    with usable(folder), closing(Ledger(folder.ledger)) as ledger:
        ledger.adopt(spool.path)
        ledger.reset_failed()
        # A file that somebody removed is written again.
        ledger.make_pending(
            name for name, _, _ in ledger.clusters(DONE) if not _has_files(folder, name, plan)
        )
        clusters = (plan.restore(name, body) for name, _, body in ledger.clusters())
        write_whole(folder.clusters, csv_lines(CLUSTER_COLUMNS, map(cluster_row, clusters)))
    return record


def _has_files(folder: RunFolder, name: str, plan: Plan) -> bool:
    return all(path.exists() for path in cluster_files(folder.root, name, plan))


def overlay(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return options, by stage and name, with others that go before them."""
    merged = dict(base)
    for key, value in over.items():
        merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
    return merged


def planned(corpus: Corpus, plan: Plan, *splits: str) -> Iterator[Planned]:
    """Read a corpus to its end; yield the clusters of some splits, or all where a split is empty.

    Raises
    ------
    ProblemsError
        At the end: all that is wrong with the corpus, left out clusters included.
    """
    # The digest takes reading the model, which a corpus with trees does not need.
    parser = cache(lambda: parser_digest(plan.options.parse))
    for entry in corpus:
        if "" in splits or entry.cluster.split in splits:
            yield plan.cluster(entry, parser)


def described_run(plan: Plan, clusters: Iterable[Planned], spool: Spool, request: Request) -> dict[str, Any]:
    """Write clusters into a spool, and return what ``run.json`` says of them and of the request.

    Raises
    ------
    OptionError
        There is none in the split that was asked for.
    """
    content = hashlib.sha256()
    parsed = False
    for cluster in clusters:
        parsed |= bool(cluster.parses)
        spool.add(cluster.name, plan.identity(cluster), cluster.to_body())
        content.update(digest(cluster.name, cluster.sentences, cluster.trees).encode())
    spool.close()
    if request.split and not spool.size:
        raise no_clusters(request.corpus, request.split)
    options = plan.options
    parser = (options.parse.parser, parser_digest(options.parse)) if parsed else ("given trees", "")
    source = {"clusters": spool.size, "digest": content.hexdigest()}
    if request.split:
        source["split"] = request.split
    return {
        "signature": signature(source, options.to_dict(), dict(zip(("name", "digest"), parser, strict=True))),
        "versions": list(options.versions),
        "corpus": str(request.corpus.resolve()),
        "store": settled_location(request.machinery.store),
        "store_endpoint": request.machinery.endpoint,
    }


def no_clusters(corpus: Path, split: str) -> OptionError:
    """Return the error of a split that is asked for and has no clusters."""
    file = corpus / SETTINGS_FILE if corpus.is_dir() else corpus
    lacking = (
        "a single file has no splits" if corpus.is_file() else f"name its clusters: [splits] {split} = […]"
    )
    return OptionError(f"{file}: no cluster is in split {split!r}; {lacking}")


def _open_record(folder: RunFolder, described: dict[str, Any], update: bool) -> dict[str, Any]:
    old = folder.read()
    if old is None:
        record = {"name": folder.name, "id": new_identity(folder.name), **described, "submits": []}
    else:
        if not isinstance(old.get("signature"), dict):
            raise RunError(f"{folder.root / 'run.json'}: is not the record of a run")
        changed = differences(_completed(old["signature"]), described["signature"])
        if changed and not update:
            listed = "\n".join(f"  {line}" for line in changed)
            raise RunError(
                f"run {folder.name!r} was started with other input:\n{listed}\n"
                "give another --name, or --update to compute what changed and keep the rest"
            )
        record = {**old, **described}
        if changed:
            # What workers still say of the former input must not be taken for news of this one.
            record["id"] = new_identity(folder.name)
    folder.write(record)
    return record


def _completed(signature: dict[str, Any]) -> dict[str, Any]:
    """Return a signature with the defaults of options that were not there yet when it was written."""
    try:
        options = Options.from_dict(signature["options"]).to_dict()
    except (KeyError, TypeError, OptionError):
        return signature
    return {**signature, "options": options}


def _print_plan(plan: Plan, spool: Spool, folder: RunFolder, request: Request, console: Console) -> None:
    left = Remaining(plan, request.machinery.open_store())
    sentences = 0
    for name, body in spool.bodies():
        cluster = plan.restore(name, body)
        sentences += len(cluster.sentences)
        left.add(cluster)
    versions, units = plan.options.versions, left.units()
    say(console, f"run {folder.root}: {spool.size} clusters, {sentences} sentences, {', '.join(versions)}")
    for stage in STAGES:
        total = "sentences" if stage == "parse" else f"of {spool.size * len(versions)} lattices"
        say(console, f"  {stage:7}{units[stage]:>8} {total} to compute")
    say(console, "nothing was run (--dry-run)")
