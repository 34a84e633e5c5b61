"""``orchestrator submit``: read, plan, run, collect."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis
from rich.console import Console

from orchestrator.collect import cluster_files, failure_rows, results_text
from orchestrator.conductor import Conductor
from orchestrator.console import say
from orchestrator.corpora import Corpus, CorpusSettings, read_corpus
from orchestrator.files import write_whole
from orchestrator.ledger import DONE, Ledger
from orchestrator.local import LocalMachine
from orchestrator.machines import SharedMachine, shared_settings
from orchestrator.plan import Plan, Planned, make_plan, remaining
from orchestrator.progress import Display
from orchestrator.runs import RunError, RunFolder, differences, new_identity, run_folder, signature
from orchestrator.search import PATIENCE
from orchestrator.signals import stop_signals
from orchestrator.summary import show_failures, show_results
from paraphrase.adapters.parser import parser_digest
from paraphrase.formats.trees import write_tree
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
        Seconds of silence after which a cluster's messages are looked for.
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
    corpus = read_corpus(request.corpus, request.settings)
    for name in corpus.ignored:
        say(console, f"not read: {request.corpus / name}")
    options = Options.from_dict(_overlay(corpus.options, request.options))
    folder = run_folder(request.runs, request.name)
    described = _describe(corpus, options, request)
    if request.dry_run:
        _print_plan(_plan("dry-run", corpus, options, described), folder, request, console)
        return 0
    folder.create()
    with folder.locked():
        record = _open_record(folder, described, request)
        return _Run(folder, record, _plan(record["id"], corpus, options, described), request, console).go()


def _overlay(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        merged[key] = {**merged.get(key, {}), **value} if isinstance(value, dict) else value
    return merged


def _describe(corpus: Corpus, options: Options, request: Request) -> dict[str, Any]:
    given = all(cluster.name in corpus.trees for cluster in corpus.clusters)
    parser = {"name": "given trees", "digest": ""}
    if not given:
        parser = {"name": options.parse.parser, "digest": parser_digest(options.parse)}
    content = [
        (
            cluster.name,
            [sentence.words for sentence in cluster.sentences],
            [write_tree(tree) for tree in corpus.trees.get(cluster.name, ())],
        )
        for cluster in corpus.clusters
    ]
    source = {"clusters": len(content), "digest": digest(content)}
    clusters = [
        {"name": cluster.name, "split": cluster.split, "size": len(cluster.sentences)}
        for cluster in corpus.clusters
    ]
    return {
        "signature": signature(source, options.to_dict(), parser),
        "corpus": str(request.corpus.resolve()),
        "versions": list(options.versions),
        "clusters": clusters,
    }


def _plan(identity: str, corpus: Corpus, options: Options, described: dict[str, Any]) -> Plan:
    return make_plan(identity, corpus, options, described["signature"]["parser"]["digest"])


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


def _print_plan(plan: Plan, folder: RunFolder, request: Request, console: Console) -> None:
    store = Store(request.store)
    counts = remaining(plan, plan.clusters, store)
    sentences = sum(len(cluster.sentences) for cluster in plan.clusters)
    versions = plan.options.versions
    say(
        console,
        f"run {folder.root}: {len(plan.clusters)} clusters, {sentences} sentences, {', '.join(versions)}",
    )
    for stage in STAGES:
        total = "sentences" if stage == "parse" else f"of {len(plan.clusters) * len(versions)} lattices"
        say(console, f"  {stage:7}{counts[stage]:>8} {total} to compute")
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

    def go(self) -> int:
        """Do what is left to do, write the results, say how it went."""
        try:
            with closing(Ledger(self._folder.ledger)) as ledger:
                return self._go(ledger)
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise RunError(
                f"cannot write below {self._folder.root}: {reason}\n"
                "what is done is kept; the same command goes on once this is mended"
            ) from error

    def _go(self, ledger: Ledger) -> int:
        started = time.time()
        ledger.enrol((cluster.name, self._plan.identity(cluster)) for cluster in self._plan.clusters)
        ledger.reset_failed()
        try:
            interrupted = self._compute(ledger)
        finally:
            self._finish(ledger, started)
        return self._report(ledger, interrupted)

    def _compute(self, ledger: Ledger) -> bool:
        request = self._request
        conductor = Conductor(
            self._folder.root, self._plan, ledger, self._store, request.window, request.workers
        )
        todo = conductor.collect_complete(self._pending(ledger))
        if not todo:
            return False
        totals = remaining(self._plan, todo, self._store)
        display = Display(self._console, totals, len(todo), request.quiet)
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
            conductor.conduct(todo, reader, machine, display, lambda: bool(stopped))
            if stopped:
                display.say(f"stopping; {machine.what_is_under_way}")
            else:
                _delete(reader)
            return bool(stopped)

    def _machine(self, say: Callable[[str], None]) -> LocalMachine | SharedMachine:
        request = self._request
        if not request.broker:
            log = self._folder.worker_log
            return LocalMachine(self._store.root, request.workers, log, self._record["id"], request.patience)
        settings = shared_settings(request.broker, self._store.root)
        return SharedMachine(settings, self._record["id"], say, request.patience)

    def _pending(self, ledger: Ledger) -> list[Planned]:
        # A file that somebody removed is written again.
        done = set(ledger.names(DONE))
        return [
            cluster
            for cluster in self._plan.clusters
            if cluster.name not in done or not self._has_files(cluster)
        ]

    def _has_files(self, cluster: Planned) -> bool:
        return all(path.exists() for path in cluster_files(self._folder.root, cluster, self._plan))

    def _finish(self, ledger: Ledger, started: float) -> None:
        write_whole(self._folder.results, results_text(self._rows(ledger)))
        request = self._request
        times = {
            "started": _stamp(started),
            "seconds": round(time.time() - started, 3),
            **({"broker": shown_url(request.broker)} if request.broker else {"workers": request.workers}),
        }
        self._record["submits"] = [*self._record.get("submits", []), times]
        self._folder.write(self._record)

    def _rows(self, ledger: Ledger) -> list[dict[str, Any]]:
        done, failures = ledger.results(), ledger.failures()
        rows = []
        for cluster in self._plan.clusters:
            if cluster.name in failures:
                rows += failure_rows(cluster, self._plan.options.versions, failures[cluster.name])
            else:
                keys = [(cluster.name, name) for name in self._plan.options.versions]
                rows += [done[key] for key in keys if key in done]
        return rows

    def _report(self, ledger: Ledger, interrupted: bool) -> int:
        failures = ledger.failures()
        show_results(self._console, self._rows(ledger))
        for cluster, note in ledger.notes():
            self._say(f"note: {cluster}: {note}")
        show_failures(self._console, failures)
        done = len(ledger.names(DONE))
        self._say(
            f"{done} of {len(self._plan.clusters)} clusters done, {len(failures)} failed; "
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
