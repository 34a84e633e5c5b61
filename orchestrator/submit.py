"""``orchestrator submit``: read, plan, run, collect."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis
from rich.console import Console

from orchestrator.collect import (
    CLUSTER_COLUMNS,
    RESULT_COLUMNS,
    cluster_files,
    cluster_row,
    csv_lines,
    result_rows,
)
from orchestrator.conductor import Conductor
from orchestrator.console import say
from orchestrator.corpora import Corpus, CorpusSettings, open_corpus
from orchestrator.files import write_whole
from orchestrator.ledger import DONE, PENDING, Ledger
from orchestrator.local import LocalMachine
from orchestrator.machines import PATIENCE, SharedMachine, shared_settings
from orchestrator.plan import Plan, Planned, Remaining
from orchestrator.progress import Display
from orchestrator.report import write_report
from orchestrator.runs import RunError, RunFolder, differences, new_identity, run_folder, signature
from orchestrator.signals import stop_signals
from orchestrator.spool import Spool
from orchestrator.summary import show_failures, show_results
from paraphrase.adapters.parser import parser_digest
from paraphrase.options import Options
from tasks.jobs import STAGES
from workers.app import use_broker
from workers.events import EventReader, connect
from workers.remote import check_broker, settled_url, shown_url
from workers.store import Store, digest

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked for.

    Attributes
    ----------
    corpus, runs
        Folder (or file) of the clusters, and folder of the runs.
    name
        The run's name.
    store
        Folder of the artefacts.
    settings
        How the corpus is read.
    options
        Options that go before those of the corpus, by stage and name.
    workers, window
        Worker processes, and clusters in flight at most.
    dry_run, update, quiet
        Print the plan alone; let a run go on whose corpus or options changed; show no progress.
    broker
        URL of a shared broker with workers elsewhere; empty for a server and workers of our own.
    patience
        Seconds of silence after which a shared broker is searched for a cluster's messages.
    """

    corpus: Path
    runs: Path
    name: str
    store: Path
    settings: CorpusSettings = field(default_factory=CorpusSettings)
    options: dict[str, Any] = field(default_factory=dict)
    workers: int = 1
    window: int = 64
    dry_run: bool = False
    update: bool = False
    quiet: bool = False
    broker: str = ""
    patience: float = PATIENCE


def submit(request: Request, console: Console) -> int:
    """Run a corpus and return the exit code: 0 done, 1 a cluster failed, 130 stopped on request.

    Raises
    ------
    ParaphraseError
        Bad input, or machinery that does not start; nothing is left running.
    """
    if request.broker and not request.dry_run:
        for warning in check_broker(settled_url(request.broker)):
            say(console, f"warning: {warning}")
    corpus = open_corpus(request.corpus, request.settings)
    for name in corpus.ignored:
        say(console, f"not read: {request.corpus / name}")
    options = Options.from_dict(_overlay(corpus.options, request.options))
    folder = run_folder(request.runs, request.name)
    with Spool() as spool:
        described = _read(corpus, options, spool) | {"corpus": str(request.corpus.resolve())}
        if request.dry_run:
            _print_plan(Plan("dry-run", options), spool, folder, request, console)
            return 0
        folder.create()
        with folder.locked():
            record = _open_record(folder, described, request)
            run = _Run(folder, record, Plan(record["id"], options), request, console)
            return run.go(spool)


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
    left = Remaining(plan, Store(request.store))
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


class _Run:
    """One call of submit, from the plan to the exit code."""

    def __init__(
        self, folder: RunFolder, record: dict[str, Any], plan: Plan, request: Request, console: Console
    ) -> None:
        self._folder = folder
        self._record = record
        self._plan = plan
        self._request = request
        self._console = console
        self._store = Store(request.store.resolve())

    def go(self, spool: Spool) -> int:
        """Do what is left to do of the clusters in a spool, write the results, say how it went."""
        try:
            with closing(Ledger(self._folder.ledger)) as ledger:
                ledger.adopt(spool.path)
                ledger.reset_failed()
                return self._go(ledger)
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise RunError(
                f"cannot write below {self._folder.root}: {reason}\n"
                "what is done is kept; the same command goes on once this is mended"
            ) from error

    def _go(self, ledger: Ledger) -> int:
        started = time.time()
        self._write_clusters(ledger)
        try:
            interrupted = self._compute(ledger)
        finally:
            self._finish(ledger, started)
        if not interrupted:
            write_report(self._folder.root)
        return self._report(ledger, interrupted)

    def _compute(self, ledger: Ledger) -> bool:
        request = self._request
        self._look_for_files(ledger)
        conductor = Conductor(
            self._folder.root, self._plan, ledger, self._store, request.window, request.workers
        )
        left = Remaining(self._plan, self._store)
        for cluster in conductor.collect_complete(self._pending(ledger)):
            left.add(cluster)
        if not left.clusters:
            return False
        display = Display(self._console, left.units(), left.clusters, request.quiet)
        with (
            stop_signals() as stopped,
            self._machine(display.say) as machine,
            display,
            closing(connect(machine.broker_url)) as client,
        ):
            use_broker(machine.broker_url, machine.queue)
            reader = EventReader(client, self._record["id"])
            if not reader.exists():
                ledger.start_stream()
            conductor.conduct(self._pending(ledger), reader, machine, display, lambda: bool(stopped))
            if stopped:
                display.say(f"stopping; {machine.what_is_under_way}")
            else:
                _delete(reader)
            return bool(stopped)

    def _pending(self, ledger: Ledger) -> Iterator[Planned]:
        for name, _, body in ledger.clusters(PENDING):
            yield self._plan.restore(name, body)

    def _look_for_files(self, ledger: Ledger) -> None:
        """Note the clusters of which somebody removed a file: it is written again."""
        ledger.make_pending(name for name, _, _ in ledger.clusters(DONE) if not self._has_files(name))

    def _has_files(self, name: str) -> bool:
        return all(path.exists() for path in cluster_files(self._folder.root, name, self._plan))

    def _write_clusters(self, ledger: Ledger) -> None:
        clusters = (self._plan.restore(name, body) for name, _, body in ledger.clusters())
        write_whole(self._folder.clusters, csv_lines(CLUSTER_COLUMNS, map(cluster_row, clusters)))

    def _machine(self, say: Callable[[str], None]) -> LocalMachine | SharedMachine:
        request = self._request
        if not request.broker:
            return LocalMachine(self._store.root, request.workers, self._folder.worker_log)
        settings = shared_settings(request.broker, self._store.root)
        return SharedMachine(settings, self._record["id"], say, request.patience)

    def _finish(self, ledger: Ledger, started: float) -> None:
        write_whole(self._folder.results, csv_lines(RESULT_COLUMNS, result_rows(self._plan, ledger)))
        request = self._request
        times = {
            "started": _stamp(started),
            "seconds": round(time.time() - started, 3),
            **({"broker": shown_url(request.broker)} if request.broker else {"workers": request.workers}),
        }
        self._record["submits"] = [*self._record.get("submits", []), times]
        self._folder.write(self._record)

    def _report(self, ledger: Ledger, interrupted: bool) -> int:
        failures = ledger.failures()
        show_results(self._console, result_rows(self._plan, ledger))
        for cluster, note in ledger.notes():
            self._say(f"note: {cluster}: {note}")
        show_failures(self._console, failures)
        counts = ledger.counts()
        self._say(
            f"{counts.get(DONE, 0)} of {sum(counts.values())} clusters done, {len(failures)} failed; "
            f"results in {self._folder.root}"
        )
        if interrupted:
            self._say("stopped; the same command goes on from here")
            return INTERRUPTED
        return 1 if failures else 0

    def _say(self, text: str) -> None:
        say(self._console, text)


def _delete(reader: EventReader) -> None:
    # Events that nobody reads any more go by themselves in the end.
    with suppress(redis.RedisError):
        reader.delete()


def _stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
