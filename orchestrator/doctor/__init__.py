"""``orchestrator doctor``: checks of everything that a run needs, with advice on problems."""

from orchestrator.doctor.examination import Subject, examine, findings_record
from orchestrator.doctor.findings import Finding, Level

__all__ = ["Finding", "Level", "Subject", "examine", "findings_record"]
