"""``report.html``: a run as one page."""

from orchestrator.report.writing import REPORT, Report, ReportOptions, write_report

__all__ = ["REPORT", "Report", "ReportOptions", "write_report"]


def write_run_report(folder, console):  # temporary
    write_report(folder.root)
