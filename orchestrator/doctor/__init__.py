"""``orchestrator doctor``: whether all is there that a run needs, and what to do where it is not."""

from orchestrator.doctor.examination import Subject, examine, record
from orchestrator.doctor.findings import Finding, Level

__all__ = ["Finding", "Level", "Subject", "examine", "record"]
