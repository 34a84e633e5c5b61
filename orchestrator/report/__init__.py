"""``report.html``: a run as one page."""

from orchestrator.report.writing import Report, write_report, write_run_report

__all__ = ["Report", "write_report", "write_run_report"]
