"""``report.html``: a run as one page."""

from orchestrator.report.writing import REPORT, Report, ReportOptions, write_report

__all__ = ["REPORT", "Report", "ReportOptions", "write_report"]
