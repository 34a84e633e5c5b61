"""``orchestrator submit``: read the corpus, plan the run, compute it."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

from rich.console import Console

from orchestrator.io.atomic import write_whole
from orchestrator.io.console import say, warn
from orchestrator.runs.folder import run_folder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from orchestrator.runs.session import Finisher, Lend, RunSession
from orchestrator.runs.submission.admission import allowed_changes, check_device, check_resources
from orchestrator.runs.submission.adoption import adopt
from orchestrator.runs.submission.corpus_cache import CachedCorpus, cache_corpus, corpus_key
from orchestrator.runs.submission.daemonize import detached
from orchestrator.runs.submission.dry_run import dry_run, print_plan, units_left
from orchestrator.runs.submission.fitness import Fitness
from orchestrator.runs.submission.request import Request, open_corpus, overlay
from orchestrator.runs.submission.staging import describe, planned_clusters, stage_clusters
from orchestrator.runs.submission.wordings import with_stored_wordings
from paralattice.languages.registry import DEFAULT
from paralattice.methods.exchange import EXCHANGE
from paralattice.run_options import Options, lexical_versions

DEFAULT_VERSIONS = (EXCHANGE, "V4")
"""Versions of a run for which neither the corpus nor the request names any: ours, and the paper's best."""


def submit(
    request: Request,
    console: Console,
    after: Sequence[Finisher] = (),
    show_plan: Callable[[dict[str, Any]], None] | None = None,
    lend: Lend | None = None,
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
    lend
        Lends a backend that serves other runs as well; ``None`` to open a backend for this run.

    Raises
    ------
    ParalatticeError
        The input is invalid, or server or workers do not start; nothing is left running.
    """
    check_resources(request.resources, console)
    corpus = open_corpus(request, console)
    given = overlay(corpus.options, request.options)
    if "versions" not in given:
        given["versions"] = _default_versions(given.get("language", DEFAULT), console)
    store = request.resources.open_store()
    plan = Plan(with_stored_wordings(Options.from_dict(given), store, write=not request.dry_run))
    check_device(plan.options, request.resources)
    folder = run_folder(request.runs, request.name)
    fitness = Fitness(plan.options, request.settings.tokenized)
    clusters = fitness.watched(planned_clusters(corpus, plan, request.split))
    if request.dry_run:
        found = dry_run(clusters, plan, folder, request) | {"warnings": fitness.warnings()}
        _warn(fitness, request, console)
        show_plan(found) if show_plan else print_plan(found, console)
        return 0
    with ExitStack() as held:
        with closing(Ledger()) as ledger:
            key = corpus_key(corpus, request.settings, request.split, plan)
            cached = None if request.strict else CachedCorpus.of(folder, key, plan)
            if cached:
                described = describe(cached.source, cached.parser, plan, request)
            else:
                described = stage_clusters(plan, clusters, ledger, request)
                _warn(fitness, request, console)
                allowed_changes(folder, described, request.update, partial(units_left, plan, ledger, store))
            folder.create()
            lock = held.enter_context(folder.locked())
            record = adopt(folder, described, ledger, request.update, cached)
            if not cached:
                cache_corpus(corpus, key, record["signature"], plan, ledger, folder)
            for name, lines in corpus.provenance().files.items():
                write_whole(folder.root / name, lines)
        if request.detach and not detached(folder, lock, console):
            return 0
        return RunSession(folder, record, request.resources, console, after, lend).go()


def _warn(fitness: Fitness, request: Request, console: Console) -> None:
    """Warn of texts that do not fit, or refuse them."""
    if request.strict:
        fitness.require_none()
    for line in fitness.warnings():
        warn(console, f"warning: {line}")


def _default_versions(language: str, console: Console) -> tuple[str, ...]:
    """Return the versions of a run for which none are named; those for other languages are told."""
    if language == DEFAULT:
        return DEFAULT_VERSIONS
    versions = tuple(lexical_versions())
    say(console, f"versions {', '.join(versions)}, which need no parser; --versions names others")
    return versions
