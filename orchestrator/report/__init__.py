"""``report.html``: a run as one page."""

from orchestrator.report.writing import Report, refresh_report, write_report, write_run_report

__all__ = ["Report", "refresh_report", "write_report", "write_run_report"]
