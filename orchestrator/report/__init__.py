"""``report.html``: a run as one page."""
