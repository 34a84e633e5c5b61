"""The runs of a tuning: one for each setting, all of them on the same server and workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from orchestrator.engine.local_backend import LocalMachine
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.plan import Plan
from orchestrator.runs.session import Machinery, Run
from orchestrator.runs.staging import Spool
from orchestrator.runs.submit import Request, adopt, described_run
from orchestrator.runs.view.flower import FLOWER_FOLDER, flower_beside, is_watched
from orchestrator.systems.shen.source import ArtefactCounts, TuningCorpus
from paralattice.tuning.grid import Setting
from workers.settings import Settings
from workers.store import settled_location

_LOG_WIDTH = 160


class OneMachine(ExitStack):
    """Server and workers of this machine, started for the first run that needs them; a context manager.

    Parameters
    ----------
    machinery
        Workers, store and Flower.
    root
        Folder of the tuning, for logs.
    say
        Prints the address of Flower.
    """

    def __init__(self, machinery: Machinery, root: Path, say: Callable[[str], None]) -> None:
        super().__init__()
        self._machinery = machinery
        self._root = root
        self._say = say
        self._machine: LocalMachine | None = None

    @contextmanager
    def lend(self, run: str) -> Iterator[LocalMachine]:
        """Serve a run for the length of the block."""
        if self._machine is None:
            self._machine = self._start(run)
        with self._machine.serving(run) as machine:
            yield machine

    def _start(self, run: str) -> LocalMachine:
        machinery, logs = self._machinery, self._root / "logs"
        watched = machinery.flower is not None or is_watched(self._root.parent / FLOWER_FOLDER)
        settings = Settings("", settled_location(machinery.store), store_endpoint=machinery.endpoint)
        log = logs / "worker.log"
        made = LocalMachine(settings, machinery.workers, log, run, machinery.patience, watched)
        machine = self.enter_context(made)
        self.enter_context(flower_beside(machinery.flower, machine, logs / "flower.log", self._say))
        return machine


class SettingRuns:
    """Runs settings over a split, each in its own folder.

    Parameters
    ----------
    corpus
        The clusters.
    request
        Corpus, machinery and whether changes are allowed.
    machine
        Server and workers of runs without a shared broker.
    counts
        Counts the artefacts that are computed and those that are reused.
    """

    def __init__(
        self, corpus: TuningCorpus, request: Request, machine: OneMachine, counts: ArtefactCounts
    ) -> None:
        self._corpus = corpus
        self._request = request
        self._machine = machine
        self._counts = counts

    def run(self, setting: Setting, split: str, folder: RunFolder) -> int:
        """Compute the rest of a setting's run and return its exit code, as ``submit`` does.

        Raises
        ------
        RunError
            The folder holds a run of other input, or cannot be used.
        """
        options = self._corpus.options(setting)
        folder.create()
        with (
            folder.locked(),
            self._counts.counting(lambda: self._corpus.clusters(options, split), options),
            _log_of(folder) as console,
        ):
            with Spool() as spool:
                clusters = self._corpus.clusters(options, split)
                request = replace(self._request, split=split)
                described = described_run(Plan("", options), clusters, spool, request)
                record = adopt(folder, described, spool, request.update)
            machinery = replace(self._request.machinery, flower=None, quiet=True)
            lend = None if machinery.broker else self._machine.lend
            return Run(folder, record, machinery, console, lend).go()


@contextmanager
def _log_of(folder: RunFolder) -> Iterator[Console]:
    """Yield a console that writes into the run's own log: a tuning may have hundreds of runs."""
    folder.submit_log.parent.mkdir(parents=True, exist_ok=True)
    with folder.submit_log.open("w", encoding="utf-8", errors="replace") as file:
        yield Console(file=file, width=_LOG_WIDTH)
