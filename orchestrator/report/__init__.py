"""``report.html``: a run as one page."""

from orchestrator.report.writing import Report, ReportOptions, write_report, write_run_report

__all__ = ["Report", "ReportOptions", "write_report", "write_run_report"]
