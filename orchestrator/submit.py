"""``orchestrator submit``: read, plan, run, collect."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from orchestrator.collect import CLUSTER_COLUMNS, cluster_files, cluster_row, csv_lines
from orchestrator.console import say
from orchestrator.corpora import Corpus, CorpusSettings, open_corpus
from orchestrator.detach import detached
from orchestrator.files import write_whole
from orchestrator.ledger import DONE, Ledger
from orchestrator.plan import Plan, Remaining
from orchestrator.running import Machinery, Run, usable
from orchestrator.runs import RunError, RunFolder, differences, new_identity, run_folder, signature
from orchestrator.spool import Spool
from paraphrase.adapters.parser import parser_digest
from paraphrase.options import Options
from tasks.jobs import STAGES
from workers.identity import check_store
from workers.remote import check_broker, settled_url
from workers.store import digest, is_remote, settled_location


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
    settings
        How the corpus is read.
    options
        Options that go before those of the corpus, by stage and name.
    dry_run, update, detach
        Print the plan alone; let a run go on whose corpus or options changed; go on in the background.
    """

    corpus: Path
    runs: Path
    name: str
    machinery: Machinery
    settings: CorpusSettings = field(default_factory=CorpusSettings)
    options: dict[str, Any] = field(default_factory=dict)
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
    corpus = open_corpus(request.corpus, request.settings)
    for name in corpus.ignored:
        say(console, f"not read: {request.corpus / name}")
    options = Options.from_dict(_overlay(corpus.options, request.options))
    folder = run_folder(request.runs, request.name)
    with ExitStack() as held:
        with Spool() as spool:
            described = _read(corpus, options, spool) | {
                "corpus": str(request.corpus.resolve()),
                "store": settled_location(request.machinery.store),
                "store_endpoint": request.machinery.endpoint,
            }
            if request.dry_run:
                _print_plan(Plan("dry-run", options), spool, folder, request, console)
                return 0
            folder.create()
            lock = held.enter_context(folder.locked())
            record = _open_record(folder, described, request)
            _adopt(folder, Plan(record["id"], options), spool)
        if request.detach and not detached(folder, lock, console):
            return 0
        return Run(folder, record, request.machinery, console).go()


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


def _adopt(folder: RunFolder, plan: Plan, spool: Spool) -> None:
    """Make the ledger hold the clusters of the corpus, with those pending that have to be computed."""
    with usable(folder), closing(Ledger(folder.ledger)) as ledger:
        ledger.adopt(spool.path)
        ledger.reset_failed()
        # A file that somebody removed is written again.
        ledger.make_pending(
            name for name, _, _ in ledger.clusters(DONE) if not _has_files(folder, name, plan)
        )
        clusters = (plan.restore(name, body) for name, _, body in ledger.clusters())
        write_whole(folder.clusters, csv_lines(CLUSTER_COLUMNS, map(cluster_row, clusters)))


def _has_files(folder: RunFolder, name: str, plan: Plan) -> bool:
    return all(path.exists() for path in cluster_files(folder.root, name, plan))


def _overlay(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
    return merged


def _read(corpus: Corpus, options: Options, spool: Spool) -> dict[str, Any]:
    """Read a corpus to its end, into a spool, and return what ``run.json`` says of it."""
    plan = Plan("", options)
    parser = {"name": "given trees", "digest": ""}
    content = hashlib.sha256()

    def asked() -> str:
        if not parser["digest"]:
            parser.update(name=options.parse.parser, digest=parser_digest(options.parse))
        return parser["digest"]

    for entry in corpus:
        cluster = plan.cluster(entry, asked)
        spool.add(cluster.name, plan.identity(cluster), cluster.to_body())
        content.update(digest(cluster.name, cluster.sentences, cluster.trees).encode())
    spool.close()
    source = {"clusters": spool.size, "digest": content.hexdigest()}
    return {
        "signature": signature(source, options.to_dict(), parser),
        "versions": list(options.versions),
    }


def _open_record(folder: RunFolder, described: dict[str, Any], request: Request) -> dict[str, Any]:
    old = folder.read()
    if old is None:
        record = {"name": folder.name, "id": new_identity(folder.name), **described, "submits": []}
    else:
        if not isinstance(old.get("signature"), dict):
            raise RunError(f"{folder.root / 'run.json'}: is not the record of a run")
        changed = differences(old["signature"], described["signature"])
        if changed and not request.update:
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
