"""A run's folder: the only reader and writer of a run's files, its lock and its signature."""

from orchestrator.runs.folder.files import ClusterEntry, Words
from orchestrator.runs.folder.locks import LOCK, Lock
from orchestrator.runs.folder.part_writer import ResultWriter
from orchestrator.runs.folder.record import RunError, differences, signature
from orchestrator.runs.folder.repair import repair_advice
from orchestrator.runs.folder.run_folder import RunFolder, existing_run, find_run, run_folder, run_folders

__all__ = [
    "LOCK", "ClusterEntry", "Lock", "ResultWriter", "RunError", "RunFolder", "Words", "differences",
    "existing_run", "find_run", "repair_advice", "run_folder", "run_folders",
    "signature",
]  # fmt: skip
