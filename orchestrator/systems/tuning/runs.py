"""The runs of a tuning: one for each setting, all on the same server and workers."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace

from rich.console import Console

from orchestrator.engine.backends import KeptBackend
from orchestrator.report.writing import write_run_report
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from orchestrator.runs.session import RunSession
from orchestrator.runs.submission.adoption import adopt
from orchestrator.runs.submission.request import Request
from orchestrator.runs.submission.staging import stage_clusters
from orchestrator.systems.tuning.source import ArtefactCounts, TuningCorpus
from paralattice.tuning.grid import Setting


@dataclass(frozen=True, slots=True)
class SettingRuns:
    """Runs settings over a split, each in its own folder.

    Attributes
    ----------
    corpus
        The clusters.
    request
        Corpus, resources and whether changes are allowed.
    backend
        Server and workers of runs without a shared broker.
    counts
        Counts the artefacts that are computed and those that are reused.
    """

    corpus: TuningCorpus
    request: Request
    backend: KeptBackend
    counts: ArtefactCounts

    def run(self, setting: Setting, split: str, folder: RunFolder) -> int:
        """Compute the missing part of a setting's run and return its exit code, as ``submit`` does.

        Raises
        ------
        RunError
            The folder holds a run of other input, or cannot be used.
        """
        options = self.corpus.options(setting)
        folder.create()
        # A run writes into a log of its own: a tuning may have hundreds of runs.
        folder.submit_log.parent.mkdir(parents=True, exist_ok=True)
        with (
            folder.locked(),
            self.counts.counting(lambda: self.corpus.clusters(options, split), options),
            folder.submit_log.open("w", encoding="utf-8", errors="replace") as log,
        ):
            with closing(Ledger()) as ledger:
                clusters = self.corpus.clusters(options, split)
                request = replace(self.request, split=split)
                described = stage_clusters(Plan(options), clusters, ledger, request)
                record = adopt(folder, described, ledger, request.update)
            resources = replace(self.request.resources, flower=None, quiet=True)
            console = Console(file=log, width=160)
            lend = None if resources.broker else self.backend.lend
            return RunSession(folder, record, resources, console, (write_run_report,), lend).go()
